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


# One process, because torch takes long to import under a sanitizer. The best level is first: tests are imported once,
# and know the levels up to that of the moment. Of the others there are the tests that name a level, which meet every
# number of points; what no level changes (batches, refusals) is seen once.
EVERY_LEVEL = """
import os, sys
import pytest
variable, levels, *files = sys.argv[1:]
levels = levels.split(",")
for level in reversed(levels):
    os.environ[variable] = level
    others = " or ".join(name for name in levels if name != level)
    chosen = ["-k", level if level != levels[-1] else f"not ({others})"] if others else []
    print("level", level, flush=True)
    code = pytest.main(["-x", "-p", "no:cacheprovider", *chosen, *files])
    if code:
        sys.exit(int(code))
"""


@pytest.mark.slow
@pytest.mark.skipif(not LEVELS, reason="there is no native library")
def test_no_step_past_memory_and_nothing_undefined(sanitized: dict[str, str]) -> None:
    files = [f"tests/kernels/test_{name}.py" for name in ("native", "native_batch", "native_plan", "native_sums")]
    environment = {**os.environ, **sanitized, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", EVERY_LEVEL, native_library.LEVEL_VARIABLE, ",".join(LEVELS), *files]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, (run.stdout + run.stderr)[-4000:]
    assert run.stdout.count("level ") == len(LEVELS)
