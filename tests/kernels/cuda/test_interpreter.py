"""The tests of this folder that need a device, in Triton's interpreter: in a process that imports triton with it on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("TRITON_INTERPRET") == "1", reason="this is the interpreter's process")
@pytest.mark.parametrize("name", ["sweeps", "resident", "streaming", "steps"])
def test_kernels_in_the_interpreter(name: str) -> None:
    pytest.importorskip("triton")
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", HERE / f"test_{name}.py"]
    environment = {**os.environ, "TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, env=environment, cwd=HERE.parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout, done.stdout
