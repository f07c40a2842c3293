"""Cells of csv files that a spreadsheet must not take for formulas.

A text that begins with = + - @ (or their wide forms, a tab or a line's end), whatever apostrophes come before, gets one
more apostrophe, which spreadsheets read as "this is text"; numbers stay as they are. Taking one away again gives the
text back, to the letter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
_ESCAPED = re.compile(r"'+[=+\-@＝＋－＠\t\r\n]")


def escaped(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with texts, column names among them, that no spreadsheet computes.

    >>> import pandas
    >>> escaped(pandas.DataFrame({"group": ["=1+1", "us", "'-"], "value": [-1.0, 2.0, 3.0]}))["group"].tolist()
    ["'=1+1", 'us', "''-"]
    """
    return _each(frame, lambda cell: f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell)


def unescaped(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame as it was before `escaped`, e.g. of `unescaped(pandas.read_csv(path))`."""
    return _each(frame, lambda cell: cell[1:] if isinstance(cell, str) and _ESCAPED.match(cell) else cell)


def _each(frame: pd.DataFrame, change: Any) -> pd.DataFrame:
    texts = [name for name in frame.columns if frame[name].dtype.kind not in "biufcmM"]
    return frame.assign(**{name: frame[name].map(change) for name in texts}).rename(columns=change)
