"""Places in sentences: what a spaCy pipeline recognises as one is placed, where the text says nothing clear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from geobias.corpora.geocoding.placement import Placement
from geobias.errors import InputError, require

_LABELS = frozenset(["GPE", "LOC", "FAC", "LOCATION", "PLACE"])
"""What pipelines call countries, cities and states, and other places."""

_CLEAR = 0.8
"""Confidence from which on a text is more than a sentence that has the name of a place in it."""


class Entities:
    """A placer that asks `first`, and where that is not clear goes by the places that `model` finds in the text.

    model : the name of an installed spaCy pipeline, or its folder.

    Raises
    ------
    MissingDependencyError : spaCy, of the extra `geo-entities`, is not installed. InputError : no such pipeline, or
        one that recognises no entities.
    """

    def __init__(self, model: str, first: Callable[[str], Placement]):
        spacy = require("spacy", extra="geo-entities", purpose="recognising places in sentences")
        try:
            self._pipeline: Any = spacy.load(model)
        except (OSError, ValueError) as error:
            raise InputError(
                "--entities must be an installed spaCy pipeline or its folder",
                f"'{model}' cannot be loaded ({str(error).splitlines()[0]})",
                f"Install one with: python -m spacy download {model}",
            ) from error
        if not {"ner", "entity_ruler"} & set(self._pipeline.pipe_names):
            raise InputError(
                "--entities must be a pipeline that recognises entities",
                f"'{model}' has {self._pipeline.pipe_names}",
                "Name one with a part 'ner' or 'entity_ruler'.",
            )
        self._first = first

    def __call__(self, text: str) -> Placement:
        found = self._first(text)
        if found.confidence >= _CLEAR or found.rule in ("nowhere", "coordinates of no country"):
            return found
        places = [one.text for one in self._pipeline(text).ents if one.label_ in _LABELS]
        if not places:
            return found
        again = self._first(", ".join(places))
        return replace(again, rule=f"entities: {again.rule}") if again.country else found
