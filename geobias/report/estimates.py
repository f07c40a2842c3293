"""Estimates, intervals and p-values as people read them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.phrases import NOT_MEASURED, number
from geobias.stats import write_p as p_value

if TYPE_CHECKING:
    import pandas as pd


def chance(value: float, name: str = "p") -> str:
    """A p-value with its name and sign.

    >>> chance(0.0312), chance(0.00001, "q")
    ('p = 0.031', 'q < 0.0001')
    """
    return p_value(value, name)


def signed(value: float) -> str:
    """A coefficient with its sign.

    >>> signed(0.5), signed(-0.123)
    ('+0.50', '−0.12')
    """
    return NOT_MEASURED if math.isnan(value) else f"{value:+.2f}".replace("-", "−")


def signed_number(value: float) -> str:
    """A difference with its sign, in three or four digits that matter.

    >>> signed_number(0.5), signed_number(-12.345), signed_number(0.0)
    ('+0.500', '−12.35', '0')
    """
    return number(value) if not value > 0 else "+" + number(value)


def between(low: float, high: float, write: Callable[[float], str] = signed_number) -> str:
    """An interval; nothing where it is not known.

    >>> between(-1, 2), between(float("nan"), 1.0)
    ('[−1.00, +2.00]', '')
    """
    return "" if math.isnan(low + high) else f"[{write(low)}, {write(high)}]"


def with_ends(row: Mapping[Any, Any], name: str, write: Callable[[float], str]) -> str:
    """A value of a row with the interval in its columns `<name>_low` and `<name>_high`; "–" where there is no value.

    >>> with_ends({"r2": 0.5, "r2_low": 0.25, "r2_high": 0.75}, "r2", number)
    '0.500 [0.250, 0.750]'
    """
    value, low, high = (float(row[column]) for column in (name, f"{name}_low", f"{name}_high"))
    return "–" if math.isnan(value) else f"{write(value)} {between(low, high, write)}".strip()


def p_or_dash(value: float) -> str:
    """
    >>> p_or_dash(0.0312), p_or_dash(float("nan"))
    ('0.031', '–')
    """
    return "–" if math.isnan(value) else p_value(value)


def level_of(frame: pd.DataFrame) -> str:
    """The level of a table's intervals, e.g. "95 %"."""
    return f"{100 * float(frame['level'].iloc[0]):g}\xa0%"
