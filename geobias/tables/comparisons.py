"""ComparisonTable: published numbers beside the same numbers computed anew, and whether each measures what it says."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import aligned
from geobias.tables.validity import judged_lines

NAN = float("nan")
EQUAL, DIFFERS, NOT_HERE = "equal", "differs", "cannot be computed"
_FEW = 12
"""So many numbers of a quantity are told whether they differ or not."""
COMPARED = (EQUAL, DIFFERS, NOT_HERE)


@dataclass(frozen=True)
class Comparison:
    """One published number.

    Attributes
    ----------
    cell : what it is of, in words that tell it from all others of its quantity: "gender: woman, delphi".
    quantity : e.g. "correlation".
    published, recomputed : the two numbers. decimals : to which the published one is printed, and they are compared.
    low, high : an interval for the recomputed one, where there is one; `estimate` is what it is of, where that is not
        the recomputed number itself, such as a correlation of means that were not rounded.
    corrected, corrected_low, corrected_high : the same quantity without what else moves it, and its interval: of r
        "latent" (see `geobias.measures.alignment`).
    verdict : `EQUAL`, `DIFFERS` or `NOT_HERE`.
    note : why they differ, or why there is no interval or corrected one, where it is known.
    tolerance : by how much the two may differ and be equal; NaN = they are compared as printed, at `decimals`.
    valid : a word of `VALIDITIES`, "" = not judged. why : what a check of the data found against it.
    """

    quantity: str
    cell: str
    published: float = NAN
    recomputed: float = NAN
    decimals: int = 2
    low: float = NAN
    high: float = NAN
    estimate: float = NAN
    corrected: float = NAN
    corrected_low: float = NAN
    corrected_high: float = NAN
    verdict: str = ""
    note: str = ""
    tolerance: float = NAN
    valid: str = ""
    why: str = ""


def compare(
    quantity: str,
    cell: str,
    published: float,
    recomputed: float,
    decimals: int = 2,
    *,
    tolerance: float = NAN,
    **more: Any,
) -> Comparison:
    """A row with its verdict: equal where the recomputed number rounds to the published one, or is within `tolerance`.

    >>> compare("r", "a", 0.50, 0.504).verdict, compare("r", "a", 0.50, 0.504, tolerance=1e-3).verdict
    ('equal', 'differs')
    """
    if math.isnan(recomputed):
        verdict = NOT_HERE
    elif math.isnan(tolerance):
        verdict = EQUAL if round(recomputed, decimals) == round(published, decimals) else DIFFERS
    else:
        verdict = EQUAL if abs(recomputed - published) <= tolerance else DIFFERS
    return Comparison(quantity, cell, published, recomputed, decimals, verdict=verdict, tolerance=tolerance, **more)


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

    @property
    def judged(self) -> bool:
        """Whether it says of its numbers if they are valid."""
        return any(row.valid for row in self.rows)

    def summary(self, most: int | None = 5) -> str:
        """A line a quantity, "correlation: 146 of 147 equal as printed", and the numbers that differ most.

        Where validity was judged, a line says how many are, and every reason against the others stands once.

        most : how many of a quantity; None = all, those that are equal too. A quantity of few numbers is told whole.
        """
        if self.judged and most is not None:
            return "\n".join(judged_lines(self.rows, EQUAL))
        lines = []
        for name, (equal, count) in self.tally().items():
            lines.append(f"{name}: {equal} of {count} equal as printed")
            whole = most is None or count <= _FEW
            rows = [row for row in self.rows if row.quantity == name and (whole or row.verdict != EQUAL)]
            rows.sort(key=_place)
            if rows:
                lines += _lines(rows if whole else rows[:most])
            if most is not None and not whole and len(rows) > most:
                lines.append(f"  and {len(rows) - most} more")
        return "\n".join(lines)


def _place(row: Comparison) -> tuple[int, float]:
    """Those that differ most first, then those that cannot be computed."""
    apart = -abs(row.published - row.recomputed) if row.verdict == DIFFERS else 0.0
    return (DIFFERS, NOT_HERE, EQUAL).index(row.verdict), apart


def _lines(rows: Sequence[Comparison]) -> list[str]:
    """Columns of rows; those that nothing stands in are left out."""
    told = [
        {
            "cell": row.cell,
            "published": f"{row.published:.{row.decimals}f}",
            "recomputed": "" if math.isnan(row.recomputed) else f"{row.recomputed:.{row.decimals}f}",
            "verdict": row.verdict,
            "interval": _ends(row.low, row.high),
            "corrected": "" if math.isnan(row.corrected) else f"{row.corrected:.2f}",
            "its interval": _ends(row.corrected_low, row.corrected_high),
            "note": row.note.partition(":")[0],
            "valid": row.valid,
            "why": row.why,
        }
        for row in rows
    ]
    header = [name for name in told[0] if any(row[name] for row in told)]
    return aligned(header, [[row[name] for name in header] for row in told])


def _ends(low: float, high: float) -> str:
    if math.isnan(low) or math.isnan(high):
        return ""
    digits = 1 if abs(high) > 2 else 2
    return f"{low:.{digits}f} to {high:.{digits}f}"
