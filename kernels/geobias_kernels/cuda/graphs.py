"""A step as a CUDA graph where one can be had: captured once, replayed at every call. Imports no triton."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable

import torch

SWITCH = "GEOBIAS_CUDA_GRAPHS"
"""Name of an environment variable; "off" there, and every step is launched by itself."""

Step = Callable[[], None]

_capturing = threading.Lock()
"""Torch allows one capture at a time in a process, and cards have a thread each."""


def repeatable(step: Step, device: torch.device, warm_up: int = 2) -> Step:
    """`step` as one CUDA graph that every call replays, or itself where that fails (with a warning) or is not wanted.

    `step` must read and write the same tensors each time and never wait for the device. On a CUDA device it runs
    `warm_up` times before it is captured, as kernels compile at their first launch (those of `StreamingSweep` at the
    first two): reset what it wrote afterwards.
    """
    if device.type != "cuda" or not torch.cuda.is_available() or os.environ.get(SWITCH) == "off":
        return step
    here, side = torch.cuda.current_stream(device), torch.cuda.Stream(device)
    side.wait_stream(here)
    with torch.cuda.stream(side):
        for _ in range(warm_up):
            step()
    here.wait_stream(side)
    try:
        with _capturing:
            return _captured(step, side)
    except RuntimeError as error:
        # Where the end of a capture fails, torch leaves the stream of the capture current.
        torch.cuda.set_stream(here)
        why = (str(error).strip().splitlines() or [type(error).__name__])[0]
        warnings.warn(
            f"the steps of a long schedule are launched one by one, as no CUDA graph could be made of them ({why}). "
            f"Set {SWITCH}=off to try none.",
            RuntimeWarning,
            stacklevel=2,
        )
        return step


def _captured(step: Step, stream: torch.cuda.Stream) -> Step:
    graph = torch.cuda.CUDAGraph()
    # The stream of the step's card: torch's own is of the card that captured first. Others may allocate meanwhile.
    with torch.cuda.graph(graph, stream=stream, capture_error_mode="thread_local"):
        step()
    return graph.replay
