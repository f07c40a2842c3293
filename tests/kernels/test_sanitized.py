"""The native kernel's tests on a build with the address and undefined-behaviour sanitizers, on every level."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from geobias_kernels import native_library

ROOT = Path(__file__).parents[2]
LEVELS = native_library.levels()
BUILD = ["-O1", "-g1", "-std=gnu++17", "-ffp-contract=fast", "-Wno-psabi", "-pthread", "-shared", "-fPIC"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which Python uses such a build; its fresh memory is NaN."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no g++")
    library = tmp_path_factory.mktemp("sanitized") / "native.so"
    sources = [str(ROOT / f"kernels/native/{name}.cpp") for name in ("sinkhorn", "newton", "kernel_sums")]
    built = subprocess.run([compiler, *BUILD, *SANITIZE, *sources, "-o", str(library)], capture_output=True, text=True)
    runtime = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    if built.returncode or not Path(runtime).is_file():
        pytest.skip(f"g++ has no sanitizers: {built.stderr[-200:]}")
    options = "detect_leaks=0:malloc_fill_byte=255:max_malloc_fill_size=1073741824"
    return {"LD_PRELOAD": runtime, "ASAN_OPTIONS": options, native_library.LIBRARY_VARIABLE: str(library)}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_no_step_past_memory_and_nothing_undefined(sanitized: dict[str, str], level: str) -> None:
    files = ("test_native.py", "test_native_batch.py", "test_native_plan.py", "test_native_sums.py")
    others = " or ".join(name for name in LEVELS if name != level)  # these have a process of their own
    arguments = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *(f"tests/kernels/{file}" for file in files)]
    arguments += ["-k", f"not ({others})"] if others else []
    environment = {**os.environ, **sanitized, native_library.LEVEL_VARIABLE: level, "OMP_NUM_THREADS": "1"}
    run = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, (run.stdout + run.stderr)[-4000:]
