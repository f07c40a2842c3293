"""Batches of pairs of clouds, and what the measures that compare probabilities share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from geobias.distances.inputs import Cloud, as_points, as_weights, balance, make_cloud, promote, unit_of
from geobias.errors import InputError

Measure = Callable[[Cloud, Cloud], Tensor]


@dataclass(frozen=True)
class Batch:
    """Points x (..., n, d) and y (..., m, d) with weights (..., n) and (..., m); leading axes broadcast to `shape`.

    Their form is checked, their numbers are not. `uniform` says of each side whether no weights were given.
    """

    shape: tuple[int, ...]
    x: Tensor
    y: Tensor
    a: Tensor
    b: Tensor
    uniform: tuple[bool, bool]

    @classmethod
    def read(cls, x: Any, y: Any, a: Any | None, b: Any | None) -> Batch:
        """From what a caller gave."""
        points_x, points_y = as_points(x, "x"), as_points(y, "y")
        weights_x, weights_y = as_weights(a, points_x, "x"), as_weights(b, points_y, "y")
        shape = batch_shape(points_x.shape, points_y.shape, 2)
        return cls(shape, points_x, points_y, weights_x, weights_y, (a is None, b is None))

    @property
    def sides(self) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
        """Points (K, n, d) with weights (K, n) of each side, K being 1 where all pairs share them."""
        return self._flat(self.x, self.a), self._flat(self.y, self.b)

    def _flat(self, points: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
        lead = () if points.shape[:-2].numel() == 1 else self.shape
        own, count = points.shape[-2:], math.prod(lead)
        if lead:
            points, weights = points.expand(*lead, *own), weights.expand(*lead, own[0])
        return points.reshape(count, *own), weights.reshape(count, own[0])

    def pairs(self) -> list[tuple[Cloud, Cloud]]:
        """Every pair as checked clouds."""
        count, sides = math.prod(self.shape), []
        for (points, weights), name, uniform in zip(self.sides, ("x", "y"), self.uniform, strict=True):
            names = [f"{name}[{i}]" if self.shape else name for i in range(count)]
            whole = points.expand(count, -1, -1), weights.expand(count, -1)
            sides.append([make_cloud(*item, uniform) for item in zip(*whole, names, strict=True)])
        return [tuple(promote(pair)) for pair in zip(*sides, strict=True)]  # type: ignore[misc]


def cloud_pairs(x: Any, y: Any, a: Any | None, b: Any | None) -> tuple[tuple[int, ...], list[tuple[Cloud, Cloud]]]:
    """The shape of the batch, and its pairs of checked clouds, from points (..., n, d) and weights (..., n)."""
    batch = Batch.read(x, y, a, b)
    return batch.shape, batch.pairs()


def batch_shape(x: torch.Size, y: torch.Size, own: int) -> tuple[int, ...]:
    """The leading axes of two shapes, broadcast; the last `own` of each are a cloud's own."""
    try:
        same = x[:-own] == y[:-own]  # asked first: broadcasting takes longer than small clouds do
        shape = tuple(x[:-own] if same else torch.broadcast_shapes(x[:-own], y[:-own]))
    except RuntimeError:
        raise InputError(
            "x and y must have leading axes that broadcast",
            f"their shapes are {tuple(x)} and {tuple(y)}",
            "Pass as many clouds in y as in x.",
        ) from None
    if 0 in shape:
        raise InputError("the batch must hold at least one pair", f"its shape is {shape}", "Skip the call.")
    return shape


MODERATE = 2.0**20
"""Coordinates up to this, and down to its inverse, may be taken as they are, in float32 too."""


def measure_pairs(
    measure: Measure, x: Any, y: Any, a: Any | None, b: Any | None, degree: int | None = 1, wide: bool = True
) -> Tensor:
    """`measure` of every pair of a batch, by itself, of masses 1: a tensor (...,) in the type of the points.

    degree : the power of their scale that the measure grows with, so that it may see points of size 1 or so; None =
        it has a length of its own, and sees them as they are.
    wide : it is to see them in float64; else moderate ones as they are.
    """
    shape, pairs = cloud_pairs(x, y, a, b)
    values = torch.stack([_measured(measure, normalise(pair), degree, wide) for pair in pairs])
    return held(values, pairs[0][0].points.dtype).reshape(shape)


def _measured(measure: Measure, pair: tuple[Cloud, Cloud], degree: int | None, wide: bool) -> Tensor:
    if degree is None:
        return measure(*pair)
    unit = unit_of(max(float(cloud.points.detach().abs().amax()) for cloud in pair))
    if not wide and 1 / MODERATE <= unit <= MODERATE:
        return measure(*pair)
    x, y = (replace(cloud, points=cloud.points.double() / unit) for cloud in pair)
    value = measure(x, y)
    for _ in range(degree):  # one by one: a power of the unit may overflow where the value does not
        value = value * unit
    return value


def held(values: Tensor, dtype: torch.dtype) -> Tensor:
    """Distances in a float type; those that it does not hold are an error."""
    found = values.to(dtype)
    if not bool(torch.isfinite(found.detach()).all()):
        raise InputError(
            f"x and y must have a distance that {dtype} holds",
            "their points are so far apart, or so many, that it does not",
            "Divide the points by one number, or pass float64.",
        )
    return found


def normalise(pair: tuple[Cloud, Cloud]) -> tuple[Cloud, Cloud]:
    """The pair with masses of 1; masses that differ are an error."""
    x, y = balance(pair, purpose="to be compared", mend="Divide each by its sum.")
    return x, y


def root(values: Tensor, p: float) -> Tensor:
    """The p-th root of values >= 0, what rounding left below 0 being 0; its gradient at 0 is 0, not infinite."""
    positive = values > 0
    return torch.where(positive, values, 1.0).pow(1 / p).masked_fill(~positive, 0)
