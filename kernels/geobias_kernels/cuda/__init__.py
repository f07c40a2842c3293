"""Triton kernels for ragged Sinkhorn problems on CUDA; importing this package imports no triton.

points     centred and rounded coordinates with their norms, as all kernels read them
tiles      the list of tiles that a launch runs through
costs      cost blocks of many problems in one launch
resident   the sweep that keeps the cost and reads it once
streaming  the sweep that makes the cost anew, tile by tile
gradients  the gradient of a softmin in the points it lives on
steps      what moves and sums potentials between sweeps
graphs     a step captured as a CUDA graph, where one can be had
configs    the launch configurations of every kernel
"""

from __future__ import annotations

import importlib.util
import re
from importlib.metadata import PackageNotFoundError, version

import torch


def obstacle() -> str | None:
    """Why Triton's kernels cannot run here, with the mend; None where they can."""
    if not torch.cuda.is_available():
        return "there is no CUDA device. Pass backend='auto' to use what is there"
    if importlib.util.find_spec("triton") is None:
        return "the package 'triton' is absent. Install it with: pip install 'geobias[gpu]'"
    major, minor = torch.cuda.get_device_capability()
    if major < 8:
        return f"the device has compute capability {major}.{minor}, but the kernels need 8.0 or later"
    if major >= 12 and _triton() < (3, 4):
        return f"triton before 3.4 makes no kernels for compute capability {major}.{minor}. Install a later torch"
    return None


def _triton() -> tuple[int, ...]:
    """Major and minor version of triton, which some builds of torch name otherwise; a high one where nothing tells."""
    for name in ("triton", "pytorch-triton"):
        try:
            return tuple(int(number) for number in re.findall(r"\d+", version(name))[:2])
        except PackageNotFoundError:
            continue
    return (99,)
