"""Errors of statistics over two crossed factors, such as items and the annotators who judge them, by linearisation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.arrays import reals
from geobias.errors import InputError, require
from geobias.stats.westfall_young import max_statistic


@dataclass(frozen=True)
class TwoWaySpread:
    """covariance : float64 (T, T), of T statistics, both factors drawn anew. df : float64 (T,), of its diagonal."""

    covariance: np.ndarray
    df: np.ndarray

    @property
    def error(self) -> np.ndarray:
        """float64 (T,), standard errors."""
        return np.sqrt(np.diag(self.covariance))


def two_way_spread(
    rows: object, columns: object, cells: object, n_rows: np.ndarray | float, n_columns: np.ndarray | float
) -> TwoWaySpread:
    """The spread of T statistics from how each row, column and cell moves them.

    rows, columns, cells : float (R, T), (C, T), (n, T): what a statistic changes by, to first order, per unit of weight
        of one row, one column or one cell (its influence, each set with sum about 0).
    n_rows, n_columns : (effective) numbers behind each statistic, (T,) or one for all; df counts them less 1.

    The variance is that over rows plus that over columns, less the squares of single cells, which both of them hold
    (Cameron, Gelbach and Miller 2011, Journal of Business and Economic Statistics 29, section 2.1; Owen 2007, Annals of
    Applied Statistics 1, who shows that resampling both at once counts cells three times). What columns add beyond
    their cells is not let below 0. Degrees of freedom are Satterthwaite's (1946), with the whole variance over columns
    as their part, which errs to the safe side. Raises InputError where the arrays do not fit.

    >>> rng = np.random.default_rng(0)
    >>> cell = rng.normal(size=(50, 40)) / 2000  # the mean of a table of independent cells: both factors add nothing
    >>> spread = two_way_spread(cell.sum(1)[:, None], cell.sum(0)[:, None], cell.reshape(-1, 1), 50, 40)
    >>> bool(abs(spread.error[0] * 2000**0.5 - 1) < 0.15)
    True
    """
    parts = [reals(*given) for given in (("rows", rows), ("columns", columns), ("cells", cells))]
    if any(part.ndim != 2 for part in parts) or len({part.shape[1] for part in parts}) > 1:
        raise InputError(
            "influences of rows, columns and cells must be (R, T), (C, T) and (n, T)",
            f"their shapes are {[part.shape for part in parts]}",
            "Pass one column per statistic.",
        )
    of_rows, of_columns, of_cells = (part.T @ part for part in parts)
    beyond = of_columns - of_cells
    covariance = of_rows + beyond
    v_rows, v_columns = np.diag(of_rows), np.diag(of_columns)
    variance = v_rows + np.maximum(np.diag(beyond), 0)
    np.fill_diagonal(covariance, variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        below = v_rows**2 / (np.asarray(n_rows) - 1.0) + v_columns**2 / (np.asarray(n_columns) - 1.0)
        df = np.where(below > 0, (v_rows + v_columns) ** 2 / below, np.nan)
    return TwoWaySpread(covariance, np.maximum(df, 1.0))


def largest_of_many(covariance: np.ndarray, draws: int, rng: np.random.Generator) -> np.ndarray:
    """float64 (T, draws), standard normal statistics with the correlation that a covariance (T, T) has.

    A covariance of parts that were added and subtracted need not be one: negative eigenvalues are set to 0.
    """
    scale = np.sqrt(np.diag(covariance))
    correlation = covariance / np.where(scale > 0, scale, 1.0) / np.where(scale > 0, scale, 1.0)[:, None]
    values, vectors = np.linalg.eigh((correlation + correlation.T) / 2)
    root = vectors * np.sqrt(np.maximum(values, 0))
    root /= np.maximum(np.linalg.norm(root, axis=1, keepdims=True), 1e-12)
    return root @ rng.standard_normal((len(root), draws))


def corrected_by_largest(
    p: np.ndarray, covariance: np.ndarray, *, level: float = 0.95, draws: int = 9999, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """p-values over a family, by the largest of its statistics under their joint normal law (max-T); needs scipy.

    Parameters
    ----------
    p : float64 (T,), two-sided; NaN takes no part. covariance : float64 (T, T), of the statistics.

    Returns
    -------
    adjusted : float64 (T,), stepping down (`max_statistic`), each p as its normal quantile; never below p.
    critical : float64 (T,), the normal quantile that a p must stand for to be below 1 - level as the largest of all.

    >>> alike = corrected_by_largest(np.array([0.01, 0.04]), np.ones((2, 2)), rng=np.random.default_rng(0))[0]
    >>> apart = corrected_by_largest(np.array([0.01, 0.04]), np.eye(2), rng=np.random.default_rng(0))[0]
    >>> alike.round(2).tolist(), apart.round(2).tolist()
    ([0.01, 0.04], [0.02, 0.04])
    """
    law = require("scipy.stats", extra="study", purpose="tests over a family")
    known = np.flatnonzero(~np.isnan(p))
    adjusted, critical = np.full(len(p), np.nan), np.full(len(p), law.norm.ppf((1 + level) / 2))
    if len(known):
        largest = largest_of_many(covariance[np.ix_(known, known)], draws, rng)
        # A p below what floats hold still has a quantile: that of the least that they do.
        observed = law.norm.isf(np.maximum(p[known], 1e-300) / 2)
        adjusted[known] = np.maximum(p[known], max_statistic(observed, largest, exact=False))
        critical[known] = np.maximum(np.quantile(np.abs(largest).max(0), level), critical[known])
    return adjusted, critical
