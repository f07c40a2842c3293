"""Hidden states to vectors: pooled ones and token clouds, gathered from runs of texts of one length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.models.devices import Arrival, to_host
from geobias.models.layout import Layout


@dataclass(frozen=True)
class Encoded:
    """What the encoder says of one text at one layer, float32 on the CPU.

    pooled : pooling name -> (d,); `points` : (tokens, d), or None where they were not asked for.
    """

    pooled: dict[str, Tensor]
    points: Tensor | None


@dataclass(frozen=True)
class WindowVectors:
    """Vectors of all windows of a batch at one layer, in the order of its layout, perhaps still on their way.

    pooled : pooling name -> (windows, d). points : (rows of all windows, d) or None. rows : of every window.
    """

    pooled: dict[str, Tensor]
    points: Tensor | None
    rows: list[int]

    def sent(self) -> WindowVectors:
        """The same on the CPU; to be read when the device has got so far."""
        pooled = {name: to_host(values) for name, values in self.pooled.items()}
        return WindowVectors(pooled, None if self.points is None else to_host(self.points), self.rows)


@dataclass(frozen=True)
class Pending:
    """A batch that the device works on: `collect` waits for it."""

    texts: int
    layout: Layout
    layers: dict[int, WindowVectors]
    arrival: Arrival

    def collect(self) -> dict[int, list[Encoded]]:
        """layer -> what it says of every text, in the order in which the texts were given."""
        self.arrival.wait()
        return {layer: regroup(self.texts, self.layout, vectors) for layer, vectors in self.layers.items()}


def pool(runs: Sequence[Tensor], before: int, after: int) -> dict[str, Tensor]:
    """Pooled vectors (windows, d) of runs (windows, length, d), whose first and last tokens are special.

    "mean" is over content tokens (NaN where there is none); "cls" is the first token.
    """
    return {
        "mean": torch.cat([run[:, before : run.shape[1] - after].mean(1) for run in runs]),
        "cls": torch.cat([run[:, 0] for run in runs]),
    }


def points(runs: Sequence[Tensor], before: int = 0, after: int = 0) -> tuple[Tensor, list[int]]:
    """All rows of runs (windows, length, d) but those before and after, (rows, d), and how many each window has."""
    inner = [run[:, before : run.shape[1] - after] for run in runs]
    return torch.cat([part.flatten(0, 1) for part in inner]), [p.shape[1] for p in inner for _ in range(p.shape[0])]


def regroup(count: int, layout: Layout, vectors: WindowVectors) -> list[Encoded]:
    """Windows back to texts: means weighted by content tokens, the first window's other vectors, points in order."""
    places: list[list[int]] = [[] for _ in range(count)]
    for window, owner in enumerate(layout.owners):
        places[owner].append(window)
    parts = None if vectors.points is None else vectors.points.split(vectors.rows)
    out = []
    for windows in places:
        pooled = {name: values[windows[0]] for name, values in vectors.pooled.items()}
        if len(windows) > 1 and "mean" in pooled:
            sizes = torch.tensor([float(len(layout.windows[window])) for window in windows])
            pooled["mean"] = (vectors.pooled["mean"][windows] * (sizes / sizes.sum())[:, None]).sum(0)
        own = None if parts is None else [parts[window] for window in windows]
        out.append(Encoded(pooled, None if own is None else own[0] if len(own) == 1 else torch.cat(own)))
    return out
