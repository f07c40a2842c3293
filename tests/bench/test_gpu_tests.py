"""The tests marked gpu are found, run file by file, and told of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from geobias.bench import gpu_tests
from geobias.bench.gpu_tests import Slice, marked_files, outcome, slices

SAID = """
tests/a.py::one PASSED                     [ 10%]
tests/a.py::two[x y] FAILED                [ 20%]
tests/a.py::two[x y] ERROR                 [ 20%]
tests/a.py::three SKIPPED (no two cards)   [ 30%]
tests/a.py::four
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one file of tests, as pytest is told to run them."""
    monkeypatch.setattr(gpu_tests, "ROOT", tmp_path)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "-q"\nmarkers = ["gpu: marked"]')
    (tmp_path / "test_a.py").write_text(
        "import time, pytest\n"
        "@pytest.mark.gpu\ndef test_one(): pass\n"
        "def test_of_a_cpu(): assert False\n"
        "@pytest.mark.gpu\ndef test_two(): assert not 'boom'\n"
        "@pytest.mark.gpu\ndef test_slow(): time.sleep(600)\n"
    )
    return tmp_path


def test_what_is_said_until_now_is_counted() -> None:
    assert outcome(SAID) == {"passed": 1, "skipped": 1, "failed": ["tests/a.py::two[x y]"]}


def test_a_slice_is_run_and_its_output_kept(checkout: Path) -> None:
    found, why = Slice("test_a.py", ("-k", "not slow")).run(checkout / "out", 60)
    assert found == {"passed": 1, "skipped": 0, "failed": ["test_a.py::test_two"]}
    assert why == "pytest ended with code 1, see tests-test_a.txt"
    assert "boom" in (checkout / "out" / "tests-test_a.txt").read_text()


def test_of_a_slice_that_takes_too_long_the_beginning_is_kept(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_tests.subprocess, "Popen", Impatient)
    found, why = Slice("test_a.py").run(checkout / "out", 7)
    assert found == {"passed": 1, "skipped": 0, "failed": ["test_a.py::test_two"]}
    assert why == "not finished in 7 s"


class Impatient(subprocess.Popen):
    """A process that is waited for until it has said what the second test came to, and no longer."""

    def wait(self, timeout: float | None = None) -> int:
        if timeout is None:
            return super().wait()
        while "test_two FAILED" not in Path(self.args[-1]).parent.joinpath("out/tests-test_a.txt").read_text():
            assert self.poll() is None
        raise subprocess.TimeoutExpired(self.args, timeout)

    def __init__(self, command: list[str], **options: object):
        super().__init__([*command[:-1], str(Path(str(options["cwd"])) / command[-1])], **options)  # type: ignore[call-overload]


def test_a_machine_without_pytest_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gpu_tests.importlib.util, "find_spec", lambda name: None)
    assert Slice("tests/a.py").run(tmp_path, 1) == ({"passed": 0, "note": "the package 'pytest' is absent"}, "")


def test_slices_are_files_the_kernels_first() -> None:
    names = [one.name for one in slices(on_card=True)]
    assert len(names) == len(marked_files())
    assert names[:4] == [f"tests kernels/cuda/{name}" for name in ("resident", "steps", "streaming", "sweeps")]
    assert "tests distances/triton" in names
    assert [(one.path, one.interpreted) for one in slices(on_card=False)] == [
        ("tests/kernels/cuda/test_steps.py", True)
    ]


def test_what_is_marked_needs_only_what_a_machine_with_a_card_has() -> None:
    files = marked_files()
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
