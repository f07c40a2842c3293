"""The tests marked gpu, run from the checkout, a file at a time: each a process with a time of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Slice:
    """Tests of one file, by path from the checkout; `interpreted` by Triton's interpreter, without a card."""

    path: str
    words: tuple[str, ...] = ()
    interpreted: bool = False

    @property
    def name(self) -> str:
        return "tests " + self.path.removeprefix("tests/").removesuffix(".py").replace("/test_", "/")

    def run(self, folder: Path, seconds: float) -> tuple[dict[str, Any], str]:
        """What came of them, and why they count as failed ("" where they do not); their output goes to the folder as
        it comes, and what it says until their time is over counts."""
        if importlib.util.find_spec("pytest") is None:
            return {"passed": 0, "note": "the package 'pytest' is absent"}, ""
        # Of two v the q of pyproject takes back one.
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-m",
            "gpu",
            "-vv",
            "--tb=short",
            "-p",
            "no:cacheprovider",
            self.path,
        ]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        if self.interpreted:
            environment |= {"TRITON_INTERPRET": "1", "CUDA_VISIBLE_DEVICES": ""}
        folder.mkdir(parents=True, exist_ok=True)
        output = folder / (self.name.replace(" ", "-").replace("/", "-") + ".txt")
        with output.open("w", encoding="utf-8") as file:
            running = subprocess.Popen(
                [*command, *self.words], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, env=environment
            )
            try:
                code = running.wait(timeout=seconds)
                late = ""
            except subprocess.TimeoutExpired:
                running.kill()
                code, late = running.wait(), f"not finished in {seconds:.0f} s"
        found = outcome(output.read_text(encoding="utf-8", errors="replace"))
        # Code 5: no test is marked for this machine.
        ended = "" if code in (0, 5) else f"pytest ended with code {code}, see {output.name}"
        return found, late or ended


def outcome(output: str) -> dict[str, Any]:
    """How many tests passed and were skipped, and which failed, by what pytest has said until now."""
    said = re.findall(r"^(\S+::.*?) (PASSED|FAILED|ERROR|SKIPPED)", output, flags=re.MULTILINE)
    words = [word for _, word in said]
    failed = list(dict.fromkeys(name for name, word in said if word in ("FAILED", "ERROR")))
    return {"passed": words.count("PASSED"), "skipped": words.count("SKIPPED"), "failed": failed}


def slices(on_card: bool) -> Iterator[Slice]:
    """A slice per file; without a card one small file, by the interpreter."""
    if not on_card:
        yield Slice("tests/kernels/cuda/test_steps.py", ("-k", "moves or sums"), interpreted=True)
        return
    yield from map(Slice, sorted(marked_files(), key=lambda path: ("/cuda/" not in path, path)))


def marked_files() -> list[str]:
    """The test files that hold tests marked gpu: others may import what a machine with a card does not have."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    mark = re.compile(r"^(@|pytestmark = )pytest\.mark\.gpu", flags=re.MULTILINE)
    return [str(path.relative_to(ROOT)) for path in files if mark.search(path.read_text(encoding="utf-8"))]
