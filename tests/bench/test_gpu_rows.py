"""The GPU's rows on the CPU, with the plain sweep in place of the kernels."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from geobias.bench import gpu_rows
from geobias.bench.gpu_rows import experiment_rows, sinkhorn_rows, token_like
from geobias.distances import backends
from geobias.distances.triton import TritonBackend
from geobias_kernels import cuda
from geobias_kernels.ragged_reference import ReferenceSweep

OURS = {f"triton {way} {precision}" for way in ("resident", "streaming") for precision in ("ieee", "tf32x3", "tf32")}


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The plain sweep as the backend on the CPU; which kind was made, and at what precision."""
    made: list[str] = []

    def counting(way: str):
        return lambda problems, precision: made.append(f"{way} {precision}") or ReferenceSweep(problems, precision)

    backend = TritonBackend(counting("resident"), counting("streaming"), lambda device: 1 << 40, "cpu")
    monkeypatch.setattr(cuda, "obstacle", lambda: None)
    monkeypatch.setitem(backends.BACKENDS, "triton", backend)
    monkeypatch.setattr(gpu_rows, "_peers", lambda *_: {})
    return made


def test_every_precision_is_kept_and_streamed(kinds: list[str]) -> None:
    rows = sinkhorn_rows(token_like(40, 8, 1), token_like(30, 8, 2), runs=1, triton=True)
    assert {row.side for row in rows} == {"torch dense", *OURS}
    assert all(row.agrees and row.peer == "torch dense" and row.ratio > 0 for row in rows)
    assert {f"triton {kind}" for kind in kinds} == OURS
    assert {row.tolerance for row in rows if row.side.endswith(" tf32")} == {1e-4}
    assert {row.case for row in rows} == {"Sinkhorn 40 x 30, 8 dimensions"}


def test_the_experiment_scales_the_peers_pair(kinds: list[str]) -> None:
    rows = experiment_rows(torch.device("cpu"), 1, True, replicates=2, documents=3, width=4)
    assert [row.side for row in rows] == ["torch dense", *(f"triton resident {p}" for p in ("ieee", "tf32x3", "tf32"))]
    assert all(row.agrees for row in rows)
    assert rows[0].note == "one pair's time scaled to all"
    for row in rows[1:]:
        assert row.ratio == pytest.approx(rows[0].seconds / row.seconds)


def test_the_experiment_as_run_draws_no_document_twice(kinds: list[str]) -> None:
    shape = {"replicates": 3, "documents": 4, "width": 4, "length": 5}
    pools, draws = gpu_rows.experiment(torch.device("cpu"), 3, 4, 4, 5)
    assert {int(pool.counts.unique()) for pool in pools} == {5}
    assert all(len(drawn.unique()) == 4 for drawn in draws.reshape(-1, 4))
    rows = list(gpu_rows.as_run_rows(torch.device("cpu"), True, **shape))
    assert [row.side for row in rows] == ["torch dense", *(f"triton resident {p}" for p in ("ieee", "tf32x3", "tf32"))]
    assert all(row.agrees and row.ratio == pytest.approx(rows[0].seconds / row.seconds) for row in rows)
    assert {row.note for row in rows} == {"one problem's time scaled to all", "one run"}


def test_a_side_that_fails_is_named_and_the_others_go_on(kinds: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> ReferenceSweep:
        raise RuntimeError("no such kernel\nsecond line")

    monkeypatch.setitem(backends.BACKENDS, "triton", replace(backends.BACKENDS["triton"], streaming=broken))
    rows = {row.side: row for row in sinkhorn_rows(token_like(9, 4, 1), token_like(8, 4, 2), runs=1, triton=True)}
    assert rows["triton resident tf32"].agrees
    failed = rows["triton streaming ieee"]
    assert (failed.agrees, failed.note) == (False, "failed: no such kernel")
    assert math.isnan(failed.seconds)


def test_token_like_clouds_share_words() -> None:
    x, y = token_like(400, 64, 1), token_like(400, 64, 2)
    assert torch.equal(token_like(400, 64, 1), x)
    nearest = torch.cdist(x, y).amin(1)
    assert nearest.median() < 0.8 * torch.cdist(x, y).median()
