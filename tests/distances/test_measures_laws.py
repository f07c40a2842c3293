"""What holds for every measure that compares two clouds of mass 1."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.distances import (
    energy_distance,
    exact_wasserstein,
    gaussian_wasserstein,
    mmd,
    sliced_wasserstein,
    wasserstein_1d,
)
from geobias.errors import InputError

pytest.importorskip("ot")

Measure = Callable[..., torch.Tensor]
Normal = Callable[..., torch.Tensor]


def sliced(x: torch.Tensor, *args: Any, **kwargs: Any) -> torch.Tensor:
    return sliced_wasserstein(x, *args, n_projections=7, rng=0, **kwargs)


# Each with the power of the units that its value has; "mmd" has none, its bandwidth being in units of the points.
MEASURES: dict[str, tuple[Measure, int]] = {
    "sliced": (sliced, 1),
    "sliced1": (lambda *args: sliced(*args, p=1), 1),
    "gaussian": (gaussian_wasserstein, 1),
    "energy": (energy_distance, 1),
    "energy_u": (lambda *args: energy_distance(*args, estimator="u"), 1),
    "mmd": (mmd, 0),
    "mmd_unbiased": (lambda *args: mmd(*args, estimator="unbiased"), 0),
    "exact": (exact_wasserstein, 2),
    "exact1": (lambda *args: exact_wasserstein(*args, p=1), 1),
}
UNBIASED = ("energy_u", "mmd_unbiased")
names = st.sampled_from(sorted(MEASURES))
plain = st.sampled_from(sorted(set(MEASURES) - set(UNBIASED)))
sizes, seeds = st.integers(2, 9), st.integers(0, 999)
common = settings(max_examples=60, deadline=None)
CLOSE = {"rtol": 1e-8, "atol": 1e-9}


def draw(seed: int, n: int, d: int = 3) -> torch.Tensor:
    return torch.randn(n, d, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


def weights(seed: int, n: int) -> torch.Tensor:
    values = torch.rand(n, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)) + 0.05
    return values / values.sum()


@common
@given(names, seeds, sizes, sizes, st.integers(1, 12))
def test_swapping_permuting_and_moving_change_nothing(name: str, seed: int, n: int, m: int, d: int) -> None:
    measure, _ = MEASURES[name]
    x, y, a, b = draw(seed, n, d), draw(seed + 1, m, d), weights(seed, n), weights(seed + 1, m)
    value = measure(x, y, a, b)
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    torch.testing.assert_close(measure(y, x, b, a), value, **CLOSE)
    torch.testing.assert_close(measure(x[order], y, a[order], b), value, **CLOSE)
    torch.testing.assert_close(measure(x + 1000, y + 1000, a, b), value, **CLOSE)


@common
@given(names, seeds, sizes, sizes, st.sampled_from([1e-3, 7.0, 1e4]))
def test_units_scale_the_value(name: str, seed: int, n: int, m: int, scale: float) -> None:
    measure, power = MEASURES[name]
    x, y = draw(seed, n), draw(seed + 1, m)
    expected = measure(x, y) * scale**power
    torch.testing.assert_close(measure(x * scale, y * scale), expected, rtol=1e-8, atol=1e-9 * scale**power)


@common
@given(plain, seeds, sizes)
def test_a_cloud_is_at_no_distance_from_itself_and_at_some_from_others(name: str, seed: int, n: int) -> None:
    measure, _ = MEASURES[name]
    x, a = draw(seed, n), weights(seed, n)
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    assert abs(measure(x, x[order], a, a[order]).item()) < (1e-6 if name == "gaussian" else 1e-7)
    assert measure(x, draw(seed + 1, n), a, a).item() > 1e-3


@common
@given(names, seeds, sizes, sizes, st.sampled_from([math.nan, math.inf, 1e9]))
def test_a_point_of_weight_zero_is_absent(name: str, seed: int, n: int, m: int, poison: float) -> None:
    measure, _ = MEASURES[name]
    x, y, a, b = draw(seed, n), draw(seed + 1, m), weights(seed, n), weights(seed + 1, m)
    more = torch.cat([torch.full((2, 3), poison, dtype=torch.float64), x]).requires_grad_()
    value = measure(more, y, torch.cat([torch.zeros(2, dtype=torch.float64), a]), b)
    # With gradients and without, sums may be taken in another order.
    assert torch.equal(value, measure(x.clone().requires_grad_(), y, a, b))
    assert torch.equal(measure(more.detach(), y, torch.cat([torch.zeros(2, dtype=torch.float64), a]), b),
                       measure(x, y, a, b))  # fmt: skip
    torch.testing.assert_close(value.detach(), measure(x, y, a, b), rtol=1e-12, atol=1e-14)
    value.backward()
    assert bool(torch.isfinite(more.grad).all())
    assert torch.equal(more.grad[:2], torch.zeros(2, 3, dtype=torch.float64))


@common
@given(plain.filter(lambda name: name != "mmd"), seeds, sizes, sizes)
def test_a_point_given_twice_is_one_of_twice_the_weight(name: str, seed: int, n: int, m: int) -> None:
    measure, _ = MEASURES[name]
    x, y = draw(seed, n), draw(seed + 1, m)
    a = torch.full((n,), 1 / (n + 1), dtype=torch.float64)
    a[0] *= 2
    torch.testing.assert_close(measure(torch.cat([x, x[:1]]), y), measure(x, y, a), **CLOSE)


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_items_of_a_batch_are_alone_and_axes_broadcast(name: str, normal: Normal) -> None:
    measure, _ = MEASURES[name]
    x, y = normal(2, 3, 6, 4, seed=1), normal(3, 5, 4, seed=2)
    x[1, 2] *= 50
    a = torch.stack([weights(i, 6) for i in range(3)])
    values = measure(x, y, a)
    assert values.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            assert torch.equal(values[i, j], measure(x[i, j], y[j], a[j]))


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_types(name: str, normal: Normal) -> None:
    measure, _ = MEASURES[name]
    x, y = normal(20, 8, seed=1), normal(15, 8, seed=2)
    exact = measure(x, y)
    for kind, rel in ((torch.float16, 1e-2), (torch.bfloat16, 5e-2), (torch.float32, 1e-5)):
        value = measure(x.to(kind), y.to(kind))
        assert value.dtype == torch.float32
        assert value.item() == pytest.approx(exact.item(), rel=rel, abs=1e-3 if rel > 1e-4 else 1e-6)
    assert measure(x.float(), y).dtype == torch.float64
    assert torch.equal(measure(x.T.contiguous().T, y), exact)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", sorted(MEASURES))
def test_gradcheck_in_points_and_weights(name: str, normal: Normal) -> None:
    measure, _ = MEASURES[name]
    if name.startswith("mmd"):  # the median bandwidth is held fixed
        unbiased = "unbiased" if name == "mmd_unbiased" else "biased"
        measure = lambda *args: mmd(*args, bandwidth=1.3, estimator=unbiased)  # noqa: E731
    x, y = normal(5, 3, seed=1).requires_grad_(), normal(4, 3, seed=2).requires_grad_()
    a, b = normal(5, seed=3).requires_grad_(), normal(4, seed=4).requires_grad_()
    function = lambda x, y, a, b: measure(x, y, a.softmax(0), b.softmax(0))  # noqa: E731
    assert torch.autograd.gradcheck(function, (x, y, a, b), eps=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_gradients_of_equal_clouds_are_finite(name: str, normal: Normal) -> None:
    x = normal(6, 3, seed=1)
    mine = x.clone().requires_grad_()
    (gradient,) = torch.autograd.grad(MEASURES[name][0](mine, x), mine)
    assert bool(torch.isfinite(gradient).all())


CASES: list[tuple[dict[str, Any], str]] = [
    ({"x": torch.zeros(0, 3)}, r"x must hold at least one point, but its shape is \(0, 3\)\."),
    ({"x": torch.full((2, 3), torch.nan)}, r"points of x must be finite, but point 0 holds NaN or infinity\."),
    ({"y": torch.zeros(4, 2)}, r"x and y must have points of one dimension, but they have 3 and 2\."),
    ({"a": torch.tensor([-0.5, 1.5])}, r"weights of x must be finite and >= 0, but weight 0 is -0\.5\."),
    ({"b": torch.zeros(4)}, r"y must have a point of positive weight, but all 4 weights are 0\."),
    (
        {"a": torch.ones(2)},
        r"weights of x and y must have one sum to be compared, but they sum to 2 and 1\. Divide each by its sum\.",
    ),
    ({"x": torch.zeros(0, 2, 3), "y": torch.zeros(0, 4, 3)}, r"the batch must hold at least one pair, but its shape"),
]


@pytest.mark.parametrize("name", sorted(MEASURES))
@pytest.mark.parametrize(("change", "text"), CASES, ids=lambda value: str(value)[:30])
def test_what_cannot_be_used_is_named(name: str, change: dict[str, Any], text: str) -> None:
    inputs = {"x": torch.eye(3)[:2], "y": torch.ones(4, 3), "a": None, "b": None, **change}
    with pytest.raises(InputError, match=text):
        MEASURES[name][0](*inputs.values())


def test_masses_are_normalised_with_a_notice(normal: Normal) -> None:
    x, y = normal(6, 2, seed=1), normal(4, 2, seed=2)
    with pytest.warns(UserWarning, match=r"weights that sum to 12 are divided by their sum"):
        value = energy_distance(x, y, torch.full((6,), 2.0), torch.full((4,), 3.0))
    torch.testing.assert_close(value, energy_distance(x, y), rtol=1e-12, atol=0)


@given(name=names, scale=st.integers(-250, 250), seed=seeds)
@common
def test_a_value_at_any_scale_is_that_of_its_units_or_refused(name: str, scale: int, seed: int) -> None:
    measure, power = MEASURES[name]
    x, y = draw(seed, 6), draw(seed + 1, 7)
    unit, back = 10.0**scale, 10.0 ** min(power * scale / 2, 300)
    try:
        value = measure(unit * x, unit * y).item()
    except InputError:
        assert power * scale > 290
    else:
        if -290 < power * scale < 290:
            assert value / back / 10.0 ** (power * scale / 2) == pytest.approx(
                measure(x, y).item(), rel=1e-9, abs=1e-12
            )


@pytest.mark.parametrize("p", [1.5, 7, 1000, 1e5, 1e300])
@pytest.mark.parametrize("scale", [1e-250, 0.01, 1.0, 100.0, 1e250])
def test_high_orders_tend_to_the_largest_gap(p: float, scale: float) -> None:
    x, y = draw(1, 9)[:, 0], draw(2, 9)[:, 0]
    gaps = (x.sort().values - y.sort().values).abs()
    expected = gaps.max() * ((gaps / gaps.max()) ** p).mean() ** (1 / p)
    assert wasserstein_1d(scale * x, scale * y, p=p).item() == pytest.approx(scale * expected.item(), rel=1e-12)
    along = sliced_wasserstein(scale * x[:, None], scale * y[:, None], p=p, projections=torch.ones(1, 2))
    assert along.item() == pytest.approx(scale * expected.item(), rel=1e-12)
