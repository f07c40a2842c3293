"""Cohen's kappa: agreement of two raters beyond chance, with an interval that resamples clusters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geobias.arguments import choice, whole
from geobias.arrays import generator, labels
from geobias.errors import InputError
from geobias.means import ratio
from geobias.stats.intervals import check_level, percentile_interval, student_widening
from geobias.stats.permutation import Seed
from geobias.stats.reweighting import exchangeable_weights

WEIGHTS = ("none", "linear", "quadratic")
_AT_ONCE = 2_000_000
"""Weights of clusters that are drawn at a time."""


@dataclass(frozen=True)
class KappaResult:
    """Cohen's kappa of two raters.

    Attributes
    ----------
    kappa : 1 for raters that always agree, 0 for agreement by chance, as where one gives a single category; NaN where
        both give the same one alone.
    low, high : interval at `level`; NaN where there is one cluster, or a rater gives a single category.
    agreement : share of items that both put in one category.
    n, clusters : items, and what was resampled.
    """

    kappa: float
    low: float
    high: float
    agreement: float
    n: int
    clusters: int
    level: float


def cohen_kappa(
    first: object,
    second: object,
    *,
    categories: object = None,
    weights: str = "none",
    clusters: object = None,
    level: float = 0.95,
    replicates: int = 2000,
    rng: Seed = None,
) -> KappaResult:
    """Agreement of two raters beyond chance (Cohen 1960), weighted for ordered categories (Cohen 1968).

    kappa = 1 - sum(w O) / sum(w E), O the table of both raters' categories, E that of independent raters with the same
    margins, w how much a disagreement counts: 1, |i - j| ("linear") or (i - j)^2 ("quadratic") for categories i and j
    in their order. Equal to scikit-learn's `cohen_kappa_score`.

    Parameters
    ----------
    first, second : labels of any type (n,), of the same items.
    categories : all there are, in their order, evenly spaced; None = those that occur, sorted.
    weights : "none", "linear" or "quadratic".
    clusters : labels (n,) of what is resampled as a whole, e.g. the text that several items are about; None = items.
    replicates, rng : of the bootstrap: clusters get weights of mean and variance 1 (`exchangeable_weights`); the
        percentile interval is expanded by Student's law for the number of clusters.

    Raises
    ------
    InputError : shapes differ, there is no item, a label is not among the categories, or a setting is none.

    >>> cohen_kappa([1, 1, 0, -1, 0, 1], [1, 0, 0, -1, 0, 1], rng=0).kappa.__round__(3)
    0.739
    """
    choice("weights", weights, WEIGHTS)
    level, replicates = check_level(level), whole("replicates", replicates, 1)
    codes, count = _codes(first, second, categories)
    n = codes.shape[1]
    members = (
        np.arange(n) if clusters is None else np.unique(labels("clusters", clusters, (n,)), return_inverse=True)[1]
    )
    tables = _tables(codes, count, members.reshape(-1))
    costs = _costs(count, weights)
    total = tables.sum(0)
    kappa = float(_kappas(total[None], costs)[0])
    units = len(tables)
    low = high = np.nan
    if units > 1 and all((total.sum(side) > 0).sum() > 1 for side in (0, 1)):
        found = np.concatenate([*_resampled(tables, costs, replicates, generator("rng", rng))])
        low, high = (float(end) for end in percentile_interval(found, level, student_widening(units - 1, level)))
    return KappaResult(kappa, low, high, float(np.trace(total) / n), n, units, level)


def _codes(first: object, second: object, categories: object) -> tuple[np.ndarray, int]:
    """Places among the categories, int (2, n), and how many categories there are."""
    one = labels("first", first)
    both = [one, labels("second", second, one.shape)]
    if one.ndim != 1 or not len(one):
        raise InputError(
            "first and second must hold one label per item", f"their shape is {one.shape}", "Pass two lists of labels."
        )
    if any(rater.dtype.kind == "f" and np.isnan(rater).any() for rater in both):
        raise InputError("labels must be known", "some are NaN", "Leave out items that a rater did not label.")
    known = np.unique(np.concatenate(both)) if categories is None else labels("categories", categories)
    places = {value: place for place, value in enumerate(known.tolist())}
    for rater in both:
        for value in np.unique(rater).tolist():
            if value not in places:
                raise InputError(
                    "labels must be among the categories",
                    f"{value!r} is not in {known.tolist()}",
                    "Add it to categories.",
                )
    return np.array([[places[value] for value in rater.tolist()] for rater in both]), len(known)


def _tables(codes: np.ndarray, count: int, members: np.ndarray) -> np.ndarray:
    """The table of both raters of every cluster, float64 (clusters, categories, categories)."""
    cells = (members * count + codes[0]) * count + codes[1]
    return np.bincount(cells, minlength=(members.max() + 1) * count**2).reshape(-1, count, count).astype(np.float64)


def _costs(count: int, weights: str) -> np.ndarray:
    apart = np.abs(np.subtract.outer(np.arange(count), np.arange(count))).astype(np.float64)
    return {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]


def _kappas(tables: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Kappa of each table, float64 (tables,); NaN where chance leaves nothing to disagree on."""
    expected = tables.sum(2)[:, :, None] * tables.sum(1)[:, None, :] / tables.sum((1, 2))[:, None, None]
    return 1 - ratio((tables * costs).sum((1, 2)), (expected * costs).sum((1, 2)))


def _resampled(
    tables: np.ndarray, costs: np.ndarray, replicates: int, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Kappas under random weights of clusters, a block of replicates at a time."""
    units, flat = len(tables), tables.reshape(len(tables), -1)
    size = max(1, _AT_ONCE // units)
    for start in range(0, replicates, size):
        weights = exchangeable_weights(units, min(size, replicates - start), rng)
        yield _kappas((weights @ flat).reshape(-1, *costs.shape), costs)
