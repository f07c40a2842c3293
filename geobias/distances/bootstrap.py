"""Bootstrap replicates of a table of Sinkhorn divergences: a replicate is a reweighting of pools of documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor

from geobias.clouds import TokenClouds
from geobias.distances.backends import choose_backend
from geobias.distances.inputs import box_diagonal
from geobias.distances.pairwise import Pair, group_names, pair_places
from geobias.distances.pools import Pool, make_pools
from geobias.distances.problems import Backend, Problem, combine, problem_value
from geobias.distances.settings import Settings, check_diameter
from geobias.parallel import ordered_map
from geobias_kernels.costs import stored_cost

SHARED_BYTES = 1 << 30
"""Costs between two whole pools up to this size may be computed once and shared by the replicates."""

SHARED_FRACTION = 0.125
"""They are, when a replicate is expected to use at least this part of them: below, its own cost is cheaper."""


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
) -> Tensor:
    """Sinkhorn divergences between G groups in B bootstrap replicates.

    A replicate of a group serves all of its pairs, so self terms are solved once a group and replicate, and pairs of
    one replicate are compared on common draws. Documents drawn twice weigh twice; their points are not repeated.

    Parameters
    ----------
    pools : G `TokenClouds`, the documents of each group.
    draws : int64 (B, G, n), or G tensors (B, n_g): positions of documents in their pool.
    weighting : "token" (every token of a drawn document weighs the same) or "document" (every document does).
    diameter : where every schedule starts; None = `bootstrap_diameter(pools, draws)`. Pass that of all replicates to
        compute them in parts with the same bits.
    progress : called with (problems solved, problems in all) after each group or pair.
    pairs, names, workers, p, blur, scaling, reach, debias, tol, backend, precision : as in
        `pairwise_sinkhorn_divergence`.

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
    settings = Settings(p, blur, scaling, reach, debias, tol, backend, precision)
    chosen = choose_backend(backend)
    labels = group_names(names, len(pools))
    places = pair_places(pairs, labels)
    groups = make_pools(pools, draws, weighting, labels)
    start = check_diameter(diameter)
    start = box_diagonal([group.drawn() for group in groups]) if start is None else start
    needed = sorted({place for pair in places for place in pair})
    tasks: list[Pair] = [(i, i) for i in needed] + places
    solve = partial(_solve_pair, groups, settings=settings, backend=chosen, start=start)
    batches = len(groups[0].draws)
    values: dict[Pair, Tensor] = {}
    on_cpu = groups[0].documents.points.device.type == "cpu"
    for task, value in zip(tasks, ordered_map(solve, tasks, workers if on_cpu else 1), strict=True):
        values[task] = value
        if progress is not None:
            progress(len(values) * batches, len(tasks) * batches)
    return _fill(values, places, groups, start, settings)


def bootstrap_diameter(pools: Sequence[TokenClouds], draws: Tensor | Sequence[Tensor]) -> float:
    """Diagonal of the bounding box of all points that any replicate draws, over all groups."""
    groups = make_pools(pools, draws, "token", group_names(None, len(pools)))
    return box_diagonal([group.drawn() for group in groups])


def _solve_pair(groups: Sequence[Pool], pair: Pair, *, settings: Settings, backend: Backend, start: float) -> Tensor:
    """Dual values (B,) of a pair of groups, or of a group with itself, in every replicate."""
    x, y = groups[pair[0]], None if pair[0] == pair[1] else groups[pair[1]]
    values = []
    with torch.no_grad():
        shared = _shared_cost(x, y, settings)
        for b in range(len(x.draws)):
            cloud_x = x.replicate(b, settings)
            cloud_y = None if y is None else y.replicate(b, settings)
            cost = None if shared is None else shared[cloud_x.kept[:, None], (cloud_y or cloud_x).kept]
            problem = Problem(cloud_x, cloud_y, start, cost)
            values.append(problem_value(problem, backend.solve(problem, settings, False).after, settings))
    return torch.stack(values)


def _shared_cost(x: Pool, y: Pool | None, settings: Settings) -> Tensor | None:
    """The cost between whole pools where sharing it pays; a rule of sizes alone, so that parts have equal bits."""
    other = y or x
    points = x.documents.points
    size = points.element_size() * len(points) * len(other.documents.points)
    fraction = x.expected_fraction * other.expected_fraction
    if size > SHARED_BYTES or fraction < SHARED_FRACTION:
        return None
    points = points if settings.tol is None else points.double()
    return stored_cost(points, None if y is None else y.documents.points.to(points.dtype), settings.p)


def _fill(
    values: dict[Pair, Tensor], places: Sequence[Pair], groups: Sequence[Pool], start: float, settings: Settings
) -> Tensor:
    size, points = len(groups), groups[0].documents.points
    table = torch.full((len(groups[0].draws), size, size), torch.nan, dtype=torch.float64, device=points.device)
    for i in range(size):
        if settings.debias:
            table[:, i, i] = 0.0
        elif (i, i) in values:
            table[:, i, i] = 2 * values[i, i]
    for i, j in places:
        table[:, i, j] = table[:, j, i] = combine([values[i, j], values[i, i], values[j, j]], start, settings)
    return table.to(points.dtype)
