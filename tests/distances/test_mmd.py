"""The MMD against scikit-learn's kernels, its median bandwidth and its estimators."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances import median_bandwidth, mmd
from geobias.errors import InputError

pairwise = pytest.importorskip("sklearn.metrics.pairwise")
spatial = pytest.importorskip("scipy.spatial")
Normal = Callable[..., torch.Tensor]


def kernel(x: torch.Tensor, y: torch.Tensor, bandwidth: float) -> torch.Tensor:
    return torch.from_numpy(pairwise.rbf_kernel(x.numpy(), y.numpy(), gamma=0.5 / bandwidth**2))


@pytest.mark.parametrize(("n", "m", "d"), [(20, 15, 1), (20, 15, 6), (9, 30, 200)])
def test_estimators_are_sums_of_the_kernel(normal: Normal, n: int, m: int, d: int) -> None:
    x, y = normal(n, d, seed=1), normal(m, d, seed=2) + 0.3
    width = 1.5 * d**0.5
    xx, yy, xy = kernel(x, x, width), kernel(y, y, width), kernel(x, y, width)
    biased = xx.mean() + yy.mean() - 2 * xy.mean()
    torch.testing.assert_close(mmd(x, y, bandwidth=width), biased, rtol=1e-9, atol=1e-13)
    unbiased = (xx.sum() - n) / (n * (n - 1)) + (yy.sum() - m) / (m * (m - 1)) - 2 * xy.mean()
    torch.testing.assert_close(mmd(x, y, bandwidth=width, estimator="unbiased"), unbiased, rtol=1e-9, atol=1e-13)


def test_weights_enter_both_estimators(normal: Normal) -> None:
    x, y = normal(9, 4, seed=1), normal(7, 4, seed=2)
    a, b = normal(9, seed=3).softmax(0), normal(7, seed=4).softmax(0)
    xx, yy, xy = a @ kernel(x, x, 2.0) @ a, b @ kernel(y, y, 2.0) @ b, a @ kernel(x, y, 2.0) @ b
    torch.testing.assert_close(mmd(x, y, a, b, bandwidth=2.0), xx + yy - 2 * xy, rtol=1e-10, atol=1e-13)
    same = [a.square().sum(), b.square().sum()]
    unbiased = (xx - same[0]) / (1 - same[0]) + (yy - same[1]) / (1 - same[1]) - 2 * xy
    found = mmd(x, y, a, b, bandwidth=2.0, estimator="unbiased")
    torch.testing.assert_close(found, unbiased, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("n", [8, 9])
def test_the_linear_estimator_walks_over_pairs(normal: Normal, n: int) -> None:
    x, y = normal(n, 3, seed=1), normal(n, 3, seed=2) + 1
    xx, yy, xy = kernel(x, x, 1.7), kernel(y, y, 1.7), kernel(x, y, 1.7)
    terms = [xx[i, i + 1] + yy[i, i + 1] - xy[i, i + 1] - xy[i + 1, i] for i in range(0, n - 1, 2)]
    value = mmd(x, y, bandwidth=1.7, estimator="linear")
    torch.testing.assert_close(value, torch.stack(terms).mean(), rtol=1e-10, atol=0)


def test_unbiased_estimators_are_unbiased(normal: Normal) -> None:
    x, y = normal(2000, 6, 3, seed=1), normal(2000, 6, 3, seed=2)
    for estimator in ("unbiased", "linear"):
        values = mmd(x, y, bandwidth=1.0, estimator=estimator)
        assert abs(float(values.mean())) < 4 * float(values.std()) / 2000**0.5


def test_the_median_bandwidth_is_that_of_all_distances(normal: Normal) -> None:
    x, y = normal(12, 5, seed=1), normal(10, 5, seed=2) * 3
    distances = torch.from_numpy(spatial.distance.pdist(torch.cat([x, y]).numpy()))
    width = median_bandwidth(x, y)
    torch.testing.assert_close(width, distances.median(), rtol=1e-10, atol=0)
    torch.testing.assert_close(mmd(x, y), mmd(x, y, bandwidth=width.item()), rtol=1e-12, atol=0)
    assert median_bandwidth(x.expand(3, 12, 5), y).shape == (3,)
    # Points that are absent or repeated do not count among the distances; all points one: 1.
    assert (
        median_bandwidth(torch.tensor([[0.0], [0.0], [9.0]]), torch.tensor([[2.0]]), torch.tensor([0.5, 0.5, 0])) == 2
    )
    assert median_bandwidth(torch.ones(3, 2), torch.ones(1, 2)).item() == 1.0


def test_the_median_of_many_points_is_of_evenly_spaced_ones() -> None:
    line = torch.arange(9000, dtype=torch.float64)[:, None]
    # Of the distances on a segment of length 1, half are below 1 - sqrt(1/2).
    assert median_bandwidth(line[:6000], line[6000:]).item() == pytest.approx(9000 * (1 - 0.5**0.5), rel=2e-3)


def test_it_is_differentiable_twice(normal: Normal) -> None:
    x, y = normal(3, 2, seed=1).requires_grad_(), normal(4, 2, seed=2)
    for estimator in ("biased", "unbiased"):
        assert torch.autograd.gradgradcheck(lambda x: mmd(x, y, bandwidth=1.0, estimator=estimator), (x,))  # noqa: B023
    linear = lambda x: mmd(x, y[:3], bandwidth=1.0, estimator="linear")  # noqa: E731
    assert torch.autograd.gradcheck(linear, (x,))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"estimator": "u"}, r"estimator must be one of \['biased', 'unbiased', 'linear'\], but it is 'u'\."),
        ({"bandwidth": 0.0}, r"bandwidth must be a positive number or None, but it is 0\.0\. Pass bandwidth=None\."),
        ({"estimator": "linear", "a": torch.ones(3) / 3}, r"estimator 'linear' must have no weights, but a or b is"),
        ({"estimator": "linear"}, r"x and y must have as many points, at least 2, .* but they have 3 and 4\."),
        ({"estimator": "unbiased", "x": torch.ones(1, 3)}, r"x must have at least 2 points of positive weight for"),
    ],
)
def test_wrong_settings_are_named(change: dict, text: str) -> None:
    with pytest.raises(InputError, match=text):
        mmd(**{"x": torch.eye(3), "y": torch.ones(4, 3), **change})
