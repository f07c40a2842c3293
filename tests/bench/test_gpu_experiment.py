"""The published experiment, small and on the CPU, with the plain sweep in place of the kernels."""

from __future__ import annotations

import pytest
import torch

from geobias.bench.gpu_experiment import as_run_rows, experiment, experiment_rows


def test_the_experiment_scales_the_peers_pair(kinds: list[str]) -> None:
    rows = experiment_rows(torch.device("cpu"), 1, True, replicates=2, documents=3, width=4)
    assert [row.side for row in rows] == ["torch dense", *(f"triton resident {p}" for p in ("ieee", "tf32x3", "tf32"))]
    assert all(row.agrees for row in rows)
    assert rows[0].note == "one pair's time scaled to all"
    for row in rows[1:]:
        assert row.ratio == pytest.approx(rows[0].seconds / row.seconds)


def test_the_experiment_as_run_draws_no_document_twice(kinds: list[str]) -> None:
    shape = {"replicates": 3, "documents": 4, "width": 4, "length": 5}
    pools, draws = experiment(torch.device("cpu"), 3, 4, 4, 5)
    assert {int(pool.counts.unique()) for pool in pools} == {5}
    assert all(len(drawn.unique()) == 4 for drawn in draws.reshape(-1, 4))
    rows = list(as_run_rows(torch.device("cpu"), True, **shape))
    assert [row.side for row in rows] == ["torch dense", *(f"triton resident {p}" for p in ("ieee", "tf32x3", "tf32"))]
    assert all(row.agrees and row.ratio == pytest.approx(rows[0].seconds / row.seconds) for row in rows)
    assert {row.note for row in rows} == {"one problem's time scaled to all", "one run"}
