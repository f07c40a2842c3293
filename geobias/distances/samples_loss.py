"""`SamplesLoss` with geomloss's constructor and values, so that a user of geomloss changes one import."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from geobias.arguments import flag, shown
from geobias.distances.cloud_pairs import cloud_pairs
from geobias.distances.inputs import MASS_TOLERANCE, as_points
from geobias.distances.kernel_sums import Kernel, gaussian, pair_sums
from geobias.distances.sinkhorn import solve_pairs
from geobias.distances.sinkhorn_options import SinkhornOptions, check_diameter
from geobias.errors import InputError
from geobias_kernels.costs import SMALLEST_SQUARE

GEOMLOSS_BACKENDS = ("auto", "tensorized", "online", "multiscale")
KERNEL_LOSSES = ("energy", "gaussian", "laplacian")


class SamplesLoss(torch.nn.Module):
    """A loss between sampled measures: `from geobias.distances import SamplesLoss` in place of geomloss 0.3.1's.

    Parameters
    ----------
    loss : "sinkhorn"; or "energy", "gaussian", "laplacian", half the squared norm of a - b in that kernel.
    p, blur, reach, diameter, scaling, debias : as in `sinkhorn_divergence`. diameter=None is geomloss's: one box around
        the whole batch, here of points of positive weight alone. blur is the scale of the two other kernels too.
    potentials : return (F, G) instead of the value, (B, n) and (B, m), B = 1 without a batch; "sinkhorn" alone. NaN
        where the weight is 0.
    backend : a name of geomloss ("auto", "tensorized", "online", "multiscale"), all of which are "auto" here, or one
        from `available_backends`.
    truncate, cluster_scale, verbose : of geomloss's multiscale solver; accepted, and without effect: nothing is
        truncated here.
    cost, kernel : must be None.

    Calling it
    ----------
    loss(x, y) or loss(a, x, b, y) with x (n, d), y (m, d) gives a scalar; x (B, n, d), y (B, m, d) a tensor (B,).
    Weights are (n,) or (n, 1), (B, n) or (B, n, 1), and need not sum to 1: the value grows with the mass.

    Differences from geomloss: inputs are checked (masses that differ are an error without `reach`); a cloud of one
    point is no error; gradients with `reach` are those of the converged value, as geomloss's own comments want them,
    where its code leaves out a factor (rho + eps) / (rho + eps / 2); second derivatives of "sinkhorn" are refused.

    >>> loss = SamplesLoss("sinkhorn", p=2, blur=0.05)
    >>> round(loss(torch.zeros(1, 2), torch.tensor([[3.0, 4.0]])).item(), 4)
    12.5
    """

    def __init__(
        self,
        loss: str = "sinkhorn",
        p: int = 2,
        blur: float = 0.05,
        reach: float | None = None,
        diameter: float | None = None,
        scaling: float = 0.5,
        truncate: float | None = 5,
        cost: Any | None = None,
        kernel: Any | None = None,
        cluster_scale: float | None = None,
        debias: bool = True,
        potentials: bool = False,
        verbose: bool = False,
        backend: str = "auto",
    ):
        super().__init__()
        _refuse(loss, cost, kernel, potentials)
        own = "auto" if isinstance(backend, str) and backend in GEOMLOSS_BACKENDS else backend
        self.options = SinkhornOptions(p, blur, scaling, reach, debias, None, own, "ieee")
        self.loss, self.potentials, self.diameter = loss, potentials, check_diameter(diameter)

    def forward(self, *args: Tensor) -> Tensor | tuple[Tensor, Tensor]:
        """loss(x, y) or loss(a, x, b, y)."""
        if len(args) not in (2, 4):
            raise InputError(
                "SamplesLoss must be given (x, y) or (a, x, b, y)",
                f"it was given {len(args)} arguments",
                "Leave cluster labels out: nothing is clustered here.",
            )
        a, x, b, y = (None, args[0], None, args[1]) if len(args) == 2 else args
        x, y = as_points(x, "x"), as_points(y, "y")
        if x.ndim != y.ndim or x.ndim > 3 or x.shape[:-2] != y.shape[:-2]:
            raise InputError(
                "x and y must be (n, d) and (m, d), or (B, n, d) and (B, m, d)",
                f"their shapes are {tuple(x.shape)} and {tuple(y.shape)}",
                "Pass as many clouds in y as in x, or use sinkhorn_divergence, which broadcasts.",
            )
        flat_a, flat_b = _flat(a, x), _flat(b, y)
        if self.loss != "sinkhorn":
            return self._kernel_loss(x, y, flat_a, flat_b)
        value, f, g = self._sinkhorn(x, y, flat_a, flat_b)
        if not self.potentials:
            return value
        return f.reshape(-1, f.shape[-1]), g.reshape(-1, g.shape[-1])

    def _sinkhorn(self, x: Tensor, y: Tensor, a: Tensor | None, b: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        if a is None or b is None or self.options.reach is not None:
            solution = solve_pairs(x, y, a, b, self.options, self.diameter, joint=True)
            return solution.value, solution.f, solution.g
        mass = a.detach().sum(-1, dtype=torch.float64)
        if bool(((mass - 1).abs() <= MASS_TOLERANCE).all()) or not bool((mass > 0).all()):
            solution = solve_pairs(x, y, a, b, self.options, self.diameter, joint=True)
            return solution.value, solution.f, solution.g
        return self._of_mass(x, y, a, b, mass)

    def _of_mass(self, x: Tensor, y: Tensor, a: Tensor, b: Tensor, mass: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Of clouds of mass M: M times the value of mass 1; undebiased, potentials are less eps ln(M) / 2 each."""
        scale = mass[..., None]
        solution = solve_pairs(x, y, a / scale, b / scale, self.options, self.diameter, joint=True)
        shift = torch.zeros_like(mass) if self.options.debias else self.options.eps * mass.log() / 2
        value = mass * solution.value - shift * (a.sum(-1) + b.sum(-1))
        f, g = (potential - shift[..., None] for potential in (solution.f, solution.g))
        return tuple(part.to(solution.value.dtype) for part in (value, f, g))  # type: ignore[return-value]

    def _kernel_loss(self, x: Tensor, y: Tensor, a: Tensor | None, b: Tensor | None) -> Tensor:
        kernel, sign = _kernel(self.loss, self.options.blur), -1 if self.loss == "energy" else 1
        shape, pairs = cloud_pairs(x, y, a, b)
        sums = [pair_sums(kernel, *pair) for pair in pairs]
        values = [sign * ((of_x + of_y) / 2 - between) for of_x, of_y, between in sums]
        return torch.stack(values).to(pairs[0][0].points.dtype).reshape(shape)


def _kernel(loss: str, blur: float) -> Kernel:
    """geomloss's kernels, with its smallest distance in the two that take a root; of "energy" the negative."""
    if loss == "gaussian":
        return gaussian(blur)
    if loss == "laplacian":
        return Kernel(lambda squares: torch.exp(-(squares / blur**2).clamp_min(SMALLEST_SQUARE).sqrt()))
    return Kernel(lambda squares: squares.clamp_min(SMALLEST_SQUARE).sqrt(), "distance", smallest=SMALLEST_SQUARE)


def _flat(weights: Tensor | None, points: Tensor) -> Tensor | None:
    """Weights (n, 1) as (n,), and (B, n, 1) as (B, n)."""
    if weights is None or weights.ndim != points.ndim or weights.shape[-1] != 1:
        return weights
    return weights[..., 0]


def _refuse(loss: str, cost: Any, kernel: Any, potentials: bool) -> None:
    """What geomloss can do and this cannot."""
    elsewhere = "Keep geomloss.SamplesLoss for this one."
    if not isinstance(loss, str) or (loss != "sinkhorn" and loss not in KERNEL_LOSSES):
        raise InputError(f"loss must be 'sinkhorn' or one of {KERNEL_LOSSES}", f"it is {shown(loss)}", elsewhere)
    for name, value in (("cost", cost), ("kernel", kernel)):
        if value is not None:
            raise InputError(
                f"{name} must be None", f"it is {value!r}", f"Choose p=1 or p=2, or a loss by name. {elsewhere}"
            )
    if flag("potentials", potentials) and loss != "sinkhorn":
        raise InputError("potentials=True must come with loss='sinkhorn'", f"loss is {loss!r}", elsewhere)
