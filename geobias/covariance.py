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
        return scale[:, None] * _shrink(_empirical(scaled), ledoit_wolf_shrinkage(scaled)) * scale
    return _shrink(_empirical(features), 0.0 if shrinkage is None else float(shrinkage))


def ledoit_wolf_shrinkage(centred: Tensor) -> float:
    """The optimal amount of Ledoit and Wolf 2004 (Lemmas 3.2 to 3.5) for centred rows (n, d)."""
    n, d = centred.shape
    if d == 1:
        return 0.0
    covariance = centred.T @ centred / n
    mean_variance = covariance.diagonal().mean()
    distance = (covariance.square().sum() - d * mean_variance.square()) / d
    fourth = centred.square().sum(1).square().sum() / n
    noise = torch.minimum((fourth - covariance.square().sum()) / (n * d), distance)
    return 0.0 if float(noise) == 0 else float(noise / distance)


def _empirical(features: Tensor) -> Tensor:
    centred = features - features.mean(0)
    return centred.T @ centred / len(features)


def _shrink(covariance: Tensor, amount: float) -> Tensor:
    mean_variance = covariance.diagonal().mean()
    return (1 - amount) * covariance + amount * mean_variance * torch.eye(len(covariance)).to(covariance)
