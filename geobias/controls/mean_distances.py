"""Mahalanobis distances between the means of the groups of many assignments of the same clusters.

They are U-statistics of clusters, so that their expectation is 0 for groups of one law whatever their sizes.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import ledoit_wolf_shrinkage
from geobias.parallel import single_threaded


def mahalanobis_tables(points: np.ndarray, assignments: np.ndarray) -> np.ndarray:
    """Squared Mahalanobis distances of the groups' means, unbiased, float64 (B, G, G).

    points : float (U, d), a vector of each cluster. assignments : int (B, U), groups 0 to G - 1.

    With K the inner products of points whitened by the shrunk covariance S within the groups of the assignment it is
    mean K(A, A') + mean K(B, B') - 2 mean K(A, B) over distinct clusters (Chen and Qin 2010, Annals of Statistics 38,
    for S = 1). S differs between assignments by the groups' means alone, so the points are whitened once by what all
    have in common, and the inverse is corrected for the means (Woodbury 1950): by as much of what is between the groups
    as noise does not explain. To take all of it out of S would leave S least where the means happen to lie apart, and
    distances of one law well above 0 (.12 for 6 groups of 810 in 384 dimensions).
    """
    with single_threaded():
        whitened, amount = _whitened(torch.from_numpy(points).double())
        return np.stack([_mahalanobis(whitened, assignment, amount) for assignment in assignments])


def _whitened(points: Tensor) -> tuple[Tensor, float]:
    """Centred points whitened by their covariance shrunk towards its diagonal, and the amount (Ledoit and Wolf).

    A dimension in which nothing differs is left out, unless there is no other: it would count in the amount.
    """
    centred = points - points.mean(0)
    scale = centred.square().mean(0).sqrt()
    if not (scale > 0).any():
        return centred, 0.0
    scaled = (centred / scale)[:, scale > 0]
    amount = ledoit_wolf_shrinkage(scaled)
    covariance = (1 - amount) * (scaled.T @ scaled) / len(scaled)
    covariance.diagonal().add_(amount)
    return torch.linalg.solve_triangular(torch.linalg.cholesky(covariance), scaled.T, upper=False).T, amount


def _mahalanobis(whitened: Tensor, assignment: np.ndarray, amount: float) -> np.ndarray:
    """(G, G) of points whose covariance is 1, of which (1 - amount) times that between the groups is to be taken."""
    member = torch.nn.functional.one_hot(torch.from_numpy(assignment)).to(whitened)  # (U, G)
    counts = member.sum(0)
    means = (member.T @ whitened) / counts[:, None]
    between = means * ((1 - amount) * counts / len(whitened)).sqrt()[:, None]  # (G, d): S = 1 - between' between
    found, axes = torch.linalg.eigh(between @ between.T)
    noise = (1 - amount) * whitened.square().sum(1).mean() / len(whitened) + 1e-12  # of each axis, for equal means
    between = (1 - noise / torch.maximum(found, noise)).sqrt()[:, None] * (axes.T @ between)
    left = torch.linalg.inv(torch.eye(len(counts)).to(means) - between @ between.T)
    onto = whitened @ between.T
    own = whitened.square().sum(1) + ((onto @ left) * onto).sum(1)  # of a point with itself
    projected = means @ between.T
    products = means @ means.T + projected @ left @ projected.T
    same = (products.diagonal() * counts.square() - member.T @ own) / (counts * (counts - 1))
    apart = same[:, None] + same - 2 * products
    return (apart - torch.diag(apart.diagonal())).numpy()
