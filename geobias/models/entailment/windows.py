"""Windows: a long premise is read in pieces that overlap, and what is said of the pieces becomes one judgement."""

from __future__ import annotations

import math

import numpy as np


def cut(length: int, room: int, overlap: float) -> list[tuple[int, int]]:
    """(start, stop) of the fewest windows of `room` tokens that cover `length`, evenly spread.

    Every window shares at least the part `overlap` of its tokens with the next one, and all are full but the only one
    of a text that is shorter.

    >>> cut(10, 4, 0.25)
    [(0, 4), (3, 7), (6, 10)]
    """
    if length <= room:
        return [(0, length)]
    step = max(1, room - math.ceil(overlap * room))
    count = 1 + math.ceil((length - room) / step)
    starts = np.linspace(0, length - room, count)
    return [(int(start), int(start) + room) for start in np.floor(starts)]


def combine(probabilities: np.ndarray, windows: np.ndarray, rule: str) -> np.ndarray:
    """One judgement per pair of what is said of its windows.

    probabilities : float64 (rows, 3) of contradiction, neutral, entailment; the windows of a pair stand together.
    windows : int (pairs,), how many each has, at least 1. rule : "maximum" or "mean".

    "maximum": the largest probability of entailment and of contradiction over the windows; neutral has what they leave,
    and where together they exceed one, they are scaled to it and neutral has none. So one sentence that entails is
    enough, as in SummaC's zero-shot score (Laban et al. 2022, section 3.1, which takes the maximum over sentences).
    "mean": of each.

    >>> combine(np.array([[0.1, 0.8, 0.1], [0.0, 0.3, 0.7]]), np.array([2]), "maximum").round(3).tolist()
    [[0.1, 0.2, 0.7]]
    """
    starts = np.cumsum(windows) - windows
    if rule == "mean":
        return np.add.reduceat(probabilities, starts) / windows[:, None]
    most = np.maximum.reduceat(probabilities, starts)
    spoken = most[:, 0] + most[:, 2]
    scaled = most / np.maximum(spoken, 1.0)[:, None]
    scaled[:, 1] = np.maximum(1 - spoken, 0.0)
    return np.where(windows[:, None] == 1, most, scaled)
