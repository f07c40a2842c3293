"""The plan on paper follows from the data sheets, and docs/gpu.md shows what follows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from geobias.bench import floors

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gpu.md"


@pytest.mark.parametrize("name", ["work", "cards", "as run", "masked"])
def test_the_page_shows_what_is_computed(name: str) -> None:
    assert floors.tables()[name] in PAGE.read_text(encoding="utf-8")


def test_the_published_experiment_is_what_it_was() -> None:
    work = floors.AS_RUN
    assert (work.pairs, work.selves, work.points, work.width) == (2800, 800, 100 * 128, 512)
    assert work.entries == 2800 * 12_800**2 + 800 * 12_800 * 12_801 // 2
    # 15 sweeps: the first from nothing, one an eps (the diameter twice, its halves down to blur), one more at blur.
    assert work.sweeps == 1 + 2 + int(np.ceil(np.log2(60 / 0.05))) + 1


def test_distinct_points_are_those_of_draws() -> None:
    rng = np.random.default_rng(0)
    drawn = [len(np.unique(rng.integers(200, size=100))) for _ in range(2000)]
    assert floors.distinct_points(100, 200, 17.5) == pytest.approx(17.5 * np.mean(drawn), rel=4e-3)


@pytest.mark.parametrize("card", floors.CARDS, ids=lambda card: card.name)
@pytest.mark.parametrize("precision", ["ieee", "tf32x3", "tf32"])
def test_at_the_crossover_both_ways_cost_the_same(card: floors.Card, precision: str) -> None:
    width = floors.crossover(card, 15, precision)
    work = replace(floors.AS_RUN, width=width)
    resident, streaming = (way(card, work, precision) for way in (floors.resident_seconds, floors.streaming_seconds))
    assert resident == pytest.approx(streaming, rel=1e-9)
    wider = replace(work, width=2 * width)
    assert floors.resident_seconds(card, wider, precision) < floors.streaming_seconds(card, wider, precision)


def test_a_floor_is_bytes_over_bandwidth_where_products_are_free() -> None:
    card = floors.Card("made up", bandwidth=1e9, fp32=1e30, tf32=1e30, memory=1e9)
    work = floors.Work(pairs=1, selves=0, points=1000, width=8, sweeps=9)
    assert floors.resident_seconds(card, work, "ieee") == pytest.approx(10 * 4e6 / 1e9)
    slow = replace(card, fp32=1e6)
    assert floors.resident_seconds(slow, work, "ieee") == pytest.approx(16 + 9 * 4e6 / 1e9)
    assert floors.streaming_seconds(slow, work, "ieee") == pytest.approx(9 * 16)
