"""Every replicate of pairs of pools: solved, and those that float32 does not carry solved anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import torch

from geobias.distances.dual_values import Valued, valued
from geobias.distances.problems import Backend, DrawnProblem
from geobias.distances.replicates import Replicates
from geobias.distances.solver import TableSolver
from geobias.distances.table_options import Pair
from geobias.parallel import ordered_map


class Report:
    """Tells `progress` how many of the problems are solved; those that are solved anew count once."""

    def __init__(self, progress: Callable[[int, int], None] | None, total: int):
        self.progress, self.total, self.done = progress, total, 0

    def __call__(self, solved: int) -> None:
        if self.progress is not None and self.done < self.total:
            self.done += solved
            self.progress(self.done, self.total)


@dataclass(frozen=True)
class ReplicateSolver:
    """Solves all replicates of pairs of pools, the pairs side by side.

    `cores` are shared out among the pairs; where there are more of them than pairs, some work within one.
    """

    solver: TableSolver
    cores: int
    report: Report

    def solve(
        self, replicates: Mapping[int, Replicates], keys: Sequence[Pair], dtype: torch.dtype
    ) -> dict[Pair, Valued]:
        """Dual values (B,) of pairs, and of groups with themselves under (i, i)."""
        inner = -(-self.cores // max(1, len(keys)))
        one = partial(_solve_pair, solver=self.solver, backend=self.solver.backend(dtype), workers=inner)
        pairs = ((replicates[i], None if i == j else replicates[j]) for i, j in keys)
        solved = {}
        for key, value in zip(keys, ordered_map(one, pairs, self.cores), strict=True):
            solved[key] = value
            self.report(len(value[0]))
        return solved

    def mend(self, values: dict[Pair, Valued], replicates: Mapping[int, Replicates]) -> bool:
        """Put in place of the values that float32 does not carry those that float64 gives; whether there were any."""
        lost = {key: (~kept).nonzero()[:, 0] for key, (_, kept) in values.items() if not bool(kept.all())}
        for key, which in lost.items():
            wide = {i: replicates[i].wide(which, self.solver.options) for i in sorted(set(key))}
            again = self.solve(wide, self.solver.parts_of(*key), torch.float64)
            values[key][0][which] = self.solver.divergences(again, [key])[key][0]
        return bool(lost)


def _solve_pair(
    sides: tuple[Replicates, Replicates | None], *, solver: TableSolver, backend: Backend, workers: int
) -> Valued:
    with torch.no_grad():
        drawn = DrawnProblem(*sides, solver.schedule)
        solved = backend.solve_draws(drawn, solver.options, workers)
        given = [side for side in sides if side is not None]
        weights, totals = [side.all_weights for side in given], [side.totals for side in given]
        return valued(weights, solved, solver.options, solver.schedule, totals)
