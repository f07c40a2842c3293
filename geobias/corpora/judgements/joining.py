"""Rows of a file become judgements: one for each annotator and item, however many rows say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geobias.errors import InputError
from geobias.raw import Places

REPEATS = Literal["first", "last", "mean", "error"]


@dataclass(frozen=True)
class Joined:
    """Judgements of a file.

    first : int64 (n,), the first row of each. answers : float64 (n,). rows : int64 (n,), rows that say so, one for
    each combination of several values of the annotator. repeated : judgements that were given more than once.
    unlike : those of them whose answers differ.
    """

    first: np.ndarray
    answers: np.ndarray
    rows: np.ndarray
    repeated: int
    unlike: int


def join_rows(
    pairs: np.ndarray,
    answers: np.ndarray,
    given: Sequence[Sequence[str]],
    *,
    repeats: REPEATS,
    places: Places,
) -> Joined:
    """One judgement of all rows of one annotator and item.

    Rows that differ in what the annotator gave (one for each of two ethnicities) are one judgement. Rows that are alike
    in that are repeats, of which `repeats` takes the first, the last or the mean, or stops.

    Parameters
    ----------
    pairs : int64 (rows,), a number for each annotator and item. answers : float64 (rows,).
    given : attribute -> the cell of each row.
    """
    order = np.argsort(pairs, kind="stable")
    bounds = np.flatnonzero(np.diff(pairs[order], prepend=pairs[order[:1]] - 1))
    found: list[tuple[int, float, int]] = []
    tally: Counter[str] = Counter()
    for rows in np.split(order, bounds[1:]) if len(order) else []:
        if len(rows) == 1:
            found.append((int(rows[0]), float(answers[rows[0]]), 1))
            continue
        combinations: dict[tuple[str, ...], list[int]] = {}
        for row in rows.tolist():
            combinations.setdefault(tuple(column[row] for column in given), []).append(row)
        told = [answers[some] for some in combinations.values()]
        same = all(np.array_equal(one, told[0], equal_nan=True) for one in told)
        several = told[0] if same else answers[rows]
        if len(several) > 1:
            tally["repeated"] += 1
            tally["unlike"] += len(np.unique(several)) > 1
            if repeats == "error":
                raise InputError(
                    "an annotator must judge an item once, as repeats=error asks",
                    f"{places(int(rows[1]))} repeats {places(int(rows[0]))}",
                    "Remove one, or pass repeats=first, last or mean.",
                )
        found.append((int(rows[0]), _one(several, repeats), len(combinations) if same else 1))
    found.sort()
    first, joined, counts = zip(*found, strict=True) if found else ((), (), ())
    return Joined(
        np.array(first, dtype=np.int64),
        np.array(joined, dtype=np.float64),
        np.array(counts, dtype=np.int64),
        tally["repeated"],
        tally["unlike"],
    )


def _one(answers: np.ndarray, repeats: REPEATS) -> float:
    """One of several answers; the mean is over those that are known."""
    if repeats == "mean":
        known = answers[~np.isnan(answers)]
        return float(known.mean()) if known.size else float("nan")
    return float(answers[-1 if repeats == "last" else 0])
