"""A table of Sinkhorn divergences between groups, every self term solved once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.arguments import items, threads
from geobias.distances.backends import widened_backend
from geobias.distances.devices import Devices, resolve_devices, spread
from geobias.distances.inputs import Cloud, box_diagonal, make_clouds, prepare, promote, widened
from geobias.distances.precision import is_carried, notice, size_of
from geobias.distances.problems import Backend, Problem, combine, dual_value, solve_all
from geobias.distances.settings import Settings, check_diameter
from geobias.errors import InputError

Pair = tuple[int, int]


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
    """Sinkhorn divergences between G clouds: G + G (G - 1) / 2 problems instead of three a pair.

    Parameters
    ----------
    clouds : G float tensors (n_g, d), of any sizes.
    weights : G tensors (n_g,) or None; see `sinkhorn_divergence`.
    pairs : pairs of positions, or of `names`; None = all. Others are NaN.
    diameter : where the schedule of every pair starts; None = `cloud_diameter` of all clouds, so that self terms can
        be shared. (One diameter instead of one a pair moves a value by about 1e-4.)
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
    settings = Settings(p, blur, scaling, reach, debias, tol, backend, precision)
    start = check_diameter(diameter)
    workers = threads(workers)
    clouds = items("clouds", clouds, "tensors (n, d), one a group")
    labels = group_names(names, len(clouds))
    places = pair_places(pairs, labels)
    plain = promote(make_clouds(clouds, weights, [f"group '{label}'" for label in labels]))
    given, home = plain[0].points.dtype, plain[0].points.device
    where = resolve_devices(devices, home)
    extent = box_diagonal(plain)
    settings = settings.within(max(extent, start or 0.0))
    start = extent if start is None else start
    needed = sorted({place for pair in places for place in pair}) if pairs is not None else list(range(len(plain)))

    def solve(ready: Sequence[Cloud], needed: Sequence[int], places: Sequence[Pair]) -> Solved:
        chosen, _ = widened_backend(settings, where[0], ready[0].points.dtype, given)
        return _solve(ready, needed, places, start, settings, spread(chosen, where, home), workers)

    ready = prepare(plain, settings)
    values, lost = solve(ready, needed, places)
    if lost:
        notice()
        wide = [widened(cloud, settings) for cloud in ready]
        again, _ = solve(wide, sorted({i for p in lost for i in p}), [(i, j) for i, j in lost if i != j])
        values |= {key: again[key] for key in lost}
    return fill_table(values, ready, settings).to(given)


Solved = tuple[dict[Pair, Tensor], list[Pair]]
"""Divergences of pairs (undebiased, of groups with themselves too), and those of them that are beyond float32."""


def _solve(
    clouds: Sequence[Cloud],
    needed: Sequence[int],
    places: Sequence[Pair],
    start: float,
    settings: Settings,
    backend: Backend,
    workers: int | None,
) -> Solved:
    keys = [*((i, i) for i in needed), *places]
    problems = [Problem(clouds[i], None if i == j else clouds[j], start) for i, j in keys]
    results = solve_all(problems, settings, backend, workers)
    found = {
        key: (
            dual_value(problem.weights, result.after, settings),
            size_of(problem.weights, result.after, settings, start),
        )
        for key, problem, result in zip(keys, problems, results, strict=True)
    }
    values, lost = {}, []
    for i, j in places if settings.debias else keys:
        parts, sizes = zip(found[i, j], found[i, i], found[j, j], strict=True)
        # Of a cloud with itself one side is solved.
        values[i, j] = 2 * parts[0] if i == j else combine(parts, start, settings)
        size = torch.stack(sizes).sum() if settings.debias else sizes[0] * (2 if i == j else 1)
        wide = clouds[0].points.dtype == torch.float64
        if not wide and not bool(is_carried(values[i, j], size, settings, start)):
            lost.append((i, j))
    return values, lost


def fill_table(values: dict[Pair, Tensor], clouds: Sequence[Cloud], settings: Settings) -> Tensor:
    """The table (G, G) in float64 from the values of pairs and, undebiased, of groups with themselves."""
    size = len(clouds)
    nothing = torch.full((), torch.nan, dtype=torch.float64, device=clouds[0].points.device)
    cells = [[nothing] * size for _ in range(size)]
    for i in range(size):
        cells[i][i] = torch.zeros_like(nothing) if settings.debias else nothing
    for (i, j), value in values.items():
        cells[i][j] = cells[j][i] = value
    return torch.stack([torch.stack(row) for row in cells])


def group_names(names: Sequence[str] | None, size: int) -> list[str]:
    """Names of the groups, as strings; numbers where none are given."""
    labels = [str(name) for name in (range(size) if names is None else items("names", names, "strings"))]
    if len(labels) != size or len(set(labels)) != size:
        raise InputError(
            f"names must be {size} distinct strings, one a group", f"they are {labels}", "Name every group once."
        )
    return labels


def pair_places(pairs: Sequence[tuple[int | str, int | str]] | None, labels: Sequence[str]) -> list[Pair]:
    """Pairs as positions i < j, each once; given as positions or as names."""
    if pairs is None:
        return list(combinations(range(len(labels)), 2))
    places: dict[Pair, None] = {}
    for pair in items("pairs", pairs, "pairs of groups"):
        ends = items("a pair", pair, "two groups")
        if len(ends) != 2:
            raise InputError("pairs must be of two groups each", f"one is {pair!r}", "Pass [(0, 1), ...].")
        i, j = (_place(group, labels) for group in ends)
        if i != j:
            places[(min(i, j), max(i, j))] = None
    return list(places)


def _place(group: int | str, labels: Sequence[str]) -> int:
    if isinstance(group, str) and group in labels:
        return labels.index(group)
    if isinstance(group, (int, np.integer)) and not isinstance(group, bool) and 0 <= group < len(labels):
        return int(group)
    raise InputError("pairs must name groups of the table", f"{group!r} is none", f"The groups are {list(labels)}.")
