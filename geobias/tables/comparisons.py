"""ComparisonTable: published numbers beside the same numbers computed anew."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable

NAN = float("nan")
EQUAL, DIFFERS, NOT_HERE = "equal", "differs", "cannot be computed"
COMPARED = (EQUAL, DIFFERS, NOT_HERE)


@dataclass(frozen=True)
class Comparison:
    """One published number.

    Attributes
    ----------
    cell : what it is of, in words that tell it from all others of its quantity: "gender: woman, delphi".
    quantity : e.g. "correlation".
    published, recomputed : the two numbers. decimals : to which the published one is printed, and they are compared.
    low, high : an interval for the recomputed one, where there is one.
    verdict : `EQUAL`, `DIFFERS` or `NOT_HERE`.
    note : why they differ, where it is known.
    """

    quantity: str
    cell: str
    published: float = NAN
    recomputed: float = NAN
    decimals: int = 2
    low: float = NAN
    high: float = NAN
    verdict: str = ""
    note: str = ""


def compare(
    quantity: str, cell: str, published: float, recomputed: float, decimals: int = 2, **more: Any
) -> Comparison:
    """A row with its verdict: equal where the recomputed number rounds to the published one."""
    if math.isnan(recomputed):
        verdict = NOT_HERE
    else:
        verdict = EQUAL if round(recomputed, decimals) == round(published, decimals) else DIFFERS
    return Comparison(quantity, cell, published, recomputed, decimals, verdict=verdict, **more)


@dataclass(frozen=True, repr=False)
class ComparisonTable(RowTable):
    """Published numbers beside recomputed ones, one a row."""

    row_type: ClassVar[type] = Comparison
    key: ClassVar[tuple[str, ...]] = ("quantity", "cell")
    noun: ClassVar[str] = "published number"
    block: ClassVar[str] = "quantity"

    def tally(self) -> dict[str, tuple[int, int]]:
        """quantity -> (equal ones, all)."""
        equal = Counter(row.quantity for row in self.rows if row.verdict == EQUAL)
        return {name: (equal[name], count) for name, count in Counter(row.quantity for row in self.rows).items()}

    def summary(self, most: int = 5) -> str:
        """A line a quantity, "correlation: 146 of 147 equal", and the numbers that differ most."""
        lines = []
        for name, (equal, count) in self.tally().items():
            lines.append(f"{name}: {equal} of {count} equal as printed")
            unlike = [row for row in self.rows if row.quantity == name and row.verdict != EQUAL]
            unlike.sort(key=lambda row: -abs(row.published - row.recomputed) if row.verdict == DIFFERS else 0.0)
            lines += [f"  {_line(row)}" for row in unlike[:most]]
            lines += [f"  and {len(unlike) - most} more"] if len(unlike) > most else []
        return "\n".join(lines)


def _line(row: Comparison) -> str:
    got = row.verdict if row.verdict == NOT_HERE else f"recomputed {row.recomputed:.{row.decimals}f}"
    return f"{row.cell}: published {row.published:.{row.decimals}f}, {got}{f' ({row.note})' if row.note else ''}"
