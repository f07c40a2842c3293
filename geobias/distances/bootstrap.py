"""Bootstrap replicates of a table of Sinkhorn divergences: a replicate is a reweighting of pools of documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor

from geobias.clouds import TokenClouds
from geobias.distances.backends import choose_backend
from geobias.distances.devices import Devices, resolve_devices, spread
from geobias.distances.inputs import box_diagonal
from geobias.distances.pairwise import Pair, group_names, pair_places
from geobias.distances.pools import Pool, Replicates, make_pools
from geobias.distances.problems import Backend, combine, dual_value
from geobias.distances.settings import Settings, check_diameter
from geobias.parallel import available_workers, ordered_map


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
    settings = Settings(p, blur, scaling, reach, debias, tol, backend, precision)
    labels = group_names(names, len(pools))
    places = pair_places(pairs, labels)
    groups = make_pools(pools, draws, weighting, labels)
    points = groups[0].documents.points
    where = resolve_devices(devices, points.device)
    found, _ = choose_backend(settings, where[0], points.dtype)
    chosen = spread(found, where, points.device)
    start = check_diameter(diameter)
    start = box_diagonal([group.drawn() for group in groups]) if start is None else start
    needed = sorted({place for pair in places for place in pair})
    tasks: list[Pair] = [(i, i) for i in needed] + places
    replicates = {i: groups[i].replicates(settings) for i in needed}
    threads = 1 if where[0].type != "cpu" else workers or available_workers()
    # Pairs side by side, and threads within one where there are more than pairs.
    inner = -(-threads // len(tasks))
    solve = partial(_solve_pair, replicates, settings=settings, backend=chosen, start=start, workers=inner)
    batches = len(groups[0].draws)
    values: dict[Pair, Tensor] = {}
    for task, value in zip(tasks, ordered_map(solve, tasks, threads), strict=True):
        values[task] = value
        if progress is not None:
            progress(len(values) * batches, len(tasks) * batches)
    return _fill(values, places, groups, start, settings)


def bootstrap_diameter(pools: Sequence[TokenClouds], draws: Tensor | Sequence[Tensor]) -> float:
    """Diagonal of the bounding box of all points that any replicate draws, over all groups."""
    groups = make_pools(pools, draws, "token", group_names(None, len(pools)))
    return box_diagonal([group.drawn() for group in groups])


def _solve_pair(
    replicates: dict[int, Replicates],
    pair: Pair,
    *,
    settings: Settings,
    backend: Backend,
    start: float,
    workers: int,
) -> Tensor:
    """Dual values (B,) of a pair of groups, or of a group with itself, in every replicate."""
    sides = [replicates[group] for group in sorted(set(pair))]
    with torch.no_grad():
        solved = backend.solve_draws(sides[0], sides[1] if len(sides) == 2 else None, settings, start, workers)
        weights = zip(*(side.weights for side in sides), strict=True)
        return torch.stack([dual_value(w, f, settings) for w, f in zip(weights, solved, strict=True)])


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
