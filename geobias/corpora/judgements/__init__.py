"""Judgements: answers of annotators to items, with who the annotators are."""

from geobias.corpora.judgements.collected import load_collected
from geobias.corpora.judgements.cultural_spheres import cultural_sphere, spheres
from geobias.corpora.judgements.judgements import Judgements
from geobias.corpora.judgements.loading import load_judgements
from geobias.corpora.judgements.synthetic import make_judgements

__all__ = ["Judgements", "cultural_sphere", "load_collected", "load_judgements", "make_judgements", "spheres"]
