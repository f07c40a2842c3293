"""Bootstrap replicates of a table of Sinkhorn divergences: a replicate is a reweighting of pools of documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import torch
from torch import Tensor

from geobias.arguments import items, shown, threads
from geobias.clouds import TokenClouds
from geobias.distances.backends import widened_backend
from geobias.distances.devices import Devices, resolve_devices, spread
from geobias.distances.inputs import box_diagonal
from geobias.distances.pairwise import Pair, group_names, pair_places
from geobias.distances.pools import Pool, Replicates, make_pools
from geobias.distances.precision import fitting_type, is_carried, notice, size_of
from geobias.distances.problems import Backend, combine, dual_value
from geobias.distances.settings import Settings, check_diameter
from geobias.errors import InputError
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
    workers = threads(workers)
    if progress is not None and not callable(progress):
        raise InputError("progress must be a function or None", f"it is {shown(progress)}", "Leave it out.")
    pools = items("pools", pools, "TokenClouds")
    labels = group_names(names, len(pools))
    places = pair_places(pairs, labels)
    groups = make_pools(pools, draws, weighting, labels)
    points, drawn = groups[0].documents.points, box_diagonal([group.drawn() for group in groups])
    where = resolve_devices(devices, points.device)
    start = check_diameter(diameter)
    settings = settings.within(max(drawn, start or 0.0))
    start = drawn if start is None else start
    dtype = fitting_type(points.dtype, settings, drawn, "all groups")
    needed = sorted({place for pair in places for place in pair}) if pairs is not None else list(range(len(groups)))
    replicates = {i: groups[i].replicates(settings, dtype) for i in needed}
    cores = 1 if where[0].type != "cpu" else workers or available_workers()
    report = _Report(progress, len(groups[0].draws) * (len(needed) + len(places)))

    def solve(replicates: Mapping[Pair, Sequence[Replicates]], dtype: torch.dtype) -> dict[Pair, Solved]:
        found, _ = widened_backend(settings, where[0], dtype, points.dtype)
        chosen = spread(found, where, points.device)
        # Pairs side by side, and threads within one where there are more than pairs.
        inner = -(-cores // max(1, len(replicates)))
        one = partial(_solve_pair, settings=settings, backend=chosen, start=start, workers=inner)
        solved = {}
        for key, value in zip(replicates, ordered_map(one, replicates.values(), cores), strict=True):
            solved[key] = value
            report(len(value[0]))
        return solved

    keys: list[Pair] = [(i, i) for i in needed] + places
    solved = solve({key: [replicates[i] for i in sorted(set(key))] for key in keys}, dtype)
    values = {(i, j): combine([solved[k][0] for k in ((i, j), (i, i), (j, j))], start, settings) for i, j in places}
    if not settings.debias:  # of a group with itself one side is solved
        values |= {(i, i): 2 * solved[i, i][0] for i in needed}
    if dtype != torch.float64:
        lost = _lost(values, solved, settings, start)
        if lost:
            notice()
        for (i, j), which in lost.items():
            wide = {k: [replicates[g].wide(which, settings) for g in sorted(set(k))] for k in ((i, j), (i, i), (j, j))}
            again = solve(wide, torch.float64)
            parts = [again[k][0] for k in wide]
            values[i, j][which] = 2 * parts[0] if i == j else combine(parts, start, settings)
    return _fill(values, groups, settings)


Solved = tuple[Tensor, Tensor]
"""Dual values (B,) of a pair of groups, or of a group with itself, in every replicate, and potentials' sizes."""


def _lost(
    values: dict[Pair, Tensor], solved: dict[Pair, Solved], settings: Settings, start: float
) -> dict[Pair, Tensor]:
    """Pairs with those of their replicates, int64 (k,), whose values float32 does not carry."""
    lost = {}
    for (i, j), value in values.items():
        size = solved[i, j][1] * (2 if i == j else 1) + (solved[i, i][1] + solved[j, j][1] if settings.debias else 0)
        which = (~is_carried(value, size, settings, start)).nonzero()[:, 0]
        if len(which):
            lost[i, j] = which
    return lost


class _Report:
    """Tells `progress` how many of the problems are solved; those that are solved anew count once."""

    def __init__(self, progress: Callable[[int, int], None] | None, total: int):
        self.progress, self.total, self.done = progress, total, 0

    def __call__(self, solved: int) -> None:
        if self.progress is not None and self.done < self.total:
            self.done += solved
            self.progress(self.done, self.total)


def bootstrap_diameter(pools: Sequence[TokenClouds], draws: Tensor | Sequence[Tensor]) -> float:
    """Diagonal of the bounding box of all points that any replicate draws, over all groups."""
    pools = items("pools", pools, "TokenClouds")
    groups = make_pools(pools, draws, "token", group_names(None, len(pools)))
    return box_diagonal([group.drawn() for group in groups])


def _solve_pair(
    sides: Sequence[Replicates], *, settings: Settings, backend: Backend, start: float, workers: int
) -> Solved:
    with torch.no_grad():
        solved = backend.solve_draws(sides[0], sides[1] if len(sides) == 2 else None, settings, start, workers)
        weights = list(zip(*(side.weights for side in sides), strict=True))
        values = [dual_value(w, f, settings) for w, f in zip(weights, solved, strict=True)]
        sizes = [size_of(w, f, settings, start) for w, f in zip(weights, solved, strict=True)]
        return torch.stack(values), torch.stack(sizes)


def _fill(values: dict[Pair, Tensor], groups: Sequence[Pool], settings: Settings) -> Tensor:
    size, points = len(groups), groups[0].documents.points
    table = torch.full((len(groups[0].draws), size, size), torch.nan, dtype=torch.float64, device=points.device)
    for i in range(size):
        if settings.debias:
            table[:, i, i] = 0.0
    for (i, j), value in values.items():
        table[:, i, j] = table[:, j, i] = value
    return table.to(points.dtype)
