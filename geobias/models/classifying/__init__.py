"""Classifying: what a trained sequence classifier of transformers says of texts, each read once and kept."""

from geobias.models.classifying.classifier import TextClassifier
from geobias.models.classifying.heads import Head, scores_of
from geobias.models.classifying.settings import ClassifierSettings

__all__ = ["ClassifierSettings", "Head", "TextClassifier", "scores_of"]
