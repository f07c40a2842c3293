"""Residuals of a pairwise table, permuted by groups so that every place keeps its scatter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.stats.permutation import Permutations, relabelled_pairs

_LEAST = 0.25  # of the mean scatter, that no place has less of: a straight line through few points may fall below 0


@dataclass(frozen=True)
class ScatteredResiduals:
    """Residuals (n,) of pairs as effects of their groups and a rest, each in units of what scatters in its place.

    `effects` and `group_scatter` are float64 (G,), `rest` and `pair_scatter` (n,), `ends` int64 (2, n) the groups of
    every pair.
    """

    effects: np.ndarray
    group_scatter: np.ndarray
    rest: np.ndarray
    pair_scatter: np.ndarray
    ends: np.ndarray

    def permuted(self, groups: np.ndarray, pairs: np.ndarray) -> np.ndarray:
        """Residuals (m, n) under permutations of groups (m, G), which are `pairs` (m, n) of pairs."""
        moved = self.effects[groups] * self.group_scatter
        return moved[:, self.ends[0]] + moved[:, self.ends[1]] + self.rest[pairs] * self.pair_scatter


def scattered_residuals(residuals: np.ndarray, basis: np.ndarray) -> ScatteredResiduals:
    """Split residuals of pairs, and read off the covariates how much each place scatters.

    Where groups differ in size, the residuals of small groups scatter more, those of a distance as those of a gap. A
    permutation that puts the residual of a large group in the place of a small one makes both tables unlike what
    they were, and tests reject too often. So the effects of groups and what they leave are divided by their scatter
    before they are permuted, and multiplied by that of their new place. Scatter is the absolute residual as the
    covariates fit it by least squares (Glejser 1969, A new test for heteroskedasticity), of groups on the means of
    the covariates over their pairs, and at least a quarter of its mean.

    residuals : float64 (n,), n = G (G - 1) / 2.
    basis : orthonormal columns (n, c) that span the intercept and the covariates.
    """
    ends = np.stack(np.triu_indices(_group_count(len(residuals)), 1))
    members = np.zeros((len(residuals), ends.max() + 1))
    members[np.arange(len(residuals)), ends] = 1.0
    effects = np.linalg.lstsq(members, residuals, rcond=None)[0]
    rest = residuals - members @ effects
    of_groups, of_pairs = _scatter(effects, members.T @ basis), _scatter(rest, basis)
    return ScatteredResiduals(effects / of_groups, of_groups, rest / of_pairs, of_pairs, ends)


def _scatter(values: np.ndarray, covariates: np.ndarray) -> np.ndarray:
    size = np.abs(values)
    if not size.any():
        return np.ones_like(size)
    fitted = covariates @ np.linalg.lstsq(covariates, size, rcond=None)[0]
    return np.maximum(fitted, _LEAST * size.mean())


def _group_count(pairs: int) -> int:
    """The number of groups that have so many pairs."""
    count = round((1 + np.sqrt(1 + 8 * pairs)) / 2)
    if count * (count - 1) // 2 != pairs:
        raise InputError(
            "a regression on covariates must have all pairs of some groups",
            f"{pairs} are of no number of groups",
            "Leave groups out, not pairs.",
        )
    return int(count)


def group_permutations(permuted: Permutations) -> np.ndarray:
    """The permutations of groups, int64 (m, G), that permutations of pairs come from; the inverse of
    `relabelled_pairs`. Raises InputError where they come from none."""
    index = permuted.index
    count = _group_count(index.shape[1])
    rows, columns = np.triu_indices(count, 1)
    place = np.zeros((count, count), dtype=np.int64)
    place[rows, columns] = place[columns, rows] = np.arange(len(rows))
    ends, at = np.stack([rows, columns], 1), np.arange(count)
    # Two pairs of a group have that group alone in common, before and after.
    one, other = (ends[index[:, place[at, (at + step) % count]]] for step in (1, 2))
    shared = (one[..., :1] == other).any(-1)
    groups = np.where(shared, one[..., 0], one[..., 1])
    if not np.array_equal(relabelled_pairs(Permutations(groups, permuted.exact)).index, index):
        raise InputError(
            "permutations of a regression must be of groups",
            "they permute single pairs",
            "Make them by relabelled_pairs(permutations(n_groups)).",
        )
    return groups
