"""Multiple regression of pairwise tables, tested by double semi-partialling (Dekker, Krackhardt and Snijders 2007)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.arguments import items
from geobias.errors import InputError, require
from geobias.stats.permutation import Permutations, as_permutations, extremity
from geobias.stats.rank import check_alternative
from geobias.stats.samples import as_sample
from geobias.stats.semi_partialling import COLLINEAR, semi_partial

LEAST_DF = 5  # residual degrees of freedom below which no regression is fitted


@dataclass(frozen=True)
class QapRegression:
    """Least squares of one pairwise table on p others; arrays float64 (p,), in the order of the predictors.

    `coefficient` is in units of the response by those of the predictor, `standardised` in standard deviations of both,
    `t` the usual ratio on `df` residual degrees of freedom. `pvalue` permutes the groups of the predictor's residuals,
    by a t that is robust to unequal scatter; `p_ols` takes pairs as independent, and so rejects too often. `smallest`
    is the least value `pvalue` could take.
    """

    coefficient: np.ndarray
    standardised: np.ndarray
    t: np.ndarray
    pvalue: np.ndarray
    smallest: np.ndarray
    p_ols: np.ndarray
    df: int
    r2: float
    n_resamples: int
    method: str
    alternative: str


def mrqap(
    y: object,
    predictors: object,
    permuted: Permutations,
    *,
    names: Sequence[str] | None = None,
    alternative: str = "two-sided",
) -> QapRegression:
    """Regress y (n,) on predictors (p, n), n pairs each, and test every predictor given the others.

    Each predictor is freed of the others (and the intercept) by least squares. The groups of what remains are
    permuted, the response is regressed on it and the others again, and the t statistic of the real labelling is
    compared with those of all permutations: t is pivotal, its coefficient is not. Its error is robust to scatter that
    differs between pairs (HC3: MacKinnon and White 1985), and permuted residuals take on the scatter of their new
    place (see `scattered_residuals`): small groups have larger distances and larger gaps, and both scatter more.
    Permuting residuals keeps the dependence between pairs and between predictors; p is approximate, as the residuals
    are: `benchmarks/calibration_relations.py` has its level. `permuted` comes from `relabelled_pairs(permutations(G))`.
    With one predictor there is nothing to free it of, and this is the Mantel test of Pearson's correlation.

    Raises InputError for missing values, fewer than 5 residual degrees of freedom, a constant table, and predictors
    that follow from the others, by name. Needs scipy for `p_ols`.

    >>> from geobias.stats import permutations, relabelled_pairs
    >>> x = np.array([[0.0, 1, 2, 3, 1, 2, 3, 1, 2, 1]])
    >>> result = mrqap(2 * x[0] + [0, 1, 0, 1, 0, 1, 0, 1, 0, 1], x, relabelled_pairs(permutations(5)))
    >>> result.coefficient.round(3).tolist(), result.df, result.method
    ([2.0], 8, 'exact')
    """
    check_alternative(alternative)
    response, tables, labels = _checked(y, predictors, names)
    df = len(response) - len(tables) - 1
    if as_permutations("permuted", permuted).index.shape[1] != len(response):
        raise InputError(
            f"permutations must be of the {len(response)} pairs of the response",
            f"they are of {permuted.index.shape[1]}",
            "Make them for the same groups, by relabelled_pairs(permutations(n_groups)).",
        )
    scale_y, scales = _length(response), np.array([_length(table) for table in tables])
    unit_y, units = (
        _centred(response) / scale_y,
        np.stack([_centred(t) / s for t, s in zip(tables, scales, strict=True)]),
    )
    _refuse_collinear(units, labels)
    columns = [semi_partial(unit_y, units, j, permuted, alternative) for j in range(len(units))]
    slopes, partial, pvalues, smallest = (np.array(values) for values in zip(*columns, strict=True))
    with np.errstate(divide="ignore"):
        t = partial * np.sqrt(df / (1 - np.minimum(partial**2, 1.0)))
    law = require("scipy.stats", extra="study", purpose="the p-value of ordinary least squares").t(df)
    one_sided = law.sf(extremity(t, alternative))
    residual = unit_y - slopes @ units
    return QapRegression(
        coefficient=slopes * scale_y / scales,
        standardised=slopes,
        t=t,
        pvalue=pvalues,
        smallest=smallest,
        p_ols=2 * one_sided if alternative == "two-sided" else one_sided,
        df=df,
        r2=float(1 - residual @ residual),
        n_resamples=len(permuted),
        method=permuted.method,
        alternative=alternative,
    )


def _checked(y: object, predictors: object, names: Sequence[str] | None) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Complete, varying tables of one length with enough residual degrees of freedom, and the predictors' names."""
    response, tables = as_sample(y, "y"), as_sample(predictors, "predictors")
    if response.ndim != 1 or tables.ndim != 2 or not len(tables) or tables.shape[1:] != response.shape:
        raise InputError(
            "y must be (n,) and predictors (p, n), with p at least 1",
            f"their shapes are {response.shape} and {tables.shape}",
            "Pass one value per pair, `PairTable.vector` of the same groups.",
        )
    labels = [f"predictor {i}" for i in range(len(tables))] if names is None else items("names", names, "strings")
    if len(labels) != len(tables):
        raise InputError(
            f"names must be {len(tables)}, one per predictor", f"they are {len(labels)}", "Name each once."
        )
    df = len(response) - len(tables) - 1
    if df < LEAST_DF:
        raise InputError(
            f"a regression must leave at least {LEAST_DF} residual degrees of freedom",
            f"{len(response)} pairs less {len(tables)} predictors and the intercept leave {df}",
            "Use fewer predictors or more groups.",
        )
    for name, table in zip(["the response", *(f"'{name}'" for name in labels)], [response, *tables], strict=True):
        missing = int(np.isnan(table).sum())
        if missing:
            raise InputError(f"{name} must be complete", f"{missing} of its pairs are missing", "Leave groups out.")
        if _length(table) == 0:
            raise InputError(f"{name} must vary over the pairs", f"it is {table[0]:g} for all", "Leave it out.")
    return response, tables, labels


def _refuse_collinear(units: np.ndarray, labels: Sequence[str]) -> None:
    """Raise InputError naming the predictors that follow from the others by a linear equation."""
    bound = []
    for j, unit in enumerate(units):
        others = np.delete(units, j, axis=0).T
        left = unit - others @ np.linalg.lstsq(others, unit, rcond=COLLINEAR)[0] if others.size else unit
        if np.linalg.norm(left) < COLLINEAR:
            bound.append(labels[j])
    if bound:
        raise InputError(
            "predictors must not follow from each other",
            f"over these groups a linear equation binds {bound}",
            "Leave one of them out.",
        )


def _centred(values: np.ndarray) -> np.ndarray:
    return values - values.mean()


def _length(values: np.ndarray) -> float:
    """Length of the centred vector; 0 where it is constant but for rounding."""
    length = float(np.linalg.norm(_centred(values)))
    return length if length > 1e-12 * np.linalg.norm(values) else 0.0
