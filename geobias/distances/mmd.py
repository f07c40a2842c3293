"""The squared maximum mean discrepancy with a Gaussian kernel."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor

from geobias.arguments import choice, number
from geobias.distances.cloud_pairs import measure_pairs
from geobias.distances.energy import distinct_share
from geobias.distances.inputs import Cloud
from geobias.distances.kernel_sums import gaussian, pair_sums
from geobias.errors import InputError
from geobias_kernels.costs import pooled_mean, squares_between

ESTIMATORS = ("biased", "unbiased", "linear")

MEDIAN_POINTS = 2000
"""The median heuristic looks at no more points than this, evenly spaced in both clouds together."""


def mmd(
    x: Any,
    y: Any,
    a: Any | None = None,
    b: Any | None = None,
    *,
    bandwidth: float | None = None,
    estimator: str = "biased",
) -> Tensor:
    """Squared MMD, E k(X, X') + E k(Y, Y') - 2 E k(X, Y), with k(x, y) = exp(-|x - y|^2 / (2 bandwidth^2)).

    Parameters
    ----------
    x, y : float tensors (..., n, d) and (..., m, d); leading axes are a batch and broadcast.
    a, b : weights (..., n) and (..., m), >= 0, of one sum; None = uniform; 0 = the point is absent.
    bandwidth : in units of the points; None = `median_bandwidth` of each pair. Give one number where values are to be
        compared: two pairs with bandwidths of their own are measured with two rulers.
    estimator : of Gretton et al. 2012 (JMLR 13): "biased", the distance between the clouds as they are, >= 0 (equation
        5); "unbiased", without the pairs of a point with itself (equation 3), negative at times; "linear", over
        successive pairs of points (Lemma 14), at a cost linear in n, for points in random order: both clouds are then
        of one size and unweighted, and an odd last point is left out.

    Returns
    -------
    Tensor (...,); summed in float64 block by block, in memory that does not grow with n m. Differentiable, twice too;
    the median bandwidth is a constant to gradients.

    Raises
    ------
    InputError : an empty cloud, NaN, a negative weight, masses that differ, a wrong setting, too few points.

    >>> x = torch.tensor([[0.0], [1.0]])
    >>> round(mmd(x, x + 1, bandwidth=1.0).item(), 4)
    0.4323
    """
    choice("estimator", estimator, ESTIMATORS)
    if bandwidth is not None:
        must = "be a positive number or None"
        bandwidth = number("bandwidth", bandwidth, must, lambda v: 1e-100 < v < 1e100, "Pass bandwidth=None.")
    if estimator == "linear" and (a is not None or b is not None):
        raise InputError(
            "estimator 'linear' must have no weights",
            "a or b is given",
            "Drop absent points and leave the weights out, or pass estimator='biased'.",
        )
    measure = _linear if estimator == "linear" else partial(_quadratic, unbiased=estimator == "unbiased")
    degree = 0 if bandwidth is None else None
    return measure_pairs(lambda x, y: measure(x, y, bandwidth or _median(x, y) or 1.0), x, y, a, b, degree, wide=False)


def median_bandwidth(x: Any, y: Any, a: Any | None = None, b: Any | None = None) -> Tensor:
    """Median of the positive distances between the points of both clouds together (..., n, d) and (..., m, d).

    Every point of positive weight counts the same; beyond 2000 points, 2000 evenly spaced ones do. 1 where all points
    are one. A tensor (...,), a constant to gradients.

    >>> median_bandwidth(torch.tensor([[0.0], [1.0]]), torch.tensor([[3.0]])).item()
    2.0
    """
    found = measure_pairs(lambda x, y: torch.tensor(_median(x, y), dtype=torch.float64), x, y, a, b)
    return found.masked_fill(found == 0, 1)


def _median(x: Cloud, y: Cloud) -> float:
    """The median of the positive distances, 0 where there are none."""
    points = torch.cat([x.points, y.points]).detach().double() - pooled_mean(x.points, y.points)
    if len(points) > MEDIAN_POINTS:
        points = points[torch.linspace(0, len(points) - 1, MEDIAN_POINTS, dtype=torch.float64).long()]
    above = torch.triu_indices(len(points), len(points), 1, device=points.device)
    squares = squares_between(points, points)[above[0], above[1]]
    squares = squares[squares > 0]
    return float(squares.median().sqrt()) if len(squares) else 0.0


def _quadratic(x: Cloud, y: Cloud, bandwidth: float, unbiased: bool) -> Tensor:
    of_x, of_y, between = pair_sums(gaussian(bandwidth), x, y)
    if unbiased:  # the kernel of a point with itself is 1
        of_x, of_y = (
            (value - cloud.weights.double().square().sum()) / distinct_share(cloud, "unbiased")
            for value, cloud in ((of_x, x), (of_y, y))
        )
    return of_x + of_y - 2 * between


def _linear(x: Cloud, y: Cloud, bandwidth: float) -> Tensor:
    if len(x.points) != len(y.points) or len(x.points) < 2:
        raise InputError(
            f"{x.name} and {y.name} must have as many points, at least 2, for estimator 'linear'",
            f"they have {len(x.points)} and {len(y.points)}",
            "Draw as many from each, or pass estimator='unbiased'.",
        )
    half = len(x.points) // 2
    (x1, x2), (y1, y2) = ((c.points[: 2 * half : 2].double(), c.points[1 : 2 * half : 2].double()) for c in (x, y))

    def mean(one: Tensor, other: Tensor) -> Tensor:
        return gaussian(bandwidth).of_squares((one - other).square().sum(1)).mean()

    return mean(x1, x2) + mean(y1, y2) - mean(x1, y2) - mean(x2, y1)
