"""Opening a classifier of pairs: what is wrong with it is said in the words of entailment."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from geobias.models import opening
from geobias.models.opening import Purpose

ENTAILMENT = Purpose("entailment", "model of entailment", "pairs of texts", "pair", "natural language inference")


def load_classifier(model: str, revision: str | None) -> tuple[Any, Any, dict[str, Any]]:
    """See `geobias.models.opening.load_classifier`."""
    return opening.load_classifier(model, revision, ENTAILMENT)


def in_words_of_entailment(model: str) -> AbstractContextManager[None]:
    """See `geobias.models.opening.in_words_of`."""
    return opening.in_words_of(ENTAILMENT, model)
