"""The tests marked gpu, run from the checkout."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def run_marked(seconds: float) -> dict[str, Any]:
    """Exit code and last line of the tests marked gpu."""
    if importlib.util.find_spec("pytest") is None:
        return {"summary": "not run: the package 'pytest' is absent"}
    command = [sys.executable, "-m", "pytest", "-m", "gpu", "-p", "no:cacheprovider", *marked_files()]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return {"summary": f"not finished in {seconds:.0f} s", "exit_code": 1}
    lines = done.stdout.strip().splitlines() or [done.stderr.strip()]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return {"summary": lines[-1], "exit_code": done.returncode, "failed": failed, "output": done.stdout[-20_000:]}


def marked_files() -> list[str]:
    """The test files that hold tests marked gpu: others may import what a machine with a card does not have."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if "pytest.mark.gpu" in path.read_text(encoding="utf-8")]
