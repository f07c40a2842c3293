"""Each value by age: which of them moves a projection with age, in a model and in a survey."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from geobias.arrays import reals
from geobias.errors import InputError
from geobias.measures.resonance.clusters import clustered_mean
from geobias.measures.resonance.scores import ResonanceScores
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.measures.resonance.statements import ends, prompts_of
from geobias.tables import MODEL, SURVEY, AgeItem, AgeItemTable


def age_items(
    scores: ResonanceScores,
    survey: Mapping[str, object],
    ages: Sequence[str],
    weights: object | None = None,
    settings: ResonanceSettings | None = None,
) -> AgeItemTable:
    """Mean score of every value at every age, of the responses (field "age") and of respondents.

    Parameters
    ----------
    survey : value name -> float64 (N,) in -1..1, the traditional end +1, NaN = missing; a value it lacks has no rows.
    ages : N strings, the bin of each respondent as responses write it; "" = unknown, left out. weights : float64 (N,).
    """
    chosen = settings or ResonanceSettings()
    n = len(ages)
    shares = np.ones(n) if weights is None else reals("weights", weights)
    columns = {name: reals(name, column) for name, column in survey.items()}
    for name, column in {"weights": shares, **columns}.items():
        if column.shape != (n,):
            raise InputError(
                f"{name} must be a number for each of {n} respondents", f"its shape is {column.shape}", "Align both."
            )
    known, labels = scores.labels("age"), np.asarray(ages, dtype=object)
    order = sorted({*known, *labels} - {""}, key=_age)
    return AgeItemTable(tuple(_rows(scores, known, columns, (labels, shares), order, chosen)))


def _rows(
    scores: ResonanceScores,
    known: np.ndarray,
    columns: Mapping[str, np.ndarray],
    respondents: tuple[np.ndarray, np.ndarray],
    order: Sequence[str],
    settings: ResonanceSettings,
) -> Iterator[AgeItem]:
    by_value, prompts = scores.by_value(settings.scoring), prompts_of(scores)
    labels, shares = respondents
    for at, value in enumerate(scores.values):
        for age in order:
            here = known == age
            if here.any():
                yield _row(value.name, MODEL, age, by_value[here, at], (prompts[here], None), settings)
        if value.name not in columns:
            continue
        answers = columns[value.name]
        for age in order:
            here = (labels == age) & ~np.isnan(answers) & (shares > 0)
            if here.any():
                yield _row(value.name, SURVEY, age, answers[here], (None, shares[here]), settings)


def _row(
    value: str,
    side: str,
    age: str,
    y: np.ndarray,
    how: tuple[np.ndarray | None, np.ndarray | None],
    settings: ResonanceSettings,
) -> AgeItem:
    """how : clusters and weights."""
    found = clustered_mean(y[:, None], *how)
    low, high = ends(found, settings.level)
    return AgeItem(value, side, age, float(found.mean[0]), float(low[0]), float(high[0]), settings.level, len(y))


def _age(text: str) -> tuple[float, str]:
    """Ages in the order of their first number."""
    digits = "".join(c if c.isdigit() else " " for c in text).split()
    return (float(digits[0]) if digits else np.inf), text
