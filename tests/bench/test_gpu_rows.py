"""The GPU's rows on the CPU, with the plain sweep in place of the kernels."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from geobias.bench.gpu_rows import sinkhorn_rows, token_like
from geobias.distances import backends
from geobias_kernels.ragged_reference import ReferenceSweep

OURS = {f"triton {way} {precision}" for way in ("resident", "streaming") for precision in ("ieee", "tf32x3", "tf32")}


def test_every_precision_is_kept_and_streamed(kinds: list[str]) -> None:
    rows = sinkhorn_rows(token_like(40, 8, 1), token_like(30, 8, 2), runs=1, triton=True)
    assert {row.side for row in rows} == {"torch dense", *OURS}
    assert all(row.agrees and row.peer == "torch dense" and row.ratio > 0 for row in rows)
    assert {f"triton {kind}" for kind in kinds} == OURS
    assert {row.tolerance for row in rows if row.side.endswith(" tf32")} == {1e-4}
    assert {row.case for row in rows} == {"Sinkhorn 40 x 30, 8 dimensions"}


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
