"""Sums over all pairs of points of a function of their distance, block by block: no (n, m) matrix is ever kept.

On the CPU the native library takes them where no gradients are asked for, in the type of the points; else float64 does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from geobias.distances.cloud_pairs import root
from geobias.distances.inputs import Cloud
from geobias_kernels import native_sums
from geobias_kernels.costs import pooled_mean, squares_between

CPU_BLOCK, GPU_BLOCK = 1 << 18, 1 << 24
"""Entries of a block: 2 MB in float64 stay in a CPU's cache, 128 MB make few launches on a GPU."""

Function = Callable[[Tensor], Tensor]
"""A function of squared distances, entry by entry."""


@dataclass(frozen=True)
class Kernel:
    """A function of the distance of two points.

    Attributes
    ----------
    of_squares : the same of squared distances.
    kind : its name in `geobias_kernels.native_sums`; None = it has none there.
    bandwidth : of a Gaussian.
    smallest : squared distances below it count as it.
    """

    of_squares: Function
    kind: str | None = None
    bandwidth: float = 1.0
    smallest: float = 0.0


DISTANCE = Kernel(partial(root, p=2), "distance")


def gaussian(bandwidth: float) -> Kernel:
    """exp(-|x - y|^2 / (2 bandwidth^2))."""
    return Kernel(lambda squares: torch.exp(squares * (-0.5 / bandwidth**2)), "gaussian", bandwidth)


def pair_sums(kernel: Kernel, x: Cloud, y: Cloud) -> tuple[Tensor, Tensor, Tensor]:
    """`kernel_sum` of x, of y, and of x with y."""
    differentiable = torch.is_grad_enabled() and (x.requires_grad or y.requires_grad)
    if kernel.kind and not differentiable and x.points.device.type == "cpu" and native_sums.obstacle() is None:
        found = native_sums.pair_sums(
            *(x.points, y.points, x.weights, y.weights),
            kernel.kind,
            bandwidth=kernel.bandwidth,
            smallest=kernel.smallest,
            threads=torch.get_num_threads(),
        )
        if found is not None:
            return torch.tensor(found, dtype=torch.float64).unbind()  # type: ignore[return-value]
    function = kernel.of_squares
    return kernel_sum(function, x), kernel_sum(function, y), kernel_sum(function, x, y)


def kernel_sum(kernel: Function, x: Cloud, y: Cloud | None = None) -> Tensor:
    """sum_ij a_i b_j kernel(|x_i - y_j|^2) in float64; y=None is x with itself, from the upper triangle alone.

    With gradients a block is computed again when they are taken, so memory stays bounded then too.
    """
    other = x if y is None else y
    centre = pooled_mean(x.points, other.points)
    left, a = x.points.double() - centre, x.weights.double()
    right, b = (left, a) if y is None else (y.points.double() - centre, y.weights.double())
    step = max(1, (CPU_BLOCK if left.device.type == "cpu" else GPU_BLOCK) // len(right))
    blocks = [(top, min(top + step, len(left))) for top in range(0, len(left), step)]
    total = a.new_zeros(())
    for top, bottom in blocks:
        # Slices alone are kept for the gradients: what a block made of them would add up over the blocks.
        start, own = (top, bottom - top) if y is None else (0, 0)
        args = (kernel, left[top:bottom], right[start:], a[top:bottom], b[start:], own)
        if len(blocks) > 1 and torch.is_grad_enabled() and (x.requires_grad or other.requires_grad):
            total = total + checkpoint(_block, *args, use_reentrant=False, preserve_rng_state=False)
        else:
            total = total + _block(*args)
    return total


def _block(kernel: Function, x: Tensor, y: Tensor, a: Tensor, b: Tensor, own: int) -> Tensor:
    """Sum over a block; of a cloud with itself, what is right of the first `own` columns stands for what is below."""
    values = kernel(squares_between(x, y))
    if not own:
        return a @ (values @ b)
    return a @ (2 * (values @ b) - values[:, :own] @ b[:own])
