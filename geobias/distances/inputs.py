"""Clouds as they come in: checked, promoted to one float type, and rid of the points that weigh nothing."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from geobias.arguments import items
from geobias.distances.once_differentiable import once_differentiable
from geobias.distances.precision import fitting_type
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.tensors import dense

MASS_TOLERANCE = 1e-5
"""Masses that agree this well, relative to them, are equal: float32 weights sum to 1 only so well."""


@dataclass(frozen=True)
class Cloud:
    """A measure: points (n, d) of positive weight, weights (n,), both float32 or float64, and a name for errors.

    `kept` holds the places of the points in what was given, int64 (n,), and `size` how many were given.
    """

    points: Tensor
    weights: Tensor
    name: str
    kept: Tensor
    size: int

    @property
    def mass(self) -> float:
        return float(self.weights.detach().sum(dtype=torch.float64))

    @property
    def requires_grad(self) -> bool:
        return self.points.requires_grad or self.weights.requires_grad

    def to(self, dtype: torch.dtype) -> Cloud:
        if self.points.dtype == self.weights.dtype == dtype:
            return self
        return replace(self, points=self.points.to(dtype), weights=self.weights.to(dtype))


def as_points(points: Any, name: str) -> Tensor:
    """A float tensor (..., n, d) with n, d > 0, row after row: sums depend on how numbers stand. Half types become
    float32."""
    tensor = dense(f"points of {name}", points)
    if tensor.ndim < 2 or not tensor.is_floating_point():
        raise InputError(
            f"points of {name} must be a float tensor (n, d)",
            f"they are {tensor.dtype} of shape {tuple(tensor.shape)}",
            "Pass one row per point.",
        )
    if tensor.shape[-2] == 0 or tensor.shape[-1] == 0:
        raise InputError(
            f"{name} must hold at least one point",
            f"its shape is {tuple(tensor.shape)}",
            "Leave the empty cloud out, or find out why it is empty.",
        )
    return (tensor.float() if tensor.element_size() < 4 else tensor).contiguous()


def as_weights(weights: Any | None, points: Tensor, name: str) -> Tensor:
    """Weights (..., n) in the type of points (..., n, d): uniform where none are given."""
    shape = points.shape[:-1]
    if weights is None:
        return torch.full(shape, 1 / shape[-1], dtype=points.dtype, device=points.device)
    tensor = dense(f"weights of {name}", weights)
    if tensor.is_complex():
        raise InputError(f"weights of {name} must be real", f"they are {tensor.dtype}", "Pass their real part.")
    tensor = tensor.to(points.device, points.dtype).contiguous()
    if tensor.ndim == 0 or not _expands(tensor.shape, shape):
        raise InputError(
            f"weights of {name} must have one entry per point, shape {tuple(shape)}",
            f"their shape is {tuple(tensor.shape)}",
            "Pass a weight for every point, 0 for an absent one.",
        )
    return tensor.expand(shape)


def _expands(own: Sequence[int], shape: Sequence[int]) -> bool:
    """Whether weights of this shape serve clouds of that: axes in front may lack or be 1."""
    axes = zip(reversed(own), reversed(shape), strict=False)
    return own[-1] == shape[-1] and len(own) <= len(shape) and all(size in (1, wanted) for size, wanted in axes)


def make_cloud(points: Tensor, weights: Tensor, name: str, uniform: bool = False) -> Cloud:
    """The cloud of points (n, d) with weights (n,), which are not checked if `uniform`; an error names `name`."""
    size = len(weights)
    if uniform:
        return _finite_cloud(Cloud(points, weights, name, torch.arange(size, device=weights.device), size))
    if not bool(torch.isfinite(weights).all()) or bool((weights < 0).any()):
        bad = int((~(torch.isfinite(weights) & (weights >= 0))).nonzero()[0])
        raise InputError(
            f"weights of {name} must be finite and >= 0",
            f"weight {bad} is {float(weights[bad])}",
            "Pass 0 for a point that is absent.",
        )
    kept = (weights > 0).nonzero()[:, 0]
    if not len(kept):
        raise InputError(
            f"{name} must have a point of positive weight",
            f"all {size} weights are 0",
            "Leave the empty cloud out, or find out why it is empty.",
        )
    if len(kept) < size:
        points, weights = points[kept], weights[kept]
    return _finite_cloud(Cloud(points, weights, name, kept, size))


def _finite_cloud(cloud: Cloud) -> Cloud:
    """The cloud, if all of its points are finite."""
    # A finite sum has finite terms, and is ten times faster to find than which term is not.
    if math.isfinite(cloud.points.detach().sum()) or bool((finite := torch.isfinite(cloud.points).all(1)).all()):
        return cloud
    bad = int(cloud.kept[(~finite).nonzero()[0, 0]])
    raise InputError(
        f"points of {cloud.name} must be finite",
        f"point {bad} holds NaN or infinity",
        "Look for the text whose embedding failed, and drop it.",
    )


def promote(clouds: Sequence[Cloud]) -> list[Cloud]:
    """The clouds in the widest float type among them; another device or dimension is an error."""
    first = clouds[0]
    dtype = first.points.dtype
    for cloud in clouds:
        dtype = torch.promote_types(dtype, cloud.points.dtype)
        if cloud.points.device != first.points.device:
            raise InputError(
                f"{first.name} and {cloud.name} must be on one device",
                f"they are on {first.points.device} and {cloud.points.device}",
                f"Move one with .to('{first.points.device}').",
            )
        if cloud.points.shape[1] != first.points.shape[1]:
            raise InputError(
                f"{first.name} and {cloud.name} must have points of one dimension",
                f"they have {first.points.shape[1]} and {cloud.points.shape[1]}",
                "Embed both with one model.",
            )
    return [cloud.to(dtype) for cloud in clouds]


def balance(
    clouds: Sequence[Cloud],
    purpose: str = "for balanced transport",
    mend: str = "Divide each by its sum, or pass reach for unbalanced transport.",
) -> list[Cloud]:
    """The clouds with masses of 1; a notice where they were not, an error (`purpose`, `mend`) where they differ.

    The mass is a constant to gradients, so those in the weights are potentials, known up to a constant.
    """
    masses = [cloud.mass for cloud in clouds]
    for cloud, mass in zip(clouds, masses, strict=True):
        if abs(mass - masses[0]) > MASS_TOLERANCE * max(mass, masses[0]):
            raise InputError(
                f"weights of {clouds[0].name} and {cloud.name} must have one sum {purpose}",
                f"they sum to {masses[0]:.6g} and {mass:.6g}",
                mend,
            )
    if abs(masses[0] - 1) > MASS_TOLERANCE:
        warnings.warn(f"weights that sum to {masses[0]:.6g} are divided by their sum", stacklevel=5)
    return [replace(cloud, weights=cloud.weights / mass) for cloud, mass in zip(clouds, masses, strict=True)]


def prepare(clouds: list[Cloud], options: SinkhornOptions, extent: float) -> list[Cloud]:
    """Masses of 1 for balanced transport, in the float type that carries the costs of clouds of this box diagonal."""
    ready = _once(balance(clouds) if options.reach is None else clouds)
    name = " and ".join(cloud.name for cloud in clouds[:2])
    dtype = fitting_type(clouds[0].points.dtype, options, extent, name)
    return [widened(cloud, options) if dtype == torch.float64 else cloud.to(dtype) for cloud in ready]


def widened(cloud: Cloud, options: SinkhornOptions) -> Cloud:
    """The cloud in float64, and for balanced transport of mass 1 there too."""
    wide = cloud.to(torch.float64)
    done = options.reach is not None or cloud.weights.dtype == wide.weights.dtype
    return wide if done else replace(wide, weights=wide.weights / wide.mass)


def unit_of(length: float) -> float:
    """A power of two near a length: in such units nothing is rounded, and squares neither vanish nor overflow.

    >>> unit_of(5.0), unit_of(0.0)
    (8.0, 1.0)
    """
    return 2.0 ** max(-1000, min(1000, math.frexp(length)[1])) if 0 < length < math.inf else 1.0


def box_diagonal(clouds: Sequence[Cloud]) -> float:
    """Diagonal of the smallest box around all clouds."""
    lows = torch.stack([cloud.points.detach().amin(0) for cloud in clouds]).amin(0)
    highs = torch.stack([cloud.points.detach().amax(0) for cloud in clouds]).amax(0)
    return diagonals(lows[None], highs[None])[0]


def diagonals(lows: Tensor, highs: Tensor) -> list[float]:
    """Diagonals of boxes with these least and largest coordinates (K, d)."""
    sides = (highs.double() - lows.double()).cpu()
    units = [unit_of(length) for length in sides.amax(1).tolist()]
    scaled = sides / torch.tensor(units, dtype=sides.dtype)[:, None]
    lengths = torch.linalg.vector_norm(scaled, dim=1).tolist()
    return [length * unit for length, unit in zip(lengths, units, strict=True)]


def cloud_diameter(clouds: Sequence[Any], weights: Sequence[Any | None] | None = None) -> float:
    """Diagonal of the bounding box of all points of positive weight in all clouds.

    It is where the schedule of a table starts; geomloss takes the same of one pair. `clouds` are tensors (n_g, d),
    `weights` tensors (n_g,) or None for a cloud of which every point counts.

    >>> cloud_diameter([torch.tensor([[0.0, 0.0]]), torch.tensor([[3.0, 4.0]])])
    5.0
    """
    given = items("clouds", clouds, "tensors (n, d)")
    found = box_diagonal(promote(make_clouds(given, weights, [f"cloud {i}" for i in range(len(given))])))
    must = "clouds must have a diameter that float64 holds"
    if not math.isfinite(found):
        raise InputError(must, f"it is {found}", "Divide the points by one number.")
    return found


def make_clouds(clouds: Sequence[Any], weights: Sequence[Any | None] | None, names: Sequence[str]) -> list[Cloud]:
    """Checked clouds from tensors (n_g, d) and weights (n_g,) or None, with a name each for errors."""
    made = []
    if not len(clouds):
        raise InputError("clouds must hold at least one cloud", "the list is empty", "Pass a tensor (n, d) a group.")
    weights = None if weights is None else items("weights", weights, "tensors (n,), one per cloud")
    if weights is not None and len(weights) != len(clouds):
        raise InputError(
            f"weights must have one entry per cloud ({len(clouds)})",
            f"there are {len(weights)}",
            "Pass None for a cloud whose points weigh the same.",
        )
    for place, (points, name) in enumerate(zip(clouds, names, strict=True)):
        tensor = as_points(points, name)
        if tensor.ndim != 2:
            raise InputError(
                f"points of {name} must be (n, d)", f"their shape is {tuple(tensor.shape)}", "Pass one cloud per group."
            )
        made.append(make_cloud(tensor, as_weights(weights[place] if weights else None, tensor, name), name))
    return made


def _once(clouds: list[Cloud]) -> list[Cloud]:
    """Clouds whose gradients are those of the last step, which hold once."""
    tensors = [tensor for cloud in clouds for tensor in (cloud.points, cloud.weights)]
    marked = once_differentiable("the Sinkhorn divergence", *tensors)
    return [
        replace(cloud, points=points, weights=weights)
        for cloud, points, weights in zip(clouds, marked[::2], marked[1::2], strict=True)
    ]
