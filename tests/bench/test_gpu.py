"""`scripts/gpu_check` says where it cannot run, and its table is right where small sizes stand in for a card."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import torch

from geobias.bench import gpu

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")
def test_without_a_device_it_says_so_and_fails(tmp_path: Path) -> None:
    done = subprocess.run([ROOT / "scripts" / "gpu_check"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "gpu_check must run on a machine with a CUDA device, but torch " in done.stderr
    assert "finds none. `geobias doctor` says what there is; --device cpu shows the table on small" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_table_on_small_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.setattr(gpu, "throughput", lambda device, documents: {"texts": documents})
    words = ["--device", "cpu", "--sizes", "20,30", "--widths", "8", "--runs", "1", "--output", str(tmp_path / "new")]
    assert gpu.main(words) == 0
    found = json.loads((tmp_path / "new" / "gpu-check.json").read_text())
    text = (tmp_path / "new" / "gpu-check.txt").read_text()
    assert text in capsys.readouterr().out
    assert found["card"]["name"].startswith("cpu, ")
    assert found["left_out"] == []
    cases = {row["case"] for row in found["rows"]}
    assert {"Sinkhorn 20 x 20, 8 dimensions", "Sinkhorn 30 x 30, 8 dimensions"} <= cases
    for case in cases:
        assert case in text
    assert all(row["agrees"] for row in found["rows"] if row["side"] in ("torch dense", "geobias, direct"))
    assert "8 groups of 4 texts, 1 replicates of 2" in text
    assert "Tests marked gpu\nnot run" in text
    assert "texts: 60" in text


def test_what_time_does_not_suffice_for_is_named(tmp_path: Path) -> None:
    assert gpu.main(["--device", "cpu", "--seconds", "0", "--output", str(tmp_path)]) == 0
    found = json.loads((tmp_path / "gpu-check.json").read_text())
    named = ["rates", "published experiment", "Sinkhorn 50 x 50, 16 dimensions", "documents to table", "extraction"]
    assert found["left_out"] == named
    assert found["rows"] == []


@pytest.mark.parametrize(("agrees", "code"), [(True, 0), (False, 1)])
def test_a_value_of_ours_that_disagrees_fails(agrees: bool, code: int, tmp_path: Path, monkeypatch) -> None:
    row = {"benchmark": "b", "case": "c", "side": "triton resident ieee", "peer": "torch dense", "agrees": agrees,
           "difference": 1.0, "tolerance": 1e-5, "seconds": float("nan"), "ratio": 1.0, "peak_mib": 0.0}  # fmt: skip
    monkeypatch.setattr(gpu, "_parts", lambda *_: [("rows", lambda: {"rows": [row]})])
    assert gpu.main(["--device", "cpu", "--output", str(tmp_path)]) == code
    assert json.loads((tmp_path / "gpu-check.json").read_text())["rows"][0]["seconds"] is None


def test_a_part_that_fails_does_not_take_the_rest_with_it(tmp_path: Path, monkeypatch) -> None:
    def broken() -> dict:
        raise RuntimeError("an illegal memory access")

    monkeypatch.setattr(gpu, "_parts", lambda *_: [("rates", broken), ("extraction", lambda: {"extraction": {"a": 1}})])
    assert gpu.main(["--device", "cpu", "--output", str(tmp_path)]) == 1
    found = json.loads((tmp_path / "gpu-check.json").read_text())
    assert found["failed"] == ["rates: RuntimeError: an illegal memory access"]
    assert found["extraction"] == {"a": 1}
    assert "Failed\nrates: RuntimeError" in (tmp_path / "gpu-check.txt").read_text()
