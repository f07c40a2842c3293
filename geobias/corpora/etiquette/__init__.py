"""Etiquette: statements of what to do in a region, each accepted there or not."""

from geobias.corpora.etiquette.etiquette import ACCEPTED, COUNTRY, LABEL_NAMES, REGION, TYPE, Etiquette
from geobias.corpora.etiquette.loading import load_etiquette
from geobias.corpora.etiquette.negation import negated

__all__ = ["ACCEPTED", "COUNTRY", "LABEL_NAMES", "REGION", "TYPE", "Etiquette", "load_etiquette", "negated"]
