"""What the tests of the GPU's rows share: the plain sweep in place of the kernels, on the CPU."""

from __future__ import annotations

import pytest

from geobias.bench import gpu_rows
from geobias.distances import backends
from geobias.distances.triton import TritonBackend
from geobias_kernels import cuda
from geobias_kernels.ragged_reference import ReferenceSweep


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The plain sweep as the backend on the CPU; which kind was made, and at what precision."""
    made: list[str] = []

    def counting(way: str):
        return lambda problems, precision: made.append(f"{way} {precision}") or ReferenceSweep(problems, precision)

    backend = TritonBackend(counting("resident"), counting("streaming"), lambda device: 1 << 40, "cpu")
    monkeypatch.setattr(cuda, "obstacle", lambda: None)
    monkeypatch.setitem(backends.BACKENDS, "triton", backend)
    monkeypatch.setattr(gpu_rows, "_peers", lambda *_: {})
    return made
