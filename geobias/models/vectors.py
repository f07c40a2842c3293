"""Hidden states to vectors: pooled ones and token clouds, gathered from runs of texts of one length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
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
    sizes : content tokens of every window, which weigh its mean.
    """

    pooled: dict[str, Tensor]
    points: Tensor | None
    rows: list[int]
    sizes: list[int]

    def sent(self) -> WindowVectors:
        """The same on the CPU; to be read when the device has got so far."""
        pooled = {name: to_host(values) for name, values in self.pooled.items()}
        return replace(self, pooled=pooled, points=None if self.points is None else to_host(self.points))


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


@dataclass(frozen=True)
class Content:
    """Which positions of runs (windows, length, d) are content.

    before, after : special tokens of every window. kept : for every run, which of the others are kept, bool (windows,
    length - before - after); None = all of them.
    """

    before: int
    after: int
    kept: list[np.ndarray] | None = None

    def inner(self, runs: Sequence[Tensor]) -> list[Tensor]:
        """The runs without special tokens."""
        return [run[:, self.before : run.shape[1] - self.after] for run in runs]

    def means(self, runs: Sequence[Tensor]) -> Tensor:
        """Means over content tokens, (windows, d); NaN where there is none."""
        inner = self.inner(runs)
        if self.kept is None:
            return torch.cat([part.mean(1) for part in inner])
        means = []
        for part, kept in zip(inner, self.kept, strict=True):
            weights = torch.from_numpy(kept).to(part.device, part.dtype)
            means.append((weights[:, None] @ part)[:, 0] / weights.sum(1)[:, None])
        return torch.cat(means)

    def points(self, runs: Sequence[Tensor]) -> Tensor:
        """All content tokens, (rows, d)."""
        rows = [part.flatten(0, 1) for part in self.inner(runs)]
        if self.kept is None:
            return torch.cat(rows)
        places = [torch.from_numpy(np.flatnonzero(kept)).to(rows[0].device) for kept in self.kept]
        return torch.cat([part[place] for part, place in zip(rows, places, strict=True)])

    def sizes(self, layout: Layout) -> list[int]:
        """How many of them every window has."""
        if self.kept is None:
            return [len(window) for window in layout.windows]
        return [int(size) for kept in self.kept for size in kept.sum(1)]


def pool(runs: Sequence[Tensor], content: Content, *, causal: bool = False) -> dict[str, Tensor]:
    """Pooled vectors (windows, d) of runs (windows, length, d).

    "mean" is over content tokens; "cls" is the first token, special or not; "last", in its stead where a network is
    causal, the last content token.
    """
    if causal:
        last = [part[:, -1:].sum(1) for part in content.inner(runs)]  # 0 where there is no token
        return {"mean": content.means(runs), "last": torch.cat(last)}
    return {"mean": content.means(runs), "cls": torch.cat([run[:, 0] for run in runs])}


def regroup(count: int, layout: Layout, vectors: WindowVectors) -> list[Encoded]:
    """Windows back to texts: means weighted by content tokens, points in order, "last" of the last window.

    Of other vectors a text gets those of its first window.
    """
    places: list[list[int]] = [[] for _ in range(count)]
    for window, owner in enumerate(layout.owners):
        places[owner].append(window)
    parts = None if vectors.points is None else vectors.points.split(vectors.rows)
    out = []
    for windows in places:
        full = [window for window in windows if vectors.sizes[window]] or windows
        pooled = {name: values[full[-1] if name == "last" else windows[0]] for name, values in vectors.pooled.items()}
        if len(windows) > 1 and "mean" in pooled:
            sizes = torch.tensor([float(vectors.sizes[window]) for window in full])
            pooled["mean"] = (vectors.pooled["mean"][full] * (sizes / sizes.sum())[:, None]).sum(0)
        own = None if parts is None else [parts[window] for window in windows]
        out.append(Encoded(pooled, None if own is None else own[0] if len(own) == 1 else torch.cat(own)))
    return out
