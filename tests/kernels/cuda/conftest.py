"""What the tests of Triton's kernels share. They run on a CUDA device, or in Triton's interpreter.

The interpreter must be chosen before triton is imported, so `test_interpreter.py` runs this folder in a process of its
own with TRITON_INTERPRET=1; elsewhere, without a device, they are skipped.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from geobias_kernels.ragged import Pair, RaggedProblems, Side, ragged_problems

INTERPRETED = os.environ.get("TRITON_INTERPRET") == "1"

Sizes = Sequence[tuple[int, int | None]]


@pytest.fixture
def device() -> torch.device:
    if importlib.util.find_spec("triton") is None:
        pytest.skip("triton is not installed")
    if INTERPRETED:
        return torch.device("cpu")
    if not torch.cuda.is_available():
        pytest.skip("there is no CUDA device; test_interpreter.py runs this in Triton's interpreter")
    return torch.device("cuda")


@pytest.fixture(autouse=True)
def poisoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory that nobody has written is NaN, so that a result that was not written shows."""

    def poison(make: Callable[..., Tensor]) -> Callable[..., Tensor]:
        def made(*args: Any, **kwargs: Any) -> Tensor:
            tensor = make(*args, **kwargs)
            return tensor.fill_(torch.nan) if tensor.is_floating_point() else tensor

        return made

    for owner, name in [(torch, "empty"), (torch, "empty_like"), (Tensor, "new_empty")]:
        monkeypatch.setattr(owner, name, poison(getattr(owner, name)))


class Maker:
    """Draws sides and problems on a device, from one seed."""

    def __init__(self, device: torch.device):
        self.device, self.generator = device, torch.Generator().manual_seed(0)

    def normal(self, *shape: int) -> Tensor:
        return torch.randn(*shape, generator=self.generator).to(self.device)

    def side(self, n: int, d: int, scale: float = 1.0) -> Side:
        weights = torch.rand(n, generator=self.generator) + 0.1
        return Side(scale * self.normal(n, d), (weights / weights.sum()).to(self.device))

    def problems(self, sizes: Sizes, d: int, p: int = 2, scale: float = 1.0) -> RaggedProblems:
        """Problems of these sizes; None for one of a cloud with itself."""
        pairs = [(self.side(n, d, scale), None if m is None else self.side(m, d, scale)) for n, m in sizes]
        return ragged_problems(pairs, p)

    def eps(self, *values: float) -> Tensor:
        return torch.tensor(values, device=self.device)


@pytest.fixture
def maker(device: torch.device) -> Maker:
    return Maker(device)


@pytest.fixture
def sweep(device: torch.device) -> Callable[..., Any]:
    """Makes a resident or a streaming sweep with small tiles."""

    def make(kind: str, problems: RaggedProblems, precision: str = "ieee", **options: Any) -> Any:
        from geobias_kernels.cuda.resident import ResidentSweep
        from geobias_kernels.cuda.streaming import StreamingSweep

        kinds = {"resident": ResidentSweep, "streaming": StreamingSweep}
        return kinds[kind](problems, precision, **{"tile": 64, **options})

    return make


@pytest.fixture
def agree() -> Callable[[Pair, Pair, float], None]:
    """Both sides are equal up to a share of one plus the largest expected value."""

    def check(actual: Pair, expected: Pair, tolerance: float) -> None:
        for ours, wanted in zip(actual, expected, strict=True):
            assert ours.shape == wanted.shape
            if wanted.numel():
                bound = tolerance * (1 + float(wanted.abs().max()))
                assert float((ours.double() - wanted.double()).abs().max()) <= bound

    return check
