"""What a device does by itself, on the CPU: the sums are right, whatever the speed."""

from __future__ import annotations

import pytest
import torch

from geobias.bench import card
from geobias_kernels.ragged_reference import ReferenceSweep

CPU = torch.device("cpu")


def test_seconds_are_the_median_after_a_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 9.0, 10.0, 11.0, 20.0, 23.0, 30.0, 35.0])
    monkeypatch.setattr(card.time, "perf_counter", lambda: next(ticks))
    assert card.wall(lambda: None, CPU, runs=3) == 3.0


def test_rates_are_work_over_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "wall", lambda work, device, runs=10: work() is None or 0.5)
    before = torch.get_float32_matmul_precision()
    found = card.rates(CPU, megabytes=1, side=8)
    assert found == {
        "copy_bytes_per_second": 2 * 2**20 / 0.5,
        "ieee_operations_per_second": 2 * 8**3 / 0.5,
        "tf32_operations_per_second": 2 * 8**3 / 0.5,
    }
    assert torch.get_float32_matmul_precision() == before


def test_a_sweep_is_counted_by_the_costs_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "resident_sweep", ReferenceSweep)
    monkeypatch.setattr(card, "wall", lambda work, device, runs=10: len(work()) / 4)
    found = card.resident_share(CPU, copy=64_000.0, points=50, width=3)
    assert found == {"sweep_bytes_per_second": 4 * 50 * 50 / 0.5, "share_of_copy": 20_000 / 64_000}


def test_costs_are_counted_by_their_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("resident_sweep", "streaming_sweep"):
        monkeypatch.setattr(card, name, ReferenceSweep)
    monkeypatch.setattr(card, "wall", lambda work, device, runs=10: work() is None or 0.5)
    found = card.cost_rates(CPU, points=20, width=3)
    names = {f"{way}_{p}_operations_per_second" for way in ("costs", "streaming") for p in ("ieee", "tf32x3", "tf32")}
    assert found == dict.fromkeys(names, 2 * 3 * 20 * 20 / 0.5)


def test_a_cpu_is_described() -> None:
    assert card.describe(CPU)["name"].startswith("cpu, ")
