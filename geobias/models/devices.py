"""Devices: which one an encoder runs on, in which precision, and in batches of what size."""

from __future__ import annotations

import os
import warnings

import torch

from geobias.errors import InputError

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}

_BATCH_TOKENS = {"cpu": 1_024, "cuda": 32_768}
"""Activations of a layer then stay in a CPU's caches (fastest of 512 to 2,048); a GPU needs many tokens to be busy."""


def resolve_device(name: str, what: str = "encoder") -> torch.device:
    """The device asked for; "auto" is CUDA where there is one (a launched process' own), else the CPU.

    `what` heads the setting's name in messages, here and below.
    """
    if name == "auto":
        if not torch.cuda.is_available():
            return torch.device("cpu")
        return torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise InputError(
            f"{what}.device must be a device of this machine",
            f"'{name}' cannot be used ({str(error).splitlines()[0]})",
            f"Use {what}.device=auto or cpu; `geobias doctor` lists what there is.",
        ) from error
    return device


def computing_dtype(name: str, device: torch.device, what: str = "encoder") -> str:
    """The dtype to compute in: the one asked for, but float32 for float16 anywhere but on CUDA, with a warning."""
    if name == "float16" and device.type != "cuda":
        warnings.warn(
            f"{what}.dtype=float16 is slow or wrong on {device.type}; the {what} computes in float32 there.",
            stacklevel=4,
        )
        return "float32"
    return name


def batch_tokens(asked: int | None, device: torch.device) -> int:
    """Tokens of one batch: those asked for, or what suits the device."""
    if asked is not None and asked < 1:
        raise InputError("encoder.batch_tokens must be at least 1", f"it is {asked}", "Leave it out for the default.")
    return asked or _BATCH_TOKENS.get(device.type, _BATCH_TOKENS["cpu"])


def to_device(values: torch.Tensor, device: torch.device) -> torch.Tensor:
    """A CPU tensor on the device; through pinned memory and without waiting where that is CUDA."""
    return values.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else values.to(device)


def to_host(values: torch.Tensor) -> torch.Tensor:
    """A tensor on the CPU; from CUDA into pinned memory without waiting: read it after `arrival` has come."""
    if values.device.type != "cuda":
        return values.cpu()
    host = torch.empty(values.shape, dtype=values.dtype, pin_memory=True)
    return host.copy_(values, non_blocking=True)


class Arrival:
    """The moment when everything begun on a device so far is done; at once where nothing is asynchronous."""

    def __init__(self, device: torch.device):
        self._event = torch.cuda.Event() if device.type == "cuda" else None
        if self._event is not None:
            self._event.record(torch.cuda.current_stream(device))

    def wait(self) -> None:
        if self._event is not None:
            self._event.synchronize()
