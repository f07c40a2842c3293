"""Tables whose rows are dataclasses, to data frames and back without a loss, through csv and parquet alike.

A csv file does not say what is text: read plainly, pandas takes a group "NA" for a missing value and "007" for a
number. `read_frame` leaves every cell as it stands, and `from_frame` gives each field the type that it declares.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from geobias.tables.cells import columns_of, pandas
from geobias.tables.summaries import aligned, several
from geobias.tables.table import Table
from geobias.tables.verdicts import NOT_JUDGED, VERDICTS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class RowTable(Table):
    """Rows of one kind, `row_type`, whose fields are the columns of `to_frame`; names in `key` tell rows apart.

    A table declares these; for `summary` it says what a row is called (`noun`), what is told of it (`told`), how large
    an effect it is (`size`), and the field whose values are told one after another (`block`).
    """

    rows: tuple[Any, ...]

    row_type: ClassVar[type]
    key: ClassVar[tuple[str, ...]] = ()
    noun: ClassVar[str] = "row"
    block: ClassVar[str] = ""

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        """Heading -> text of a row in the summary."""
        return {name: str(value) for name, value in vars(row).items()}

    @staticmethod
    def size(row: Any) -> float:
        """How large an effect a row tells of; rows of one size, or of none (NaN), keep their order."""
        return float("nan")

    def to_frame(self) -> pd.DataFrame:
        """One row of the table a line, its fields in columns."""
        names = [field.name for field in fields(self.row_type)]
        return pandas().DataFrame([[getattr(row, name) for name in names] for row in self.rows], columns=names)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> Self:
        """Read `to_frame`'s columns back; a blank cell is a text field's "" and a number's NaN.

        Raises
        ------
        InputError : a column is missing, a name is blank, a cell is of another type, or two rows are about the same.
        """
        columns = columns_of(frame, cls.row_type, cls.key, made_by=cls.__name__)
        rows = (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))
        return cls(tuple(cls.row_type(**values) for values in rows), **attributes)

    def summary(self, most: int = 5) -> str:
        """How many rows there are, with which verdicts, and `most` of each block: the largest effects first."""
        blocks: dict[str, list[Any]] = {}
        for row in self.rows:
            blocks.setdefault(getattr(row, self.block) if self.block else "", []).append(row)
        lines = [self._count(self.rows)]
        for name, rows in blocks.items():
            if len(blocks) > 1:
                lines.append(f"{name or '(no name)'}: {self._count(rows)}")
            ranked = sorted(rows, key=self._place)
            told = [self.told(row) for row in ranked[:most]]
            lines += aligned(list(told[0]), [list(row.values()) for row in told])
            lines += [f"  and {len(rows) - most} more"] if len(rows) > most else []
        return "\n".join(lines)

    def _count(self, rows: Sequence[Any]) -> str:
        verdicts = Counter(row.verdict or NOT_JUDGED for row in rows if hasattr(row, "verdict"))
        said = ", ".join(f"{verdicts[word]} {word}" for word in sorted(verdicts, key=_rank))
        return several(len(rows), self.noun) + (f": {said}" if said else "")

    def _place(self, row: Any) -> tuple[int, float]:
        size = self.size(row)
        return _rank(getattr(row, "verdict", "")), float("inf") if math.isnan(size) else -size


def _rank(word: str) -> int:
    return VERDICTS.index(word) if word in VERDICTS else len(VERDICTS)
