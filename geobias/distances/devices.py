"""Work spread over devices: each solves its part of the problems or replicates, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from geobias.arguments import items
from geobias.distances.inputs import Cloud
from geobias.distances.loop import LoopResult, Potentials, end_to_end
from geobias.distances.problems import Backend, DrawnProblem, Problem
from geobias.distances.replicates import Replicates
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.parallel import ordered_map

Devices = str | Sequence[str | torch.device] | None


def resolve_devices(devices: Devices, home: torch.device) -> tuple[torch.device, ...]:
    """Devices by name: None is `home`, where the clouds are; "all" every visible CUDA device; or a name, or names."""
    if devices is None:
        return (home,)
    every = isinstance(devices, str) and devices == "all"
    names = [f"cuda:{i}" for i in range(torch.cuda.device_count())] if every else devices
    found = []
    for name in [names] if isinstance(names, (str, torch.device)) else items("devices", names, "names of devices"):
        try:
            device = torch.device(name)
            torch.empty(1, device=device).item()
        except (RuntimeError, AssertionError, TypeError) as error:
            got = f"{str(name)!r} is none here ({str(error).splitlines()[0]})"
            raise InputError("devices must name devices of this machine", got, _MEND) from None
        found.append(torch.device("cuda", torch.cuda.current_device()) if device == torch.device("cuda") else device)
    if not found:
        got = "there is no CUDA device" if every else "the list is empty"
        raise InputError("devices must name at least one", got, _MEND)
    return tuple(found)


_MEND = "Leave them out to compute where the clouds are; `geobias doctor` lists what there is."


def spread(backend: Backend, devices: tuple[torch.device, ...], home: torch.device) -> Backend:
    """The backend itself where all is on `home` already, else one that works on `devices` and brings results home."""
    return backend if devices == (home,) else _Spread(backend, devices, home)


class _Spread:
    """A backend for one call: it keeps what it has moved, so that pools and clouds travel once a device."""

    def __init__(self, backend: Backend, devices: tuple[torch.device, ...], home: torch.device):
        self.backend, self.devices, self.home = backend, devices, home
        self.name, self.reason = backend.name, backend.reason
        self.moved: dict[tuple[int, torch.device], tuple[Tensor, Tensor]] = {}

    def obstacle(self) -> str | None:
        return self.backend.obstacle()

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        return self.backend.declines(options, device, dtype)

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        shares = _even([problem.entries for problem in problems], len(self.devices))
        parts = [
            [self._problem(problems[k], device) for k in share]
            for share, device in zip(shares, self.devices, strict=True)
        ]
        solved = self._map(lambda part: self.backend.solve_many(part, options, grad, workers), parts)
        placed = {
            k: result
            for share, results in zip(shares, solved, strict=True)
            for k, result in zip(share, results, strict=True)
        }
        return [
            replace(result, before=self._bring(result.before), after=self._bring(result.after))
            for _, result in sorted(placed.items())
        ]

    def solve_draws(self, drawn: DrawnProblem, options: SinkhornOptions, workers: int) -> Potentials:
        size = -(-len(drawn.x) // len(self.devices))
        parts = []
        for i, device in enumerate(self.devices):
            block = slice(i * size, (i + 1) * size)
            x, y = self._replicates(drawn.x, block, device), drawn.y
            y = None if y is None else self._replicates(y, block, device)
            parts.append(replace(drawn, x=x, y=y))
        full = [part for part in parts if len(part.x)]
        solved = self._map(lambda part: self.backend.solve_draws(part, options, workers), full)
        return end_to_end([self._bring(potentials) for potentials in solved])

    def _map(self, solve: Callable, parts: Sequence) -> list:
        """What every device makes of its part, on the streams that are the caller's now: a thread begins with others,
        which would not wait for what the caller has under way, nor the caller for them."""
        streams = [_current_stream(device) for device in self.devices[: len(parts)]]

        def work(place: int) -> Any:
            with streams[place]:
                return solve(parts[place])

        return list(ordered_map(work, range(len(parts)), max(1, len(parts))))

    def _problem(self, problem: Problem, device: torch.device) -> Problem:
        x, y = self._cloud(problem.x, device), None if problem.y is None else self._cloud(problem.y, device)
        return replace(problem, x=x, y=y)

    def _cloud(self, cloud: Cloud, device: torch.device) -> Cloud:
        return replace(cloud, points=self._move(cloud.points, device), weights=self._move(cloud.weights, device))

    def _replicates(self, side: Replicates, block: slice, device: torch.device) -> Replicates:
        part = side.block(block)
        points = self._move(side.points, device)
        return replace(part, points=points, all_rows=part.all_rows.to(device), all_weights=part.all_weights.to(device))

    def _move(self, tensor: Tensor, device: torch.device) -> Tensor:
        """The tensor there, one for all that ask: what is shared stays shared."""
        key = (id(tensor), device)
        if key not in self.moved:
            # The original is kept too, so that no other tensor can take its identity.
            self.moved[key] = tensor, tensor.to(device)
        return self.moved[key][1]

    def _bring(self, potentials: Potentials) -> Potentials:
        return tuple(potential.to(self.home) for potential in potentials)


def _current_stream(device: torch.device) -> AbstractContextManager[Any]:
    """The stream of a card that is current here, to be entered in another thread."""
    return torch.cuda.stream(torch.cuda.current_stream(device)) if device.type == "cuda" else nullcontext()


def _even(sizes: Sequence[int], parts: int) -> list[list[int]]:
    """Positions dealt out to `parts` so that the sizes' sums are about even: the largest first, to whoever has least.

    >>> _even([1, 9, 4, 4], 2)
    [[1], [0, 2, 3]]
    """
    shares: list[list[int]] = [[] for _ in range(parts)]
    loads = [0] * parts
    for k in sorted(range(len(sizes)), key=lambda k: -sizes[k]):
        least = loads.index(min(loads))
        shares[least].append(k)
        loads[least] += sizes[k]
    return [sorted(share) for share in shares]
