"""What functions are given in arrays: numbers and labels of any library; what cannot be used is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from geobias.arguments import is_tensor, refuse_odd, shown
from geobias.errors import InputError


def generator(name: str, rng: Any) -> np.random.Generator:
    """numpy's generator of a seed, of a `SeedSequence`, or itself."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        got = f"it is {shown(rng)} ({error})"
        raise InputError(
            f"{name} must be a seed, a numpy Generator or None", got, "Pass a whole number >= 0."
        ) from None


def reals(name: str, values: Any) -> np.ndarray:
    """Float64, row after row, of any shape."""
    found = plain(name, values)
    if found.dtype.kind not in "biufO":
        raise no_numbers(name, values, f"numbers of type {found.dtype}")
    try:
        return np.asarray(found, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError) as error:
        raise no_numbers(name, values, error) from None


def labels(name: str, values: Any, shape: tuple[int, ...] | None = None) -> np.ndarray:
    """Labels of any type in an array; `shape` is what it has to be."""
    found = plain(name, values)
    if shape is not None and found.shape != shape:
        raise InputError(
            f"{name} must have one entry per row of the features or points, shape {shape}",
            f"its shape is {found.shape}",
            "Align both.",
        )
    return found


def plain(name: str, values: Any) -> np.ndarray:
    """An array of what torch, numpy or pandas hold, or of nested lists; of any type."""
    if is_tensor(values):
        refuse_odd(name, values)
        here = values.detach().cpu()
        return (here.float() if str(here.dtype) == "torch.bfloat16" else here).resolve_conj().resolve_neg().numpy()
    if values is None or isinstance(values, (Mapping, set, frozenset, str, bytes)) or hasattr(values, "__next__"):
        raise no_numbers(name, values)
    if isinstance(values, np.ma.MaskedArray):
        raise InputError(f"{name} must not be masked", "it is a masked array", "Pass .filled(...).")
    if isinstance(values, (list, tuple)) and any(map(is_tensor, values)):
        values = [plain(name, value) if is_tensor(value) else value for value in values]
    try:
        return values.to_numpy() if hasattr(values, "to_numpy") else np.asarray(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise no_numbers(name, values, error) from None


def no_numbers(name: str, values: Any, why: object = "") -> InputError:
    """The error for what holds no numbers."""
    got = f"it is {shown(values)}" + (f" ({str(why).splitlines()[0]})" if str(why) else "")
    return InputError(f"{name} must be an array of numbers", got, "Pass a tensor, an array or a list of numbers.")
