"""What float32 cannot carry is computed in float64, or refused; what it can carry stays in float32."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import backends, bootstrap_sinkhorn_divergence, pairwise_sinkhorn_divergence, sinkhorn_divergence
from geobias.errors import InputError

Normal = Callable[..., torch.Tensor]


def near(draw: random.Random, normal: Normal) -> tuple[torch.Tensor, torch.Tensor, dict[str, Any]]:
    """Clouds that are shifted, disturbed, shared in part or unlike, at any scale, with settings."""
    n, m, d = draw.randint(1, 60), draw.randint(1, 60), draw.choice([1, 3, 8, 64])
    scale, step = 10 ** draw.uniform(-2, 2.5), 10 ** draw.uniform(-4, 0)
    x = normal(n, d, seed=draw.randrange(1000)) + draw.choice([0, 1, 30])
    noise = step * normal(n, d, seed=draw.randrange(1000))
    y = draw.choice([x + step, x + noise, torch.cat([x[: n // 2], normal(m, d, seed=1)]), normal(m, d, seed=2)])
    options = {"p": draw.choice([1, 2]), "blur": scale * 10 ** draw.uniform(-3, 0.3), "debias": draw.random() < 0.8}
    return (scale * x).float(), (scale * y).float(), {**options, "reach": draw.choice([None, scale])}


@pytest.mark.filterwarnings("ignore:divergences so small")
@pytest.mark.parametrize("seed", range(3))
def test_float32_is_within_1e_5_of_float64(normal: Normal, automatic: str, seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(25):
        x, y, options = near(draw, normal)
        exact = sinkhorn_divergence(x.double(), y.double(), **options).item()
        # The second: float64's own rounding, where almost nothing is left.
        noise = 1e-13 * (1 + float(x.double().var(0, correction=0).sum()))
        assert sinkhorn_divergence(x, y, **options).item() == pytest.approx(exact, rel=1e-5, abs=noise)


@pytest.mark.filterwarnings("ignore:divergences so small")
@pytest.mark.parametrize(
    "options",
    [
        {"p": 2, "blur": 1000.0, "reach": 10.0},  # nearly all mass is made and destroyed
        {"p": 2, "blur": 0.05, "scaling": 0.3},  # few steps: what the first leave is not forgotten
        {"p": 1, "blur": 50.0, "reach": 10.0},
    ],
)
@pytest.mark.parametrize("debias", [True, False])
@pytest.mark.parametrize("backend", ["native", "torch", "geomloss"])
def test_every_cell_of_a_table_is_within_1e_5(
    normal: Normal, backend: str, debias: bool, options: dict[str, Any]
) -> None:
    if obstacle := backends.BACKENDS[backend].obstacle():
        pytest.skip(obstacle)
    x = normal(8, 3, seed=1).add(1000).float()
    clouds = [x, torch.cat([x[:5] + 0.01, x[5:]]), x[:4] + 30]
    weights: list[Any] = [
        torch.tensor([1, 3, 5, 7, 9, 11, 13, 15]) / 64,
        torch.tensor([15, 1, 1, 1, 1, 14, 15, 16]) / 64,
        None,
    ]
    settings = {**options, "debias": debias, "backend": backend}
    table = pairwise_sinkhorn_divergence(clouds, weights, **settings)
    exact = pairwise_sinkhorn_divergence(
        [c.double() for c in clouds], [w if w is None else w.double() for w in weights], **settings
    )
    torch.testing.assert_close(table.double(), exact, rtol=1e-5, atol=1e-9)
    pools = [TokenClouds(c, torch.arange(len(c) + 1)) for c in clouds]
    draws = [torch.arange(len(c)).expand(2, -1) for c in clouds]
    boot = bootstrap_sinkhorn_divergence(pools, draws, **settings)
    wide = [TokenClouds(c.points.double(), c.offsets) for c in pools]
    exact = bootstrap_sinkhorn_divergence(wide, draws, **settings)
    torch.testing.assert_close(boot.double(), exact, rtol=1e-5, atol=1e-9)


@pytest.mark.filterwarnings("default:divergences so small")
@pytest.mark.parametrize(("p", "norm", "step"), [(1, 8**0.5, 1e-3), (2, 200.0, 0.5)])
def test_tables_and_bootstraps_do_the_same_and_say_so(
    normal: Normal, automatic: str, p: int, norm: float, step: float
) -> None:
    x = torch.nn.functional.normalize(normal(60, 8, seed=1)).mul(norm).float()
    y, far = x + (step if p == 1 else step * normal(60, 8, seed=2).float()), x + 3 * norm
    exact = pairwise_sinkhorn_divergence([c.double() for c in (x, y, far)], p=p)
    table = pairwise_sinkhorn_divergence([x, y, far], p=p)
    torch.testing.assert_close(table.double(), exact, rtol=1e-5, atol=0)
    pools = [TokenClouds(cloud, torch.arange(61)) for cloud in (x, y, far)]
    draws = torch.arange(60).expand(2, 3, -1)
    boot = bootstrap_sinkhorn_divergence(pools, draws, p=p)
    torch.testing.assert_close(boot.double(), exact.expand(2, -1, -1), rtol=1e-5, atol=0)
    assert torch.equal(boot[:1], bootstrap_sinkhorn_divergence(pools, draws[:1], p=p))
    if p == 1:
        with pytest.warns(UserWarning, match="divergences so small .* are computed in float64"):
            pairwise_sinkhorn_divergence([x, y], p=p)


@pytest.mark.parametrize("p", [1, 2])
def test_ordinary_clouds_stay_in_float32(normal: Normal, automatic: str, p: int) -> None:
    x, y = normal(80, 32, seed=1).float(), normal(70, 32, seed=2).float() + 0.1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sinkhorn_divergence(x, y, p=p)
        pairwise_sinkhorn_divergence([x, y], p=p)


@pytest.mark.filterwarnings("ignore:divergences so small")
@pytest.mark.parametrize("p", [1, 2])
def test_any_blur_and_any_distance_give_a_value_or_a_sentence(normal: Normal, automatic: str, p: int) -> None:
    x, y = normal(9, 3, seed=1).float(), normal(7, 3, seed=2).float()
    for scale in (1e-20, 1.0, 1e9):
        far = sinkhorn_divergence(scale * x, scale * y, p=p, blur=1e-20).item()
        exact = sinkhorn_divergence((scale * x).double(), (scale * y).double(), p=p, blur=1e-20).item()
        assert math.isfinite(far)
        assert far == pytest.approx(exact, rel=1e-5)
    with pytest.raises(InputError, match=r"points of x and y must lie within 1e\+12 of each other"):
        sinkhorn_divergence(1e20 * x, y, p=p)
    with pytest.raises(InputError, match="scaling must make a schedule of at most 100000 steps"):
        sinkhorn_divergence(x, y, p=p, scaling=1 - 1e-9)


@pytest.mark.filterwarnings("ignore:divergences so small")
@pytest.mark.parametrize("debias", [True, False])
@pytest.mark.parametrize("p", [1, 2])
def test_a_blur_beyond_all_clouds_gives_the_limit(normal: Normal, automatic: str, p: int, debias: bool) -> None:
    x, y = normal(9, 3, seed=1), normal(7, 3, seed=2)
    costs = [torch.cdist(one, other).pow(p).mean() / p for one, other in ((x, y), (x, x), (y, y))]
    limit = (costs[0] - (costs[1] + costs[2]) / 2 if debias else costs[0]).item()
    for blur in (1e12, 1e30, 1e90):
        for dtype in (torch.float32, torch.float64):
            value = sinkhorn_divergence(x.to(dtype), y.to(dtype), p=p, blur=blur, debias=debias)
            assert value.item() == pytest.approx(limit, rel=1e-4)
            pools = [TokenClouds(c.to(dtype), torch.arange(len(c) + 1)) for c in (x, y)]
            draws = [torch.arange(len(c))[None] for c in (x, y)]
            boot = bootstrap_sinkhorn_divergence(pools, draws, p=p, blur=blur, debias=debias)
            assert boot[0, 0, 1].item() == pytest.approx(limit, rel=1e-4)


def test_one_pool_and_no_pairs() -> None:
    pool = TokenClouds(torch.tensor([[0.0], [1.0]]), torch.arange(3))
    draws = torch.tensor([[[0, 1]]])
    assert bootstrap_sinkhorn_divergence([pool], draws).tolist() == [[[0.0]]]
    alone = pairwise_sinkhorn_divergence([pool.points], debias=False)
    assert bootstrap_sinkhorn_divergence([pool], draws, debias=False)[0].tolist() == alone.tolist()
    none = bootstrap_sinkhorn_divergence([pool, pool], draws.expand(1, 2, 2), pairs=[])[0]
    assert torch.equal(none.isnan(), ~torch.eye(2, dtype=torch.bool))
