"""Tables as a person reads them: short aligned text for a terminal, the same for a notebook."""

from __future__ import annotations

import math
from collections.abc import Sequence

NOT_MEASURED = "–"


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]], *, indent: str = "  ") -> list[str]:
    """Lines of columns that stand beneath each other; those whose cells are numbers, or blank, to the right.

    >>> aligned(["pair", "mean"], [["au–ca", "1.50"], ["au–nz", "12.3"]], indent="")
    ['pair   mean', 'au–ca  1.50', 'au–nz  12.3']
    """
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(_is_number(cell) for cell in column[1:]) for column in columns]
    lines = []
    for row in (header, *rows):
        cells = zip(row, widths, right, strict=True)
        lines.append(
            indent + "  ".join(cell.rjust(width) if to else cell.ljust(width) for cell, width, to in cells).rstrip()
        )
    return lines


def _is_number(cell: str) -> bool:
    return cell in ("", NOT_MEASURED) or cell.lstrip("+-<")[:1].isdigit()


def number(value: float, sign: str = "") -> str:
    """Three digits that matter; NaN is a dash.

    >>> number(12.3456), number(0.5, "+"), number(float("nan"))
    ('12.3', '+0.5', '–')
    """
    if math.isnan(value):
        return NOT_MEASURED
    return f"{value:{sign}.0f}" if abs(value) >= 1000 else f"{value:{sign}.3g}"


def annotators(attribute: str, group: str) -> str:
    """A group of annotators; everybody where none is named.

    >>> annotators("gender", "woman"), annotators("", "")
    ('gender: woman', 'everybody')
    """
    return f"{attribute}: {group}" if group else "everybody"


def interval(value: float, low: float, high: float, sign: str = "") -> str:
    """A value, and its interval where it has one.

    >>> interval(1.0, -0.5, 2.5, "+"), interval(1.0, float("nan"), float("nan"))
    ('+1 [-0.5, +2.5]', '1')
    """
    known = not (math.isnan(low) or math.isnan(high))
    return number(value, sign) + (f" [{number(low, sign)}, {number(high, sign)}]" if known else "")


def pair(a: str, b: str) -> str:
    return f"{a}–{b}"


def several(count: int, noun: str) -> str:
    """
    >>> several(1, "group"), several(15, "pair")
    ('1 group', '15 pairs')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"
