"""Codes of an item become numbers from -1 to 1, as in Benkler et al. 2023 (arXiv 2312.10075), section 2.1."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from geobias.arguments import choice
from geobias.errors import InputError

SCALING = Literal["steps", "linear"]
End = Literal["low", "high"]


def scaled(codes: np.ndarray, low: int, high: int, traditional: End, scaling: SCALING = "steps") -> np.ndarray:
    """Numbers of the codes: 0 in the middle of the scale, +1 at its traditional end, -1 at the other.

    The middle is the median code; where their number is even, both middle codes are 0. What lies between is open in
    the paper, and has two readings. "steps" counts steps from the nearest middle code: of ten codes the first five are
    1, .75, .5, .25, 0. "linear" is the distance from the centre, of which the two middle codes alone are moved:
    1, .78, .56, .33, 0. Both are alike where the number is odd, or at most four.

    Parameters
    ----------
    codes : float64, any shape, in low .. high; NaN = missing, and stays.
    low, high : the ends of the scale, at least three codes.

    Returns
    -------
    float64 of the same shape, in [-1, 1].

    Raises
    ------
    InputError : fewer than three codes, or a word that is none of the above.

    >>> scaled(np.arange(1.0, 5), 1, 4, "low").tolist(), scaled(np.arange(1.0, 4), 1, 3, "high").tolist()
    ([1.0, 0.0, 0.0, -1.0], [-1.0, 0.0, 1.0])
    """
    choice("traditional", traditional, get_args(End))
    choice("scaling", scaling, get_args(SCALING))
    if high - low < 2:
        raise InputError("a scale must have at least three codes", f"it goes from {low} to {high}", "Check its ends.")
    if traditional == "low":
        codes = inverted(codes, low, high)
    away = codes - (low + high) / 2
    half = (high - low) / 2
    if (high - low + 1) % 2 == 0:
        if scaling == "steps":
            away, half = np.sign(away) * (np.abs(away) - 0.5), half - 0.5
        else:
            away = np.where(np.abs(away) < 1, 0.0, away)
    return away / half + 0.0  # no negative zero


def inverted(codes: np.ndarray, low: int, high: int) -> np.ndarray:
    """The codes counted from the other end of the scale.

    >>> inverted(np.array([1.0, 10.0]), 1, 10).tolist()
    [10.0, 1.0]
    """
    return low + high - codes
