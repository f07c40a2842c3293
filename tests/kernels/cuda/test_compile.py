"""Every kernel is compiled for real targets: it fits their shared memory and spills no register. No device is needed.

What is compiled: for three targets every kernel at every precision with its fixed configuration (p=2, tiles of 128);
and for one target also what tuning may choose instead, p=1, and tiles of 64.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from geobias_kernels.cuda import configs
from geobias_kernels.cuda.configs import CONFIGS, Config

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="triton is not installed"),
    pytest.mark.skipif(os.environ.get("TRITON_INTERPRET") == "1", reason="the interpreter's process cannot compile"),
]

SHARED_KB = {80: 163, 86: 99, 89: 99, 90: 227, 100: 227, 120: 99}
"""Shared memory that one block may take, by compute capability (CUDA C++ Programming Guide, compute capabilities)."""

COMPILED = (80, VARIED := 90, 120)
"""The oldest, the one with every choice, and the newest; each must fit the shared memory of all."""

POINTERS = {
    "*fp32": "values norms costs minima potentials weights eps row_sums col_sums softmins gradient masses peaks sums "
    "peak_state sum_state missing_state damping share",
    "*fp64": "totals",
    "*i64": "index slots owners starts",
    "*i32": "tiles sides",
    "i32": "D count",
}
TYPES = {name: kind for kind, names in POINTERS.items() for name in names.split()}


class Case(NamedTuple):
    """A kernel by module and name, its constants, and its launch configuration."""

    module: str
    kernel: str
    constants: dict[str, Any]
    config: Config


def choices(kernel: str, precision: str, varied: bool) -> tuple[Config, ...]:
    found = CONFIGS[kernel][precision]
    return found if varied else found[:1]


def cases(shape: dict[str, int], varied: bool) -> Iterator[Case]:
    """Every kernel with its fixed choice, or with `varied` all others too."""
    tile = {"TILE": shape["TILE"]}
    for precision in CONFIGS["costs"]:
        constants = {**shape, "PRECISION": precision}
        for config in choices("costs", precision, varied):
            yield Case("costs", "cost_blocks", constants, config)
        for config in choices("streaming", precision, varied):
            yield Case("streaming", "streaming_tiles", {**constants, "KNOWN": True}, config)
        (fixed,) = choices("streaming", precision, False)
        yield Case("streaming", "streaming_finish", constants, fixed)
        if varied:
            yield Case("streaming", "streaming_tiles", {**constants, "KNOWN": False}, fixed)
    for precision in CONFIGS["gradients"]:
        for config in choices("gradients", precision, varied):
            yield Case("gradients", "point_gradients", {**shape, "PRECISION": precision}, config)
    for config in choices("resident", "any", varied):
        yield Case("resident", "resident_tiles", tile, config)
    for config in choices("finish", "any", varied):
        yield Case("resident", "resident_finish", tile, config)
    yield Case("streaming", "streaming_merge", tile, configs.PLAIN)
    yield Case("steps", "move_side", {}, configs.PLAIN)
    yield Case("steps", "sum_side", {}, configs.PLAIN)


def compiled(case: Case, capability: int) -> Any:
    import triton
    from triton.backends.compiler import GPUTarget

    kernel = getattr(importlib.import_module(f"geobias_kernels.cuda.{case.module}"), case.kernel)
    keywords = case.config.keywords()
    named = ("num_warps", "num_stages", "maxnreg", "enable_fp_fusion")
    options = {name: keywords.pop(name) for name in named if name in keywords}
    constants = {**case.constants, **keywords}
    signature = {name: "constexpr" if name in constants else TYPES[name] for name in kernel.arg_names}
    # A launch finds out by itself that pointers and D are multiples of 16.
    divisible = {(i,): [["tt.divisibility", 16]] for i, name in enumerate(kernel.arg_names) if name not in constants}
    source = triton.compiler.ASTSource(kernel, signature, constants, divisible)
    return triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)


def stack_bytes(cubin: bytes) -> int:
    """Local memory a thread takes, which without arrays is what spilled, by the disassembler that triton brings."""
    import triton

    tool = Path(triton.__file__).parent / "backends" / "nvidia" / "bin" / "cuobjdump"
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        done = subprocess.run([tool, "--dump-resource-usage", file.name], capture_output=True, text=True, check=True)
    found = re.findall(r"(STACK|LOCAL):(\d+)", done.stdout)
    assert {name for name, _ in found} == {"STACK", "LOCAL"}, done.stdout
    return max(int(size) for _, size in found)


@pytest.mark.parametrize("capability", COMPILED)
def test_kernels_compile_fit_and_spill_nothing(capability: int) -> None:
    # Tuning is free to try the same configurations everywhere, so all must fit the smallest.
    room = min(SHARED_KB.values()) * 1024
    bad = []
    varied = capability == VARIED
    found = [*cases({"TILE": 128, "P": 2}, varied), *(cases({"TILE": 64, "P": 1}, False) if varied else ())]
    for case in found:
        kernel = compiled(case, capability)
        spilled = stack_bytes(kernel.asm["cubin"])
        if spilled or kernel.metadata.shared > room:
            bad.append((case, f"{spilled} bytes spilled", f"{kernel.metadata.shared} bytes of shared memory"))
    assert not bad
