"""Processes that meet on one cache of compiled formulas take turns."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from geobias_kernels import keops_door

HELD = """
import sys, time
from geobias_kernels.keops_door import first_use
with first_use("one"), first_use("other"):  # which does not wait for itself
    print("in", time.time(), flush=True)
    time.sleep(0.5)
    print("out", time.time(), flush=True)
"""

COLD = """
import torch
from geobias.distances import sinkhorn_divergence
generator = torch.Generator().manual_seed(0)
x, y = torch.randn(30, 3, generator=generator), torch.randn(20, 3, generator=generator)
print("value", sinkhorn_divergence(x, y, backend="keops").item())
"""


def started(code: str, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "KEOPS_CACHE_FOLDER": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_one_process_at_a_time_makes_a_first_use(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    both = [started(HELD, tmp_path / "new") for _ in range(2)]
    spans = []
    for process in both:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        spans.append([float(line.split()[1]) for line in out.splitlines()])
    (_, first_out), (second_in, _) = sorted(spans)
    assert second_in >= first_out


def test_threads_take_turns_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEOPS_CACHE_FOLDER", str(tmp_path))
    inside: list[str] = []

    def use(name: str) -> None:
        with keops_door.first_use(name, "threads"):
            inside.append(name)
            assert len(inside) == 1
            inside.remove(name)

    threads = [threading.Thread(target=use, args=(str(i),)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(str(i), "threads") for i in range(8)} <= keops_door._compiled


def test_a_use_that_failed_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEOPS_CACHE_FOLDER", str(tmp_path))
    with pytest.raises(RuntimeError, match="compiler"), keops_door.first_use("failed"):
        raise RuntimeError("compiler")
    assert ("failed",) not in keops_door._compiled


def test_a_folder_without_locks_does_not_stop_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KEOPS_CACHE_FOLDER", str(tmp_path / "file"))
    with keops_door.first_use("unlocked"):
        pass
    assert ("unlocked",) in keops_door._compiled


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="pykeops needs a C++ compiler")
def test_two_first_compiles_on_an_empty_cache_agree(tmp_path: Path) -> None:
    pytest.importorskip("pykeops")
    both = [started(COLD, tmp_path) for _ in range(2)]
    values = []
    for process in both:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        values.append(next(line for line in out.splitlines() if line.startswith("value")))
    assert values[0] == values[1]
    # The one that waited had nothing left to compile, and what is listed can be read by the next.
    third, err = started(COLD, tmp_path).communicate(timeout=300)
    assert values[0] in third, err
    assert "Compiling" not in third
