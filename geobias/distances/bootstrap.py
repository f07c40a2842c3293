"""Bootstrap replicates of a table of Sinkhorn divergences: a replicate is a reweighting of pools of documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from geobias.arguments import items
from geobias.clouds import TokenClouds
from geobias.distances.devices import Devices
from geobias.distances.document_pools import Pool, make_pools
from geobias.distances.inputs import box_diagonal
from geobias.distances.precision import fitting_type, notice
from geobias.distances.replicate_solver import ReplicateSolver, Report
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.solver import TableSolver
from geobias.distances.table_options import Pair, TableOptions, group_names
from geobias.parallel import available_workers


def bootstrap_sinkhorn_divergence(
    pools: Sequence[TokenClouds],
    draws: Tensor | Sequence[Tensor],
    *,
    weighting: str = "token",
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
    progress: Callable[[int, int], None] | None = None,
    devices: Devices = None,
) -> Tensor:
    """Sinkhorn divergences between G groups in B bootstrap replicates.

    A replicate of a group serves all of its pairs, so self terms are solved once in each group and replicate, and pairs
    of one replicate are compared on common draws. Documents drawn twice weigh twice; their points are not repeated.

    Parameters
    ----------
    pools : G `TokenClouds`, the documents of each group.
    draws : int64 (B, G, n), or G tensors (B, n_g): positions of documents in their pool.
    weighting : "token" (every token of a drawn document weighs the same) or "document" (every document does).
    diameter : where every schedule starts; None = `bootstrap_diameter(pools, draws)`. Pass that of all replicates to
        compute them in parts with the same bits.
    progress : called with (problems solved, problems in all) after each group or pair.
    pairs, names, workers, devices, p, blur, scaling, reach, debias, tol, backend, precision : as in
        `pairwise_sinkhorn_divergence`; here replicates are dealt out among devices.

    Returns
    -------
    Tensor (B, G, G) in the type of the points, without gradients; NaN for pairs not asked for.

    Raises
    ------
    InputError : a draw outside its pool, an empty replicate, NaN, naming the group; or a wrong setting.

    >>> pool = TokenClouds.from_list([torch.zeros(1, 2), torch.ones(1, 2)])
    >>> bootstrap_sinkhorn_divergence([pool, pool], torch.tensor([[[0, 0], [1, 1]]])).round(decimals=4)[0].tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    options = SinkhornOptions(p, blur, scaling, reach, debias, tol, backend, precision)
    table = TableOptions(pairs, names, diameter, workers, devices, progress)
    return bootstrap_table(pools, draws, options, table, weighting)


def bootstrap_table(
    pools: Sequence[TokenClouds],
    draws: Tensor | Sequence[Tensor],
    options: SinkhornOptions,
    table: TableOptions,
    weighting: str = "token",
) -> Tensor:
    """`bootstrap_sinkhorn_divergence`, for those who have the options in hand."""
    pools = items("pools", pools, "TokenClouds")
    layout = table.layout(len(pools))
    groups = make_pools(pools, draws, weighting, layout.labels)
    points, drawn = groups[0].documents.points, box_diagonal([group.drawn() for group in groups])
    options = options.within(max(drawn, table.start(drawn)))
    dtype = fitting_type(points.dtype, options, drawn, "all groups")
    solver = TableSolver.of(options, table, drawn, points)
    on_cpu = all(device.type == "cpu" for device in solver.devices)
    cores = table.workers or available_workers() if on_cpu else 1
    run = ReplicateSolver(solver, cores, Report(table.progress, len(groups[0].draws) * len(layout.keys)))
    replicates = {i: groups[i].replicates(options, dtype) for i in layout.needed}
    values = solver.divergences(run.solve(replicates, layout.keys, dtype), solver.wanted(layout))
    if dtype != torch.float64 and run.mend(values, replicates):
        notice()
    return _fill({key: value for key, (value, _) in values.items()}, groups, options)


def bootstrap_diameter(pools: Sequence[TokenClouds], draws: Tensor | Sequence[Tensor]) -> float:
    """Diagonal of the bounding box of all points that any replicate draws, over all groups."""
    pools = items("pools", pools, "TokenClouds")
    groups = make_pools(pools, draws, "token", group_names(None, len(pools)))
    return box_diagonal([group.drawn() for group in groups])


def _fill(values: dict[Pair, Tensor], groups: Sequence[Pool], options: SinkhornOptions) -> Tensor:
    size, points = len(groups), groups[0].documents.points
    table = torch.full((len(groups[0].draws), size, size), torch.nan, dtype=torch.float64, device=points.device)
    for i in range(size):
        if options.debias:
            table[:, i, i] = 0.0
    for (i, j), value in values.items():
        table[:, i, j] = table[:, j, i] = value
    return table.to(points.dtype)
