"""`scripts/gpu_check` says where it cannot run, what it found, and by its exit code whether that is as it should be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from geobias.bench import gpu
from geobias.bench.gpu_plan import Part
from geobias.bench.gpu_record import Record

ROOT = Path(__file__).resolve().parents[2]
Lines = Callable[[], Iterator[dict[str, Any]]]


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")
def test_without_a_device_it_says_so_and_fails(tmp_path: Path) -> None:
    here = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run([ROOT / "scripts" / "gpu_check"], cwd=tmp_path, env=here, capture_output=True, text=True)
    assert done.returncode == 2
    assert "gpu_check must run on a machine with a CUDA device, but torch " in done.stderr
    assert "finds none. `geobias doctor` says what there is; --device cpu goes through every part on" in done.stderr
    assert list(tmp_path.iterdir()) == []


class Here:
    """A worker that does parts in this process."""

    def __init__(self, parts: list[Part]):
        self.parts = {part.name: part for part in parts}
        self.asked: list[str] = []

    def do(self, name: str, seconds: float, record: Record) -> str:
        self.asked.append(name)
        for line in self.parts[name].work():
            record.add(name, **line)
        return "RuntimeError: no" if name == "fails" else ""

    def stop(self) -> None: ...


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, list[str]]]:
    """Run parts by name and lines; the exit code and the parts that were done."""

    def run(parts: dict[str, list[dict[str, Any]]], *words: str) -> tuple[int, list[str]]:
        made = [Part(name, 1, lambda lines=lines: iter(lines)) for name, lines in parts.items()]
        worker = Here(made)
        monkeypatch.setattr(gpu, "plan", lambda settings: made)
        monkeypatch.setattr(gpu, "Worker", lambda settings: worker)
        return gpu.main(["--device", "cpu", "--output", str(tmp_path / "new"), *words]), worker.asked

    return run


def row(**changed: Any) -> dict[str, Any]:
    values = {"case": "c", "side": "triton resident ieee", "agrees": True, "difference": 1e-7, "tolerance": 1e-5}
    return {"kind": "row", "seconds": 1.0, **values, **changed}


def test_what_was_found_is_written_and_printed(check, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check({"a": [row()], "b": [row(case="d")]}) == (0, ["a", "b"])
    text = (tmp_path / "new" / "gpu-check.txt").read_text()
    assert text in capsys.readouterr().out
    assert "c: resident ieee 1" in text
    lines = [json.loads(line) for line in (tmp_path / "new" / "gpu-check.jsonl").read_text().splitlines()]
    assert lines[0]["card"]["name"].startswith("cpu, ")
    assert [line["part"] for line in lines if line["kind"] == "done"] == ["a", "b"]


def test_a_second_run_goes_on(check) -> None:
    assert check({"a": [row()], "fails": []}) == (1, ["a", "fails"])
    assert check({"a": [row()], "b": [row()]}) == (0, ["b"])


def test_what_time_does_not_suffice_for_is_no_failure(check, tmp_path: Path) -> None:
    assert check({"a": [row()]}, "--seconds", "0") == (0, [])
    assert "Left out for want of time: a" in (tmp_path / "new" / "gpu-check.txt").read_text()


@pytest.mark.parametrize(("side", "code"), [("triton resident ieee", 1), ("geomloss online", 0)])
def test_a_value_of_ours_that_is_wrong_fails(check, side: str, code: int) -> None:
    assert check({"a": [row(side=side, agrees=False, difference=0.5, seconds=float("nan"))]})[0] == code


def test_another_machine_needs_another_folder(check, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Record(tmp_path / "new")
    record.add("about", "about", card={"name": "H200"}, versions={}, backends=[])
    assert check({"a": [row()]}) == (2, [])
    assert "gpu_check: the output folder must be of this machine as it is, or new" in capsys.readouterr().err


def test_the_plan_is_printed_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert gpu.main(["--device", "cpu", "--plan", "--output", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "  15 s  rates"
    assert not (tmp_path / "new").exists()
