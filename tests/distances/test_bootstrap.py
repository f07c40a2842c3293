"""A replicate is the table of its documents written out, whatever is shared and however the work is cut."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import (
    bootstrap_diameter,
    bootstrap_sinkhorn_divergence,
    cloud_diameter,
    pairwise_sinkhorn_divergence,
)
from geobias.errors import InputError

pytestmark = pytest.mark.usefixtures("automatic")
Made = tuple[list[TokenClouds], torch.Tensor]


def make(documents: int, drawn: int, dtype: torch.dtype = torch.float64) -> Made:
    generator = torch.Generator().manual_seed(documents)
    pools = []
    for shift in (0.0, 0.3, 1.0):
        counts = torch.randint(1, 5, (documents,), generator=generator).tolist()
        texts = [torch.randn(c, 4, dtype=torch.float64, generator=generator) + shift for c in counts]
        pools.append(TokenClouds.from_list([text.to(dtype) for text in texts]))
    return pools, torch.randint(0, documents, (5, 3, drawn), generator=generator)


def written_out(made: Made, b: int, **settings: Any) -> torch.Tensor:
    pools, draws = made
    clouds = [pool.select(draws[b, g]) for g, pool in enumerate(pools)]
    weights = None
    if settings.pop("weighting", "token") == "document":
        weights = [(1.0 / c.counts / len(c)).repeat_interleave(c.counts).double() for c in clouds]
    return pairwise_sinkhorn_divergence([c.points for c in clouds], weights, **settings)


SHARED, ALONE = (12, 12), (60, 8)  # documents and draws: with the cost of whole pools, and without


@pytest.mark.parametrize("sizes", [SHARED, ALONE], ids=["shared", "alone"])
@pytest.mark.parametrize("settings", [{}, {"p": 1}, {"reach": 2.0}, {"debias": False}, {"weighting": "document"}])
def test_a_replicate_is_its_documents_written_out(sizes: tuple[int, int], settings: dict[str, Any]) -> None:
    made = make(*sizes)
    diameter = bootstrap_diameter(*made)
    table = bootstrap_sinkhorn_divergence(*made, **settings)
    assert table.shape == (5, 3, 3)
    for b in range(5):
        expected = written_out(made, b, diameter=diameter, **settings)
        # Document weights are shares in float32, 1/3 for example; those of tokens are exact.
        rtol = 1e-6 if "weighting" in settings else 1e-9
        torch.testing.assert_close(table[b], expected, rtol=rtol, atol=1e-10)


def test_the_converged_mode_is_that_of_the_table() -> None:
    made = make(*SHARED, torch.float32)
    table = bootstrap_sinkhorn_divergence(*made, tol=1e-6, blur=0.5)
    torch.testing.assert_close(table[2], written_out(made, 2, tol=1e-6, blur=0.5), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("sizes", [SHARED, ALONE], ids=["shared", "alone"])
def test_parts_and_workers_have_the_same_bits(sizes: tuple[int, int]) -> None:
    pools, draws = make(*sizes, torch.float32)
    whole = bootstrap_sinkhorn_divergence(pools, draws, workers=1)
    assert torch.equal(bootstrap_sinkhorn_divergence(pools, draws, workers=3), whole)
    diameter = bootstrap_diameter(pools, draws)
    parts = [bootstrap_sinkhorn_divergence(pools, part, diameter=diameter) for part in draws.split(2)]
    assert torch.equal(torch.cat(parts), whole)


def test_draws_of_other_sizes_come_as_a_list() -> None:
    pools, draws = make(*SHARED)
    by_group = [draws[:, 0], draws[:, 1, :5], draws[:, 2]]
    table = bootstrap_sinkhorn_divergence(pools, by_group)
    clouds = [pool.select(group[4]).points for pool, group in zip(pools, by_group, strict=True)]
    expected = pairwise_sinkhorn_divergence(clouds, diameter=bootstrap_diameter(pools, by_group))
    torch.testing.assert_close(table[4], expected, rtol=1e-9, atol=1e-12)


def test_the_diameter_is_that_of_what_is_drawn() -> None:
    pools, draws = make(*ALONE)
    drawn = [pool.select(draws[:, g].unique()).points for g, pool in enumerate(pools)]
    assert bootstrap_diameter(pools, draws) == cloud_diameter(drawn)


def test_pairs_names_and_progress() -> None:
    pools, draws = make(*SHARED)
    seen: list[tuple[int, int]] = []
    table = bootstrap_sinkhorn_divergence(
        pools, draws, pairs=[("ca", "us")], names=["au", "ca", "us"], progress=lambda *at: seen.append(at)
    )
    assert seen == [(5, 15), (10, 15), (15, 15)]
    whole = bootstrap_sinkhorn_divergence(pools, draws)
    assert torch.equal(table[:, 1, 2], whole[:, 1, 2])
    assert torch.isnan(table[:, 0, 1]).all()


def test_half_pools_are_computed_in_float32() -> None:
    pools, draws = make(*SHARED)
    halves = [TokenClouds(pool.points.half(), pool.offsets) for pool in pools]
    table = bootstrap_sinkhorn_divergence(halves, draws)
    assert table.dtype == torch.float32
    torch.testing.assert_close(table.double(), bootstrap_sinkhorn_divergence(pools, draws), rtol=1e-2, atol=1e-2)


def test_what_cannot_be_used_is_named() -> None:
    pools, draws = make(*SHARED)
    names = ["au", "ca", "us"]
    wrong = draws.clone()
    wrong[3, 1, 0] = 12
    with pytest.raises(
        InputError,
        match=r"draws of group 'ca' must be positions in its pool of 12 documents, but .* to 12",
    ):
        bootstrap_sinkhorn_divergence(pools, wrong, names=names)
    with pytest.raises(InputError, match=r"draws of group 'au' must be int64 \(B, n\) .* torch.int32 of shape"):
        bootstrap_sinkhorn_divergence(pools, draws.int(), names=names)
    with pytest.raises(InputError, match=r"draws must be int64 \(B, 3, n\).*but they hold 2 groups"):
        bootstrap_sinkhorn_divergence(pools, draws[:, :2], names=names)
    empty = TokenClouds(pools[2].points, torch.cat([torch.zeros(1, dtype=torch.int64), pools[2].offsets]))
    draws[2, 2] = 0
    with pytest.raises(InputError, match=r"every replicate of group 'us' must draw at least one token, but .* 2 are"):
        bootstrap_sinkhorn_divergence([*pools[:2], empty], draws, names=names)
    bad = TokenClouds(pools[0].points.index_fill(0, torch.tensor([0]), torch.nan), pools[0].offsets)
    draws[0, 0] = 0
    with pytest.raises(InputError, match=r"points of group 'au' must be finite, but point 0 holds NaN"):
        bootstrap_sinkhorn_divergence([bad, *pools[1:]], draws, names=names)
    with pytest.raises(InputError, match=r"weighting must be one of \['token', 'document'\], but it is 'word'"):
        bootstrap_sinkhorn_divergence(pools, draws, weighting="word")
