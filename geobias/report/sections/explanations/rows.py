"""What the section reads: the tables of `geobias explain`, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.phrases import pair
from geobias.report.run import Run
from geobias.tables import DIFFERENT, EXPLAINING, LOG_ODDS, WORD

if TYPE_CHECKING:
    import pandas as pd

MOST = 15
"""Words of a method in a figure."""
CALLED = {"log-odds": "log-odds", "transport": "transport", "axis": "discriminant axis"}


@dataclass(frozen=True)
class Pair:
    """The rows about one pair; `texts` and `masked` may be empty."""

    groups: tuple[str, str]
    wholes: pd.DataFrame
    words: pd.DataFrame
    texts: pd.DataFrame
    masked: pd.DataFrame

    @property
    def label(self) -> str:
        return pair(*self.groups)

    def of(self, method: str, unit: str = WORD) -> pd.DataFrame:
        """Words of a method, as they are ranked."""
        return self.words[(self.words["unit"] == unit) & (self.words["method"] == method)]

    def found(self, method: str, unit: str = WORD) -> pd.DataFrame:
        rows = self.of(method, unit)
        return rows[rows["verdict"] == DIFFERENT]

    def whole(self, method: str) -> pd.Series:
        rows = self.wholes
        return rows[(rows["unit"] == WORD) & (rows["method"] == method)].iloc[0]


def pairs_of(run: Run) -> Iterator[Pair]:
    """Every pair that was explained, in the order in which it was."""
    wholes, words = run.table("explanations"), run.table("explained_words")
    if wholes is None or words is None:
        return
    texts, masked = run.table("explained_texts"), run.table("explained_masked")
    for (a, b), rows in wholes.groupby(["group_a", "group_b"], sort=False):
        of_pair = [None if frame is None else _of(frame, a, b) for frame in (words, texts, masked)]
        some, more, left = (words.iloc[:0] if frame is None else frame for frame in of_pair)
        if set(rows["method"]) >= set(EXPLAINING):
            yield Pair((str(a), str(b)), rows, some, more, left)


def leading(rows: pd.DataFrame, method: str) -> pd.DataFrame:
    """The first words of a method, the largest value first; of log-odds those of either group."""
    size = rows["statistic"].abs() if method == LOG_ODDS else rows["statistic"]
    first = rows.iloc[np.argsort(-size.to_numpy(float), kind="stable")[:MOST]]
    return first.sort_values("value", ascending=False, kind="stable")


def _of(frame: pd.DataFrame, a: str, b: str) -> pd.DataFrame:
    return frame[(frame["group_a"] == a) & (frame["group_b"] == b)]
