"""What functions are given one by one: a number, a word, a list; what cannot be used is named.

Nothing is imported, so that commands start at once. What is given in arrays is judged by `geobias.arrays`; tensors are
known by what they can do, see `geobias.tensors`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from geobias.errors import InputError


def number(
    name: str, value: Any, must: str = "be a finite number", holds: Callable[[float], bool] = lambda _: True, mend=""
) -> float:
    """A finite number for which `holds`; no text, no truth value.

    >>> number("blur", 0.5)
    0.5
    """
    if getattr(value, "shape", None) == () and not getattr(value, "is_meta", False):
        value = value.item()
    real = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not real or not math.isfinite(value) or not holds(float(value)):
        raise InputError(f"{name} must {must}", f"it is {shown(value)}", mend or f"Pass a number for {name}.")
    return float(value)


def whole(name: str, value: Any, least: int, most: int = 10**7) -> int:
    """A whole number that is at least so much, and no more than memory and time can bear; 2.0 is one.

    >>> whole("p", 2.0, 1)
    2
    """
    must, mend = f"be a whole number, at least {least}", f"Pass a whole number for {name}."
    found = number(name, value, must, lambda v: v >= least and v == int(v), mend)
    return int(number(name, found, f"be at most {most}", lambda v: v <= most, "Pass a smaller number."))


def flag(name: str, value: Any) -> bool:
    """True or False, and nothing that only counts as one: "no" would be true."""
    of_numpy = type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")
    if not (isinstance(value, bool) or of_numpy):
        raise InputError(f"{name} must be True or False", f"it is {shown(value)}", f"Pass {name}=True or {name}=False.")
    return bool(value)


def choice(name: str, value: Any, options: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in options:
        raise InputError(f"{name} must be one of {list(options)}", f"it is {shown(value)}", "Choose one of them.")
    return value


def threads(workers: Any) -> int | None:
    """A number of threads, or None for the cores of this process."""
    return None if workers is None else whole("workers", workers, 1)


def items(name: str, values: Any, of: str) -> list[Any]:
    """A list of what is given one by one, by a list, a tuple, a generator or a tensor; no mapping, set or text."""
    if isinstance(values, (Mapping, set, frozenset, str, bytes)) or not isinstance(values, Iterable):
        mend = f"Pass list({name}.values())." if isinstance(values, Mapping) else "Pass a list."
        raise InputError(f"{name} must be a list of {of}", f"it is {shown(values)}", mend)
    if getattr(values, "ndim", 1) == 0:
        raise InputError(f"{name} must be a list of {of}", "it is a single number", "Pass a list.")
    if is_tensor(values):
        refuse_odd(name, values)
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    return list(values)


def is_tensor(values: Any) -> bool:
    """Whether this is a tensor of torch."""
    return hasattr(values, "detach") and hasattr(values, "layout")


def refuse_odd(name: str, tensor: Any) -> None:
    """Raise `InputError` for a tensor whose numbers do not stand in memory one by one."""
    odd = {
        "nested": tensor.is_nested,
        "sparse": str(tensor.layout) != "torch.strided",
        "quantised": tensor.is_quantized,
    }
    found = [word for word, is_so in {**odd, "meta": tensor.is_meta}.items() if is_so]
    if found:
        mend = "Pass .to_dense()." if found[0] == "sparse" else "Pass a tensor of plain numbers in memory."
        raise InputError(f"{name} must be a dense tensor", f"it is a {found[0]} one", mend)


def shown(value: Any) -> str:
    """A value in a sentence: as it is where that is short, else by its type and shape."""
    shape = getattr(value, "shape", None)
    if shape is not None:
        return f"a {type(value).__name__} of shape {tuple(shape)}" if shape != () else f"{value}"[:60]
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__}"
