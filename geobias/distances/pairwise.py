"""A table of Sinkhorn divergences between groups, every self term solved once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from geobias.arguments import items
from geobias.distances.devices import Devices
from geobias.distances.dual_values import Valued, valued
from geobias.distances.inputs import Cloud, box_diagonal, make_clouds, prepare, promote, widened
from geobias.distances.precision import notice
from geobias.distances.problems import Problem, solve_all
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.solver import TableSolver
from geobias.distances.table_options import Pair, TableOptions


def pairwise_sinkhorn_divergence(
    clouds: Sequence[Any],
    weights: Sequence[Any | None] | None = None,
    *,
    pairs: Sequence[tuple[int | str, int | str]] | None = None,
    p: int = 2,
    blur: float = 0.05,
    scaling: float = 0.5,
    reach: float | None = None,
    debias: bool = True,
    diameter: float | None = None,
    tol: float | None = None,
    backend: str = "auto",
    precision: str = "ieee",
    names: Sequence[str] | None = None,
    workers: int | None = None,
    devices: Devices = None,
) -> Tensor:
    """Sinkhorn divergences between G clouds: G + G (G - 1) / 2 problems instead of three per pair.

    Parameters
    ----------
    clouds : G float tensors (n_g, d), of any sizes.
    weights : G tensors (n_g,) or None; see `sinkhorn_divergence`.
    pairs : pairs of positions, or of `names`; None = all. Others are NaN.
    diameter : where the schedule of every pair starts; None = `cloud_diameter` of all clouds, so that self terms can
        be shared. (One diameter instead of one per pair moves a value by about 1e-4.)
    names : names of the groups, for errors; None = "0", "1", ...
    workers : threads; None = the cores of this process. The bits do not depend on it.
    devices : where to compute: None = where the clouds are; a device, or several, among which problems are dealt out;
        "all" = every visible CUDA device. The table comes back to where the clouds are.
    p, blur, scaling, reach, debias, tol, backend, precision : as in `sinkhorn_divergence`.

    Returns
    -------
    Tensor (G, G), symmetric. The diagonal is zero when debiased, and the cost of a cloud with itself when not.
    Differentiable as `sinkhorn_divergence` is.

    >>> points = torch.tensor([[0.0, 0.0]])
    >>> pairwise_sinkhorn_divergence([points, points + 1, points + 3]).round(decimals=4).tolist()
    [[0.0, 1.0, 9.0], [1.0, 0.0, 4.0], [9.0, 4.0, 0.0]]
    """
    options = SinkhornOptions(p, blur, scaling, reach, debias, tol, backend, precision)
    table = TableOptions(pairs, names, diameter, workers, devices)
    return pairwise_table(clouds, weights, options, table)


def pairwise_table(
    clouds: Sequence[Any], weights: Sequence[Any | None] | None, options: SinkhornOptions, table: TableOptions
) -> Tensor:
    """`pairwise_sinkhorn_divergence`, for those who have the options in hand."""
    clouds = items("clouds", clouds, "tensors (n, d), one per group")
    layout = table.layout(len(clouds))
    plain = promote(make_clouds(clouds, weights, [f"group '{label}'" for label in layout.labels]))
    extent = box_diagonal(plain)
    options = options.within(max(extent, table.start(extent)))
    ready = prepare(plain, options, extent)
    solver = TableSolver.of(options, table, extent, plain[0].points)
    found = _solve(ready, layout.keys, solver, table.workers)
    values = solver.divergences(found, solver.wanted(layout))
    lost = [] if ready[0].points.dtype == torch.float64 else [key for key, (_, kept) in values.items() if not kept]
    if lost:
        notice()
        parts = list(dict.fromkeys(part for key in lost for part in solver.parts_of(*key)))
        again = _solve([widened(cloud, options) for cloud in ready], parts, solver, table.workers)
        values |= solver.divergences(again, lost)
    return _fill({key: value for key, (value, _) in values.items()}, ready, options).to(solver.given)


def _solve(
    clouds: Sequence[Cloud], keys: Sequence[Pair], solver: TableSolver, workers: int | None
) -> dict[Pair, Valued]:
    """Dual values of pairs, and of groups with themselves under (i, i)."""
    problems = [Problem(clouds[i], None if i == j else clouds[j], solver.schedule) for i, j in keys]
    results = solve_all(problems, solver.options, solver.backend(clouds[0].points.dtype), workers)
    return {
        key: valued(problem.weights, result.after, solver.options, solver.schedule)
        for key, problem, result in zip(keys, problems, results, strict=True)
    }


def _fill(values: dict[Pair, Tensor], clouds: Sequence[Cloud], options: SinkhornOptions) -> Tensor:
    """The table (G, G) in float64 from the values of pairs and, undebiased, of groups with themselves."""
    size = len(clouds)
    nothing = torch.full((), torch.nan, dtype=torch.float64, device=clouds[0].points.device)
    cells = [[nothing] * size for _ in range(size)]
    for i in range(size):
        cells[i][i] = torch.zeros_like(nothing) if options.debias else nothing
    for (i, j), value in values.items():
        cells[i][j] = cells[j][i] = value
    return torch.stack([torch.stack(row) for row in cells])
