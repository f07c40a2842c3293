"""A table of Sinkhorn divergences between groups, every self term solved once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from geobias.distances.backends import choose_backend
from geobias.distances.devices import Devices, resolve_devices, spread
from geobias.distances.inputs import Cloud, box_diagonal, make_clouds, prepare, promote
from geobias.distances.problems import Problem, combine, dual_value, solve_all
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
    labels = group_names(names, len(clouds))
    places = pair_places(pairs, labels)
    plain = promote(make_clouds(clouds, weights, [f"group '{label}'" for label in labels]))
    dtype = plain[0].points.dtype
    home = plain[0].points.device
    where = resolve_devices(devices, home)
    chosen, _ = choose_backend(settings, where[0], dtype)
    start = box_diagonal(plain) if start is None else start
    ready = prepare(plain, settings)
    needed = sorted({place for pair in places for place in pair}) if pairs is not None else list(range(len(ready)))
    problems = [Problem(ready[i], None, start) for i in needed]
    problems += [Problem(ready[i], ready[j], start) for i, j in places]
    results = solve_all(problems, settings, spread(chosen, where, home), workers)
    values = [
        dual_value(problem.weights, result.after, settings) for problem, result in zip(problems, results, strict=True)
    ]
    selves = dict(zip(needed, values[: len(needed)], strict=True))
    return fill_table(selves, dict(zip(places, values[len(needed) :], strict=True)), ready, start, settings).to(dtype)


def fill_table(
    selves: dict[int, Tensor], crosses: dict[Pair, Tensor], clouds: Sequence[Cloud], start: float, settings: Settings
) -> Tensor:
    """The table (G, G) in float64 from the dual values of groups with themselves (one side each) and of pairs."""
    size = len(clouds)
    nothing = torch.full((), torch.nan, dtype=torch.float64, device=clouds[0].points.device)
    cells = [[nothing] * size for _ in range(size)]
    for i in range(size):
        cells[i][i] = torch.zeros_like(nothing) if settings.debias else 2 * selves.get(i, nothing)
    for (i, j), value in crosses.items():
        cells[i][j] = cells[j][i] = combine([value, selves[i], selves[j]], start, settings)
    return torch.stack([torch.stack(row) for row in cells])


def group_names(names: Sequence[str] | None, size: int) -> list[str]:
    """Names of the groups, as strings; numbers where none are given."""
    labels = [str(i) for i in range(size)] if names is None else [str(name) for name in names]
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
    for pair in pairs:
        i, j = (_place(group, labels) for group in pair)
        if i != j:
            places[(min(i, j), max(i, j))] = None
    return list(places)


def _place(group: int | str, labels: Sequence[str]) -> int:
    if isinstance(group, str) and group in labels:
        return labels.index(group)
    if not isinstance(group, str) and 0 <= group < len(labels):
        return int(group)
    raise InputError("pairs must name groups of the table", f"{group!r} is none", f"The groups are {list(labels)}.")
