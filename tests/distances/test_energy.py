"""The energy distance against scipy and plain sums."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances import energy_distance
from geobias.errors import InputError

stats = pytest.importorskip("scipy.stats")
spatial = pytest.importorskip("scipy.spatial")
Normal = Callable[..., torch.Tensor]


def test_on_the_line_it_is_the_square_of_scipy(normal: Normal) -> None:
    x, y = normal(30, 1, seed=1), normal(20, 1, seed=2)
    a, b = normal(30, seed=3).softmax(0), normal(20, seed=4).softmax(0)
    expected = stats.energy_distance(x[:, 0], y[:, 0], a, b) ** 2
    assert energy_distance(x, y, a, b).item() == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("n", "m", "d"), [(9, 7, 4), (30, 21, 1), (12, 50, 300)])
def test_both_estimators_are_weighted_means_of_distances(normal: Normal, n: int, m: int, d: int) -> None:
    x, y = normal(n, d, seed=1), normal(m, d, seed=2) + 0.3
    a, b = normal(n, seed=3).softmax(0), normal(m, seed=4).softmax(0)

    def mean(x: torch.Tensor, y: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a @ torch.from_numpy(spatial.distance.cdist(x, y)) @ b

    cross, within = 2 * mean(x, y, a, b), [mean(x, x, a, a), mean(y, y, b, b)]
    torch.testing.assert_close(energy_distance(x, y, a, b), cross - sum(within), rtol=1e-10, atol=0)
    unbiased = cross - within[0] / (1 - a.square().sum()) - within[1] / (1 - b.square().sum())
    torch.testing.assert_close(energy_distance(x, y, a, b, estimator="u"), unbiased, rtol=1e-10, atol=0)
    same = [torch.full((size,), 1 / size, dtype=x.dtype) for size in (n, m)]
    torch.testing.assert_close(energy_distance(x, y), energy_distance(x, y, *same), rtol=1e-12, atol=0)


@pytest.mark.parametrize("estimator", ["v", "u"])
@pytest.mark.parametrize("shift", [0.02, 100.0])
def test_single_precision_has_the_value_of_its_points(normal: Normal, estimator: str, shift: float) -> None:
    x, y = normal(300, 64, seed=1).float(), (normal(250, 64, seed=2) + shift).float()
    a, b = (torch.full((n,), 1 / n, dtype=torch.float32) for n in (300, 250))
    exact = energy_distance(x.double(), y.double(), a.double(), b.double(), estimator=estimator)
    found = energy_distance(x, y, a, b, estimator=estimator)
    assert found.dtype == torch.float32
    torch.testing.assert_close(found.double(), exact, rtol=1e-6, atol=1e-8)


def test_the_unbiased_estimator_is_unbiased(normal: Normal) -> None:
    x, y = normal(2000, 4, 3, seed=1), normal(2000, 5, 3, seed=2)
    values = {name: energy_distance(x, y, estimator=name) for name in ("u", "v")}
    error = float(values["u"].std()) / 2000**0.5
    assert abs(float(values["u"].mean())) < 4 * error
    assert float(values["v"].mean()) > 40 * error


def test_it_is_differentiable_twice(normal: Normal) -> None:
    x, y = normal(3, 2, seed=1).requires_grad_(), normal(4, 2, seed=2)
    assert torch.autograd.gradgradcheck(lambda x: energy_distance(x, y), (x,))


def test_what_cannot_be_estimated_is_named() -> None:
    with pytest.raises(InputError, match=r"estimator must be one of \['v', 'u'\], but it is 'w'\."):
        energy_distance(torch.zeros(2, 3), torch.zeros(2, 3), estimator="w")
    text = r"y must have at least 2 points of positive weight for estimator 'u', but it has 1\."
    with pytest.raises(InputError, match=text):
        energy_distance(torch.eye(3), torch.zeros(2, 3), b=torch.tensor([1.0, 0.0]), estimator="u")
