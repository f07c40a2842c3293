"""The tests marked gpu are found, run, and told of."""

from __future__ import annotations

import subprocess
import sys

import pytest

from geobias.bench import gpu_tests


def test_the_tests_are_run_and_their_outcome_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[2:6] == ["pytest", "-m", "gpu", "-p"]
        return subprocess.CompletedProcess(command, 1, "FAILED tests/a.py::b - boom\n1 failed in 3s\n", "")

    monkeypatch.setattr(gpu_tests.subprocess, "run", run)
    found = gpu_tests.run_marked(10)
    assert (found["summary"], found["exit_code"]) == ("1 failed in 3s", 1)
    assert found["failed"] == ["FAILED tests/a.py::b - boom"]


def test_what_is_marked_needs_only_what_a_machine_with_a_card_has() -> None:
    files = gpu_tests.marked_files()
    assert {"tests/distances/test_triton.py", "tests/kernels/cuda/test_sweeps.py"} <= set(files)
    for path in files:
        imports = [
            line for line in (gpu_tests.ROOT / path).read_text().splitlines() if line.startswith(("import ", "from "))
        ]
        roots = {line.split()[1].split(".")[0] for line in imports}
        extra = (
            roots - set(sys.stdlib_module_names) - {"geobias", "geobias_kernels", "torch", "triton", "numpy", "pytest"}
        )
        assert extra == set(), path


def test_tests_that_take_too_long_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **options: float) -> None:
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(gpu_tests.subprocess, "run", run)
    assert gpu_tests.run_marked(7) == {"summary": "not finished in 7 s", "exit_code": 1}
