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
def test_kernels_in_the_interpreter() -> None:
    pytest.importorskip("triton")
    files = [HERE / f"test_{name}.py" for name in ("sweeps", "resident", "streaming", "steps")]
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *files]
    environment = {**os.environ, "TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, env=environment, cwd=HERE.parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout, done.stdout
