"""Launch configurations of every kernel: one fixed choice each, and the few that tuning may try instead.

All fit into the 99 KB of shared memory of workstation cards, and none spills registers. The fixed choice depends on the
precision alone, so results are the same bits from run to run; tuned choices may sum in another order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch


@dataclass(frozen=True)
class Config:
    """Warps, stages of the pipeline, and for kernels that make products coordinates a chunk and columns at once."""

    warps: int
    stages: int = 1
    chunk: int | None = None
    width: int | None = None

    def keywords(self) -> dict[str, Any]:
        """As keywords of a launch."""
        sizes = {"CHUNK": self.chunk, "WIDTH": self.width}
        given = {name: size for name, size in sizes.items() if size is not None}
        # Left to itself the assembler spills a few registers of kernels that could have more, for room beside them.
        registers = {"maxnreg": 255} if self.warps <= 8 else {}
        # Triton 3.9 warns where nothing is said of fused multiplications and additions, and 3.10 is to leave them out.
        shared = {"enable_fp_fusion": True, "num_warps": self.warps, "num_stages": self.stages}
        return {**given, **registers, **shared}


CONFIGS: dict[str, dict[str, tuple[Config, ...]]] = {
    "costs": {
        "direct": (Config(8, 1, 16), Config(4, 1, 16)),
        "ieee": (Config(8, 2, 16),),
        "tf32x3": (Config(4, 3, 16), Config(8, 3, 16), Config(8, 2, 16)),
        "tf32": (Config(4, 3, 32), Config(8, 3, 32), Config(4, 4, 32)),
    },
    "streaming": {
        "direct": (Config(8, 1, 16, 32),),
        "ieee": (Config(8, 1, 16, 32),),
        "tf32x3": (Config(8, 3, 16, 32), Config(8, 2, 16, 32)),
        "tf32": (Config(8, 3, 32, 32), Config(8, 2, 32, 32)),
    },
    "gradients": {
        "ieee": (Config(8, 2), Config(4, 1)),
        "tf32x3": (Config(4, 2), Config(8, 2)),
    },
    "resident": {"any": (Config(16), Config(8), Config(4))},
    "finish": {"any": (Config(8),)},
}
"""By kernel and precision; the first is the fixed choice."""

PLAIN = Config(4)
"""For kernels that only merge, move or add up."""

_tuned: dict[tuple[str, str, int], Config] = {}

REPEATS = 5


def run(kernel: str, precision: str, d: int, launch: Callable[[Config], None], tune: bool) -> None:
    """Launch a kernel with its fixed configuration, or with the fastest of its few, timed once for every d."""
    candidates = CONFIGS[kernel][precision]
    if not tune or not torch.cuda.is_available():
        launch(candidates[0])
        return
    key = (kernel, precision, d)
    if key not in _tuned:
        _tuned[key] = min(candidates, key=lambda config: _milliseconds(launch, config))
    launch(_tuned[key])


def _milliseconds(launch: Callable[[Config], None], config: Config) -> float:
    launch(config)
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(REPEATS):
        launch(config)
    end.record()
    end.synchronize()
    return start.elapsed_time(end)
