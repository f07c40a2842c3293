"""Tables of units: how unlike every two units are, and their inner products, from the texts that each of them gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import shrunk_covariance
from geobias_kernels.costs import squares_between

_ENTRIES = 1 << 24  # squared distances that are held at once
_SCALE_POINTS = 1_000


def median_distance(points: Iterable[np.ndarray], rng: np.random.Generator) -> float:
    """Median distance of texts of all groups together, (n, k, d) each, of 1,000 at most drawn at random; 1 where all
    are equal.

    The draw looks at no group, so that a bandwidth made of it is one for every permutation of units.
    """
    texts = np.concatenate([of_group.reshape(-1, of_group.shape[-1]) for of_group in points])
    drawn = torch.from_numpy(texts[rng.permutation(len(texts))[:_SCALE_POINTS]]).double()
    squares = squares_between(drawn - drawn.mean(0), drawn - drawn.mean(0))
    positive = squares[squares > 0]
    return float(positive.median().sqrt()) if len(positive) else 1.0


def unit_dissimilarities(points: np.ndarray, bandwidths: Sequence[float]) -> list[np.ndarray]:
    """Euclidean distances of units, then minus their Gaussian kernels of every bandwidth; float32 (N, N) each.

    points : float (N, k, d), k texts of every unit; two units are as unlike as their texts are on average. What a point
    adds to all its dissimilarities is taken out, for it cancels in every excess (exactly: it stands once between and
    twice half within) and would cost digits of float32. The diagonal is 0.
    """
    units, texts, width = points.shape
    flat = torch.from_numpy(points.reshape(-1, width)).double()
    flat = flat - flat.mean(0)
    step = max(1, _ENTRIES // (texts * len(flat)))
    tables = [np.empty((units, units)) for _ in range(1 + len(bandwidths))]
    for start in range(0, units, step):
        squares = squares_between(flat[start * texts : (start + step) * texts], flat).clamp_min(0)
        parts = [squares.sqrt(), *(-(squares / (-2 * width_of**2)).exp() for width_of in bandwidths)]
        for table, part in zip(tables, parts, strict=True):
            table[start : start + step] = part.reshape(-1, texts, units, texts).mean((1, 3)).numpy()
    return [_residual(table) for table in tables]


def _residual(table: np.ndarray) -> np.ndarray:
    np.fill_diagonal(table, 0.0)
    size = len(table)
    means = table.sum(0) / (size - 1)
    left = table - means[:, None] - means + means.mean()
    np.fill_diagonal(left, 0.0)
    return left.astype(np.float32)


def whitened_kernel(means: np.ndarray) -> np.ndarray:
    """Inner products (N, N), float64, of units' mean vectors (N, d), whitened by the shrunk covariance of them all.

    No permutation of the units changes it. A dimension without variance counts as one of variance 1.
    """
    points = torch.from_numpy(means).double()
    centred = points - points.mean(0)
    covariance = shrunk_covariance(centred, "auto")
    flat: Tensor = covariance.diagonal() <= 0
    covariance[flat, flat] = 1.0
    return (centred @ torch.cholesky_solve(centred.T, torch.linalg.cholesky(covariance))).numpy()
