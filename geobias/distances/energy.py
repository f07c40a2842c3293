"""The energy distance between clouds."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import Tensor

from geobias.arguments import choice
from geobias.distances.cloud_pairs import measure_pairs
from geobias.distances.inputs import Cloud
from geobias.distances.kernel_sums import DISTANCE, pair_sums
from geobias.errors import InputError

ESTIMATORS = ("v", "u")


def energy_distance(x: Any, y: Any, a: Any | None = None, b: Any | None = None, *, estimator: str = "v") -> Tensor:
    """2 E|X - Y| - E|X - X'| - E|Y - Y'|, Euclidean norms (Székely and Rizzo 2013, J. Stat. Plan. Inference 143).

    Parameters
    ----------
    x, y : float tensors (..., n, d) and (..., m, d); leading axes are a batch and broadcast.
    a, b : weights (..., n) and (..., m), >= 0, of one sum; None = uniform; 0 = the point is absent.
    estimator : "v", the distance between the two clouds as they are: >= 0, and 0 only where they are equal; or "u",
        unbiased for the distributions that they are samples of, and negative at times: a point is not compared with
        itself, E|X - X'| being sum_ij a_i a_j |x_i - x_j| / (1 - sum_i a_i^2).

    Returns
    -------
    Tensor (...,), in units of the points (scipy.stats.energy_distance gives its root); summed in float64 block by
    block, in memory that does not grow with n m. Differentiable, twice too; coincident points attract nothing.

    Raises
    ------
    InputError : an empty cloud, NaN, a negative weight, masses that differ, a single point where "u" needs two.

    >>> import torch
    >>> x = torch.tensor([[0.0], [2.0]])
    >>> energy_distance(x, x + 1).item(), energy_distance(x, x + 1, estimator="u").item()
    (1.0, -1.0)
    """
    choice("estimator", estimator, ESTIMATORS)
    return measure_pairs(partial(_energy, unbiased=estimator == "u"), x, y, a, b, wide=False)


def _energy(x: Cloud, y: Cloud, unbiased: bool) -> Tensor:
    of_x, of_y, between = pair_sums(DISTANCE, x, y)
    if unbiased:
        of_x, of_y = of_x / distinct_share(x, "u"), of_y / distinct_share(y, "u")
    return 2 * between - of_x - of_y


def distinct_share(cloud: Cloud, estimator: str) -> Tensor:
    """1 - sum_i w_i^2, the mass of pairs of distinct points; a cloud of one point has none."""
    if len(cloud.points) < 2:
        raise InputError(
            f"{cloud.name} must have at least 2 points of positive weight for estimator '{estimator}'",
            "it has 1",
            "Pass more points, or the other estimator.",
        )
    return 1 - cloud.weights.double().square().sum()
