"""Batches of pairs whose clouds have one size each and lack no point, made ready without a step per pair.

What one pair would need a word or a float type of its own for is left to `sinkhorn`, which goes from pair to pair.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.backends import automatic
from geobias.distances.cloud_pairs import Batch
from geobias.distances.inputs import MASS_TOLERANCE, diagonals
from geobias.distances.once_differentiable import once_differentiable
from geobias.distances.precision import fitting_type
from geobias.distances.problems import EvenBackend, EvenProblems
from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import LARGEST, SinkhornOptions


@dataclass(frozen=True)
class EvenPairs:
    """B pairs by as many schedules: points (B, n, d), weights (B, n). What all pairs share may be there once, B = 1."""

    x: Tensor
    y: Tensor
    a: Tensor
    b: Tensor
    schedules: list[Schedule]

    def __len__(self) -> int:
        return max(len(self.x), len(self.y), len(self.schedules))

    @property
    def requires_grad(self) -> bool:
        return any(tensor.requires_grad for tensor in (self.x, self.y, self.a, self.b))

    def problems(self, options: SinkhornOptions) -> list[EvenProblems]:
        """The pairs and, debiased, their clouds with themselves; a cloud that all share is solved once a schedule."""
        found = [EvenProblems(self.x, self.y, self.a, self.b, self.schedules)]
        if options.debias:
            sides = ((self.x, self.a), (self.y, self.b))
            found += [EvenProblems(x, None, a, None, self.schedules) for x, a in sides]
        return found

    def wide(self, which: Tensor, options: SinkhornOptions) -> EvenPairs:
        """Some of the pairs (int64 (k,)) in float64, and for balanced transport of mass 1 there too."""
        x, y, a, b = (t if len(t) == 1 else t[which] for t in (self.x, self.y, self.a, self.b))
        a, b = (w.double() if options.reach is not None else w.double() / _masses(w) for w in (a, b))
        schedules = self.schedules if len(self.schedules) == 1 else [self.schedules[k] for k in which.tolist()]
        return EvenPairs(x.double(), y.double(), a, b, schedules)


def even_pairs(
    batch: Batch, options: SinkhornOptions, start: float | None, joint: bool
) -> tuple[EvenPairs, SinkhornOptions] | None:
    """The pairs of a batch and the options for them; None where they must be gone through one by one.

    start : where every schedule starts; None = the diagonal of each pair's box, or (joint) of the box around all.
    """
    sides, dtype = batch.sides, torch.promote_types(batch.x.dtype, batch.y.dtype)
    if options.tol is not None or batch.x.device != batch.y.device or batch.x.shape[-1] != batch.y.shape[-1]:
        return None
    backend = automatic(options, batch.x.device, dtype)
    if not isinstance(backend, EvenBackend) or not backend.takes_even(batch.x.shape[-2] * batch.y.shape[-2]):
        return None
    if not _sound(batch, options):
        return None
    near = start is not None and options.within(start) is options
    extents = [_bound(sides)] if near else _extents(sides, joint)
    starts = dict.fromkeys(extents if start is None else [start])
    if 0 in starts or not all(extent <= LARGEST for extent in extents):
        return None
    options = options.within(max(*extents, start or 0.0))
    if fitting_type(dtype, options, max(extents), "") != dtype:
        return None
    made = {diameter: options.schedule(diameter) for diameter in starts}
    schedules = list(made.values()) if len(made) == 1 else [made[extent] for extent in extents]
    tensors = once_differentiable("the Sinkhorn divergence", *(tensor for side in sides for tensor in side))
    x, a, y, b = (tensor.to(dtype) for tensor in tensors)
    if options.reach is None and not all(batch.uniform):
        a, b = (weights / _masses(weights).to(dtype) for weights in (a, b))
    return EvenPairs(x, y, a, b, schedules), options


def _masses(weights: Tensor) -> Tensor:
    """Float64 (K, 1), outside the graph of gradients."""
    return weights.detach().sum(-1, keepdim=True, dtype=torch.float64)


def _sound(batch: Batch, options: SinkhornOptions) -> bool:
    """Whether weights are finite and positive, and for balanced transport of mass 1."""
    if all(batch.uniform):
        return True
    a, b = batch.a.detach(), batch.b.detach()
    if not all(bool(weights.min() > 0) and math.isfinite(weights.max()) for weights in (a, b)):
        return False
    left, right = (_masses(weights) for _, weights in batch.sides)
    apart = (left - 1, right - 1, left - right)
    return options.reach is not None or all(bool((mass.abs() <= MASS_TOLERANCE).all()) for mass in apart)


def _extents(sides: tuple[tuple[Tensor, Tensor], ...], joint: bool) -> list[float]:
    """Diagonals of the boxes around each pair, or around all of them; not finite where a point is not."""
    (x, _), (y, _) = ((points.detach(), weights) for points, weights in sides)
    lows, highs = torch.minimum(x.amin(1), y.amin(1)), torch.maximum(x.amax(1), y.amax(1))
    return diagonals(lows.amin(0, keepdim=True), highs.amax(0, keepdim=True)) if joint else diagonals(lows, highs)


def _bound(sides: tuple[tuple[Tensor, Tensor], ...]) -> float:
    """What no diagonal exceeds; not finite where a point is not."""
    ends = [float(end) for points, _ in sides for end in torch.aminmax(points.detach())]
    # A maximum that met NaN may have passed over it; a sum has not.
    return (max(ends) - min(ends) + 0 * sum(ends)) * math.sqrt(sides[0][0].shape[-1])
