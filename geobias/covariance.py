"""Covariance matrices, plain and shrunk, as scikit-learn's discriminant takes them; torch alone."""

from __future__ import annotations

import torch
from torch import Tensor


def shrunk_covariance(features: Tensor, shrinkage: str | float | None) -> Tensor:
    """Covariance (d, d) of rows (n, d) about their mean, divided by n, shrunk towards the mean variance.

    shrinkage : None, a number in [0, 1], or "auto": the amount of Ledoit and Wolf (2004) for features scaled to unit
        variance, as scikit-learn's discriminant scales them.

    >>> shrunk_covariance(torch.tensor([[0.0, 0], [2, 4]]), 0.5).tolist()
    [[1.75, 1.0], [1.0, 3.25]]
    """
    if shrinkage == "auto":
        scale = features.std(0, correction=0)
        scale = torch.where(scale == 0, torch.ones_like(scale), scale)
        scaled = (features - features.mean(0)) / scale
        return scale[:, None] * _shrunk(_empirical(scaled), ledoit_wolf_shrinkage(scaled)) * scale
    return _shrunk(_empirical(features), 0.0 if shrinkage is None else float(shrinkage))


def shrink(covariance: Tensor, amount: float | Tensor, mean_variance: Tensor) -> Tensor:
    """Covariances (..., d, d) moved by one amount towards their mean variance, the mean (...) of their diagonals."""
    shrunk = (1 - amount) * covariance
    shrunk.diagonal(dim1=-2, dim2=-1).add_((amount * mean_variance)[..., None])
    return shrunk


def ledoit_wolf_shrinkage(centred: Tensor) -> float:
    """The optimal amount of Ledoit and Wolf 2004 (Lemmas 3.2 to 3.5) for centred rows (n, d)."""
    covariance = centred.T @ centred / len(centred)
    return float(ledoit_wolf_amount(centred, covariance.square().sum(), covariance.diagonal().mean()))


def ledoit_wolf_amount(centred: Tensor, squares: Tensor, mean_variance: Tensor) -> Tensor:
    """Amounts (...) in [0, 1] for centred rows (..., n, d) whose covariances, divided by n, are known by the sum of
    their squared entries (...) and the mean of their diagonals (...); no covariance need be built."""
    n, d = centred.shape[-2:]
    if d == 1:
        return torch.zeros_like(squares)
    distance = (squares - d * mean_variance.square()) / d
    fourth = centred.square().sum(-1).square().sum(-1) / n
    noise = torch.minimum((fourth - squares) / (n * d), distance)
    return torch.where(noise == 0, torch.zeros_like(noise), noise / distance)


def _empirical(features: Tensor) -> Tensor:
    centred = features - features.mean(0)
    return centred.T @ centred / len(features)


def _shrunk(covariance: Tensor, amount: float) -> Tensor:
    return shrink(covariance, amount, covariance.diagonal().mean())
