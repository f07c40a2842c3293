"""How much further two groups are apart than each is from itself: U-statistics of a table of dissimilarities.

With D the dissimilarity of independent draws, the excess E D(X, Y) - (E D(X, X') + E D(Y, Y')) / 2 is 0 for equal laws
whatever D is. Twice the excess is the energy distance when D is Euclidean; minus twice the excess of a kernel is the
squared MMD (Székely and Rizzo 2013; Gretton et al. 2012); and D may be a divergence between samples of m documents,
each sample a point here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.arguments import number, whole
from geobias.arrays import labels as given_labels
from geobias.arrays import reals
from geobias.errors import InputError, require

LEAST_BLOCKS = 3
"""Blocks of a group without which leaving one out leaves no two to compare."""


def mean_dissimilarities(matrix: object, labels: object, n_groups: int | None = None) -> np.ndarray:
    """Mean dissimilarity of distinct points, for every two groups; unbiased as a U-statistic.

    matrix : float (N, N), symmetric; the diagonal is not read. labels : int (N,), groups 0 to G - 1, or (B, N) for B
    assignments of the same points; a negative label leaves a point out.

    Returns float64 (G, G) or (B, G, G); the diagonal is the mean within a group, NaN with fewer than 2 points.

    >>> mean_dissimilarities([[0, 1, 2], [1, 0, 4], [2, 4, 0]], [0, 0, 1]).tolist()
    [[1.0, 3.0], [3.0, nan]]
    """
    values, owners = as_dissimilarities(matrix, labels)
    size = int(owners.max(initial=-1)) + 1 if n_groups is None else whole("n_groups", n_groups, 1, 10**4)
    members = (owners[..., None] == np.arange(size)).astype(np.float64)
    sums = np.swapaxes(members, -1, -2) @ (values @ members)
    counts = members.sum(-2)
    pairs = counts[..., :, None] * counts[..., None, :] - counts[..., None] * np.eye(size)
    return np.divide(sums, pairs, out=np.full(sums.shape, np.nan), where=pairs > 0)


def excess(means: np.ndarray) -> np.ndarray:
    """Excess (..., G, G) of `mean_dissimilarities` (..., G, G): what is between less the mean of what is within.

    >>> excess(np.array([[1.0, 3.0], [3.0, 2.0]])).tolist()
    [[0.0, 1.5], [1.5, 0.0]]
    """
    means = reals("means", means)
    if means.ndim < 2 or means.shape[-1] != means.shape[-2]:
        raise InputError("means must be (..., G, G)", f"their shape is {means.shape}", "Pass mean_dissimilarities.")
    within = np.diagonal(means, axis1=-2, axis2=-1)
    return means - (within[..., :, None] + within[..., None, :]) / 2


@dataclass(frozen=True)
class Jackknife:
    """An estimate with its standard error and the degrees of freedom of that; NaN with the reason in `note`."""

    estimate: float
    error: float
    freedom: float
    note: str = ""

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """estimate -/+ t error; needs scipy."""
        if not self.freedom > 0:
            return np.nan, np.nan
        law = require("scipy.stats", extra="study", purpose="an interval of the jackknife")
        level = number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
        half = float(law.t.ppf((1 + level) / 2, self.freedom)) * self.error
        return self.estimate - half, self.estimate + half


def jackknife_excess(matrix: object, labels: object, blocks: object | None = None) -> Jackknife:
    """Delete-block jackknife of the excess between groups 0 and 1.

    Parameters
    ----------
    matrix (N, N), labels (N,) : as in `mean_dissimilarities`.
    blocks : int (N,), the block of every point, none in both groups; None = every point is one.

    Each block is left out in turn, once in each group, and the variances that the groups bring add up (Arvesen 1969,
    Annals of Mathematical Statistics 40). The degrees of freedom are Satterthwaite's. Where the groups have one law the
    statistic is degenerate and the error too large, about 1.4 times, so that intervals are wide, never narrow.
    """
    values, owners = as_dissimilarities(matrix, labels)
    one_assignment(owners)
    estimate = float(excess(mean_dissimilarities(values, owners, 2))[0, 1])
    names = np.arange(len(owners)) if blocks is None else given_labels("blocks", blocks, owners.shape)
    parts, freedoms = [], []
    for group in (0, 1):
        left_out = _left_out(values, owners == group, owners == 1 - group, names)
        if len(left_out) < LEAST_BLOCKS:
            reason = f"an interval needs {LEAST_BLOCKS} blocks per group, one has {len(left_out)}"
            return Jackknife(estimate, np.nan, np.nan, reason)
        parts.append((len(left_out) - 1) * float(np.var(left_out)))
        freedoms.append(len(left_out) - 1)
    variance = sum(parts)
    below = sum(part**2 / freedom for part, freedom in zip(parts, freedoms, strict=True))
    return Jackknife(estimate, float(np.sqrt(variance)), variance**2 / below if below > 0 else float(sum(freedoms)))


def _left_out(values: np.ndarray, here: np.ndarray, there: np.ndarray, names: np.ndarray) -> np.ndarray:
    """What the excess would be without each block of one group, up to the other's mean within, which stays."""
    _, block = np.unique(names[here], return_inverse=True)
    member = (block[:, None] == np.arange(block.max(initial=-1) + 1)).astype(np.float64)
    sizes = member.sum(0)
    sums = member.T @ values[np.ix_(here, here)] @ member
    across = values[np.ix_(here, there)].sum(1) @ member
    rest = len(block) - sizes
    within = sums.sum() - 2 * sums.sum(1) + sums.diagonal()
    with np.errstate(divide="ignore", invalid="ignore"):
        return (across.sum() - across) / (rest * there.sum()) - within / (rest * (rest - 1)) / 2


def one_assignment(owners: np.ndarray) -> None:
    """Raise InputError for labels of several assignments."""
    if owners.ndim != 1:
        raise InputError("labels must be (N,)", f"their shape is {owners.shape}", "Pass one assignment of the points.")


def as_dissimilarities(matrix: object, labels: object, diagonal: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """The matrix in float64 with a zero diagonal, unless that is wanted, and the labels."""
    values, owners = reals("dissimilarities", matrix).copy(), given_labels("labels", labels)
    if (
        values.ndim != 2
        or owners.ndim == 0
        or values.shape != (owners.shape[-1],) * 2
        or not np.issubdtype(owners.dtype, np.integer)
    ):
        raise InputError(
            "dissimilarities must be (N, N) with int labels (N,) or (B, N)",
            f"they are {values.shape} with {owners.dtype} labels {owners.shape}",
            "Number the groups from 0, and mark points to leave out by -1.",
        )
    if not diagonal:
        np.fill_diagonal(values, 0.0)
    if not np.isfinite(values).all():
        raise InputError(
            "dissimilarities must be finite", f"{int((~np.isfinite(values)).sum())} are not", "Leave those points out."
        )
    return values, owners
