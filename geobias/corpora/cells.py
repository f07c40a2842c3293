"""Cells of a table: one word for every way in which a file writes one value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

_EXACT = 2**53  # whole numbers below have a float of their own


def word_of(value: Any) -> str:
    """One word for 1, 1.0, "1" and " 1.0 "; "" for what is missing.

    >>> word_of(1), word_of(" 1.0 "), word_of("0.50"), word_of("JPN "), word_of(None), word_of(float("nan"))
    ('1', '1', '0.5', 'JPN', '', '')
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    word = str(value).strip()
    try:
        number = float(word)
    except ValueError:
        return word
    if not math.isfinite(number) or isinstance(value, bool):
        return word
    return str(int(number)) if number.is_integer() and abs(number) < _EXACT else repr(number)


def object_array(values: Iterable[Any]) -> np.ndarray:
    """Values in an array of objects, one an entry, at their own lengths."""
    listed = list(values)
    out = np.empty(len(listed), dtype=object)
    out[:] = listed
    return out
