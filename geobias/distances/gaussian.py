"""The Wasserstein distance between Gaussians: of given moments, or fitted to clouds."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from geobias.distances.cloud_pairs import measure_pairs, root
from geobias.distances.inputs import Cloud
from geobias.distances.once_differentiable import once_differentiable
from geobias.errors import InputError
from geobias.tensors import dense

MOMENTS = ("mean_x", "covariance_x", "mean_y", "covariance_y")

PSD_TOLERANCE = 1e-5
"""Asymmetry and negative eigenvalues up to this part of a covariance's largest entry are rounding."""


def gaussian_wasserstein(x: Any, y: Any, a: Any | None = None, b: Any | None = None) -> Tensor:
    """W_2 between the Gaussians that have the means and covariances of two clouds; a lower bound of W_2 of the clouds.

    Parameters
    ----------
    x, y : float tensors (..., n, d) and (..., m, d); leading axes are a batch and broadcast. n < d is fine.
    a, b : weights (..., n) and (..., m), >= 0, of one sum; None = uniform; 0 = the point is absent. Covariances are
        sum_i a_i (x_i - mean) (x_i - mean)^T: divided by n, not n - 1, where uniform.

    Returns
    -------
    Tensor (...,), in units of the points, computed in float64 without a d by d root; equal clouds come out at 0 up to
    about 1e-7 of their extent. Differentiable once, in points and weights; the gradient is 0 where the distance is.

    Raises
    ------
    InputError : an empty cloud, NaN, a negative weight, masses that differ.

    >>> x = torch.tensor([[-1.0], [1.0]])
    >>> round(gaussian_wasserstein(x, 2 * x + 3).item(), 4)  # N(0, 1) and N(3, 4)
    3.1623
    """
    return measure_pairs(_between_clouds, x, y, a, b)


def bures_wasserstein(mean_x: Any, covariance_x: Any, mean_y: Any, covariance_y: Any) -> Tensor:
    """W_2 between Gaussians of given means (..., d) and covariances (..., d, d); leading axes broadcast.

    W_2^2 = |mean_x - mean_y|^2 + tr A + tr B - 2 tr (A^1/2 B A^1/2)^1/2 (Dowson and Landau 1982; Bhatia et al. 2019).

    Returns
    -------
    Tensor (...,), computed in float64. Differentiable once; in covariances where these are positive definite.

    Raises
    ------
    InputError : NaN, a covariance that is not symmetric or has a negative eigenvalue, shapes that do not fit.

    >>> zero, one = torch.zeros(2), torch.eye(2)
    >>> round(bures_wasserstein(zero, one, zero, 4 * one).item(), 4)
    1.4142
    """
    given = [
        dense(name, value).contiguous()
        for name, value in zip(MOMENTS, (mean_x, covariance_x, mean_y, covariance_y), strict=True)
    ]
    _check_shapes(given)
    dtype = torch.promote_types(given[0].dtype, torch.float32)
    for value in given:
        dtype = torch.promote_types(dtype, value.dtype)
    moments = once_differentiable("the Gaussian distance", *(value.double() for value in given))
    first, spread_x, second, spread_y = moments
    traces = spread_x.diagonal(dim1=-2, dim2=-1).sum(-1) + spread_y.diagonal(dim1=-2, dim2=-1).sum(-1)
    overlap = _overlap(_factor(spread_x, "covariance_x"), _factor(spread_y, "covariance_y"))
    return root((first - second).square().sum(-1) + traces - 2 * overlap, 2).to(dtype)


def _between_clouds(x: Cloud, y: Cloud) -> Tensor:
    sides = [tensor.double() for cloud in (x, y) for tensor in (cloud.points, cloud.weights)]
    points_x, a, points_y, b = once_differentiable("the Gaussian distance", *sides)
    first, second = a @ points_x, b @ points_y
    factor_x, factor_y = (points_x - first) * a.sqrt()[:, None], (points_y - second) * b.sqrt()[:, None]
    traces = factor_x.square().sum() + factor_y.square().sum()
    return root((first - second).square().sum() + traces - 2 * _overlap(factor_x, factor_y), 2)


def _overlap(x: Tensor, y: Tensor) -> Tensor:
    """tr (A^1/2 B A^1/2)^1/2 of A = x^T x and B = y^T y with x (..., n, d), y (..., m, d): sum of singular values of
    x y^T.

    The sum of singular values of M = U S V^T has the gradient U V^T. It is given by hand, since those of the
    decompositions are not finite where a rank is missing, and holds once.
    """
    with torch.no_grad():
        (basis_x, small_x), (basis_y, small_y) = _reduce(x), _reduce(y)
        left, values, right = torch.linalg.svd(small_x @ small_y.mT, full_matrices=False)
        turn = left @ right
        grad_x, grad_y = turn @ small_y, turn.mT @ small_x
        grad_x = grad_x if basis_x is None else basis_x @ grad_x
        grad_y = grad_y if basis_y is None else basis_y @ grad_y
    value = values.sum(-1)
    for factor, grad in ((x, grad_x), (y, grad_y)):
        if factor.requires_grad:
            value = value + (grad * (factor - factor.detach())).sum((-2, -1))
    return value


def _reduce(x: Tensor) -> tuple[Tensor | None, Tensor]:
    """x (..., n, d) as an orthonormal basis (..., n, d) times (..., d, d) where n > d; else None and x."""
    return tuple(torch.linalg.qr(x)) if x.shape[-2] > x.shape[-1] else (None, x)


def _factor(covariance: Tensor, name: str) -> Tensor:
    """L^T (..., d, d) with L L^T the covariance: by Cholesky, or by eigenvectors where one is singular."""
    scale = covariance.detach().abs().amax((-2, -1))
    skew = (covariance - covariance.mT).detach().abs().amax((-2, -1))
    symmetric = bool((skew <= PSD_TOLERANCE * scale).all())
    lower, info = torch.linalg.cholesky_ex((covariance + covariance.mT) / 2)
    if symmetric and not bool(info.any()):
        return lower.mT
    values, vectors = torch.linalg.eigh(covariance.detach())
    if not symmetric or bool((values[..., 0] < -PSD_TOLERANCE * scale).any()):
        raise InputError(
            f"{name} must be symmetric with no negative eigenvalue",
            f"its asymmetry is {float(skew.max()):.3g} and its smallest eigenvalue {float(values.min()):.3g}",
            "Pass x^T x of centred points, divided by their number.",
        )
    if covariance.requires_grad:
        raise InputError(
            f"{name} must be positive definite to be differentiated",
            f"its smallest eigenvalue is {float(values.min()):.3g}",
            "Pass the points to gaussian_wasserstein, or add a small multiple of the identity.",
        )
    return values.clamp_min(0).sqrt()[..., None] * vectors.mT


def _check_shapes(given: list[Tensor]) -> None:
    d = given[0].shape[-1] if given[0].ndim else 0
    for value, name in zip(given, MOMENTS, strict=True):
        own = (d,) if name.startswith("mean") else (d, d)
        if not value.is_floating_point() or d == 0 or tuple(value.shape[-len(own) :]) != own:
            raise InputError(
                f"{name} must be a float tensor {'(..., d)' if len(own) == 1 else '(..., d, d)'} with d = {d}",
                f"it is {value.dtype} of shape {tuple(value.shape)}",
                "Pass means (..., d) and covariances (..., d, d) of one d > 0.",
            )
        if not bool(torch.isfinite(value).all()):
            raise InputError(f"{name} must be finite", "it holds NaN or infinity", "Look for what it was made of.")
        if value.device != given[0].device:
            raise InputError(f"{name} must be where {MOMENTS[0]} is", f"it is on {value.device}", "Move it with .to().")
    try:
        torch.broadcast_shapes(*(value.shape[: -1 - (k % 2)] for k, value in enumerate(given)))
    except RuntimeError:
        shapes = [tuple(value.shape) for value in given]
        raise InputError(
            "means and covariances must have leading axes that broadcast",
            f"their shapes are {shapes}",
            "Pass as many of each.",
        ) from None
