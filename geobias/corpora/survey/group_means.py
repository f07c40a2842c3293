"""Means of groups of respondents: all that is ever told of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from geobias.arguments import whole
from geobias.corpora.crossing import JOINT
from geobias.corpora.survey.survey import AGE, AGE_BIN, NATION, SEX, Survey
from geobias.errors import InputError
from geobias.suggest import nearest
from geobias.tables import SurveyCell, SurveyCellTable

PROJECTION = "projection"
LEAST, SMALL = 5, 30
_FIELDS = {NATION: NATION, AGE_BIN: AGE, SEX: SEX}


def cell_means(
    survey: Survey,
    by: Sequence[str] = (NATION, AGE_BIN, SEX),
    *,
    items: Sequence[str] = (PROJECTION,),
    halved: bool = False,
    least: int = LEAST,
    small: int = SMALL,
) -> SurveyCellTable:
    """Weighted means of every combination of the attributes' values, also of those that nobody has.

    Means rest on complete cases with a weight above 0, of the projection and of items alike; respondents of whom an
    attribute is not known are in no cell. The standard error is that of a ratio of two random sums, linearised
    (Särndal, Swensson and Wretman 1992, Model Assisted Survey Sampling, 5.7), with respondents as if drawn one by one:
    se^2 = n / (n - 1) sum w^2 (x - mean)^2 / (sum w)^2. Strata and clusters of the design are not known to it.

    Parameters
    ----------
    by : attributes to cross; none = everybody. items : "projection", or names of items. halved : see `Survey`.
    least : a cell of fewer respondents has no mean, so that no answers of single people are told.
    small : a cell of fewer is flagged.

    Raises
    ------
    InputError : an attribute or item that is not there, with the nearest name.
    """
    least, small = whole("least", least, 1), whole("small", small, 0)
    kept = survey.complete & (survey.weights > 0)
    by = (by,) if isinstance(by, str) else tuple(by)
    columns = [survey.attribute(name)[kept] for name in by]
    given = [_in_order(survey, name, column) for name, column in zip(by, columns, strict=True)]
    members = _members(columns, given, int(kept.sum()))
    weights = survey.weights[kept]
    rows = []
    for item in items:
        values = _values(survey, item, halved)[kept]
        for group, here in zip(product(*given), members, strict=True):
            told = _told(values[here], weights[here], least, small)
            told |= {_FIELDS[name]: value for name, value in zip(by, group, strict=True) if name in _FIELDS}
            rows.append(SurveyCell(item, JOINT.join(by), JOINT.join(group), **told))
    return SurveyCellTable(tuple(rows))


def _values(survey: Survey, item: str, halved: bool) -> np.ndarray:
    if item == PROJECTION:
        return survey.projection(halved)
    if item not in survey.values:
        known = [PROJECTION, *survey.values]
        raise InputError(
            "items must be the projection, or items of the survey",
            f"'{item}' is neither",
            f"{nearest(item, known)}There are {known}.",
        )
    return survey.values[item]


def _in_order(survey: Survey, name: str, column: np.ndarray) -> list[str]:
    """The values of an attribute that occur: bins from young to old, names by the alphabet."""
    there = set(column) - {""}
    return [bin_ for bin_ in survey.age_bins if bin_ in there] if name == AGE_BIN else sorted(there)


def _members(columns: Sequence[np.ndarray], given: Sequence[Sequence[str]], size: int) -> list[np.ndarray]:
    """The respondents of every combination of values, the last attribute running fastest; the blank are in none."""
    cell, known, cells = np.zeros(size, dtype=np.int64), np.ones(size, dtype=bool), 1
    for column, names in zip(columns, given, strict=True):
        places = {name: place for place, name in enumerate(names)}
        place = np.array([places.get(value, -1) for value in column], dtype=np.int64)
        cell, known, cells = cell * len(names) + place, known & (place >= 0), cells * len(names)
    order = np.flatnonzero(known)
    order = order[np.argsort(cell[order], kind="stable")]
    return np.split(order, np.searchsorted(cell[order], np.arange(1, cells))) if cells else []


def _told(values: np.ndarray, weights: np.ndarray, least: int, small: int) -> dict[str, Any]:
    n, total = len(values), float(weights.sum())
    out = {"n": n, "weight": total, "small": n < small}
    if n < least:
        return {**out, "note": f"fewer than {least} respondents" if n else "no respondents"}
    mean = float(weights @ values / total)
    square = (values - mean) ** 2
    error = float(np.sqrt(n / (n - 1) * (weights**2 @ square)) / total) if n > 1 else float("nan")
    return {
        **out,
        "n_effective": float(total**2 / (weights @ weights)),
        "mean": mean,
        "se": error,
        "variance": float(weights @ square / total),
    }
