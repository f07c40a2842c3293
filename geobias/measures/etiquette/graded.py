"""GradedAnswers: how wrong each answer to an item is, from right (0) to as wrong as can be (1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from geobias.errors import InputError
from geobias.measures.etiquette.gaps import region_gaps
from geobias.measures.etiquette.scores import etiquette_scores
from geobias.measures.etiquette.settings import DEFAULTS, EtiquetteSettings
from geobias.tables import (
    ANSWERED,
    AS_RIGHT,
    AS_WRONG,
    EtiquetteScore,
    EtiquetteScoreTable,
    GapInterval,
    GapIntervalTable,
    Predictions,
)

Row = TypeVar("Row", EtiquetteScore, GapInterval)

ACCURACY, DISTANCE = "accuracy", "distance"
_SQUARED = "brier"
"""The score that is the mean of losses, where an item's label is 1 and its probability 1 less the root of its loss."""


@dataclass(frozen=True)
class GradedAnswers:
    """N answers of one model.

    Attributes
    ----------
    losses : float64 (N,) in 0..1, NaN = it gave no answer. Those of right and wrong answers are 0 and 1.
    regions, types : strings (N,), groups and kinds; a blank kind is none.
    units : int64 (N,), equal for rows that depend on each other.
    reasons : strings (N,), why there is no answer, "" where there is one.
    model : its name. measure : "accuracy", where every answer is right or wrong, or "distance".

    Raises
    ------
    InputError : no answer, arrays of unlike lengths, a loss out of range, a blank group.
    """

    losses: np.ndarray
    regions: np.ndarray
    types: np.ndarray
    units: np.ndarray
    reasons: np.ndarray
    model: str = ""
    measure: str = ACCURACY

    def __post_init__(self) -> None:
        if not len(self.losses):
            raise InputError("there must be at least one answer", "there is none", "Ask about an item.")
        for name in ("regions", "types", "units", "reasons"):
            if len(getattr(self, name)) != len(self.losses):
                got = f"there are {len(getattr(self, name))}"
                raise InputError(f"{name} must have {len(self.losses)} entries", got, "Align them.")
        known = self.losses[self.answered]
        if len(known) and not (known.min() >= 0 and known.max() <= 1):
            worst = known[np.argmax(np.abs(known - 0.5))]
            mend = "Divide them by the scale's length."
            raise InputError("losses must lie between 0 and 1", f"one is {worst:g}", mend)
        if self.measure == ACCURACY and not np.isin(known, (0.0, 1.0)).all():
            raise InputError("losses of right and wrong answers must be 0 and 1", "one lies between", "Take distance.")
        if "" in self.regions:
            raise InputError("every answer must be about a group", "one has none", "Leave it out.")

    def __len__(self) -> int:
        return len(self.losses)

    @property
    def answered(self) -> np.ndarray:
        """bool (N,)."""
        return ~np.isnan(self.losses)

    def predictions(self, counted: str = ANSWERED) -> Predictions:
        """As predictions of one model of labels that are all 1, whose Brier score is the mean loss."""
        instead = {ANSWERED: np.nan, AS_WRONG: 1.0, AS_RIGHT: 0.0}[counted]
        losses = np.where(self.answered, self.losses, instead)
        probabilities = (1 - np.sqrt(losses))[None]
        return Predictions(
            models=(self.model or "model",),
            rows=np.arange(len(self)),
            labels=np.ones(len(self), dtype=np.int8),
            probabilities=probabilities,
            label_names=("wrong", "right"),
            abstained=np.isnan(probabilities),
        )


def graded_scores(answers: GradedAnswers, settings: EtiquetteSettings = DEFAULTS) -> EtiquetteScoreTable:
    """As `etiquette_scores`, of the measure alone. A distance is the mean loss, of which less is better: of abstentions
    counted wrong it is 1.
    """
    found = etiquette_scores(answers, _settings(answers, settings))
    return EtiquetteScoreTable(tuple(_named(row, answers) for row in found.rows))


def graded_gaps(answers: GradedAnswers, settings: EtiquetteSettings = DEFAULTS) -> GapIntervalTable:
    """As `region_gaps`, of every two groups in the measure, and, where not everything is answered, with abstentions
    counted wrong and in coverage."""
    found = region_gaps(answers, _settings(answers, settings))
    rows = [_named(row, answers) for row in found.rows]
    kept = [row for row in rows if row.metric == answers.measure] if answers.answered.all() else rows
    return replace(found, rows=tuple(kept))


def _settings(answers: GradedAnswers, settings: EtiquetteSettings) -> EtiquetteSettings:
    return replace(settings, metrics=(_SQUARED if answers.measure == DISTANCE else answers.measure,))


def _named(row: Row, answers: GradedAnswers) -> Row:
    return replace(row, metric=row.metric.replace(_SQUARED, answers.measure))
