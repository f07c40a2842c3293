"""ClassCountTable: how many of the scored texts have a label, recovered from printed scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable


@dataclass(frozen=True)
class ClassCount:
    """Of one round and group: texts that are scored, and those of them with the negative label."""

    repeat: int
    group: str
    texts: int
    negatives: int


@dataclass(frozen=True, repr=False)
class ClassCountTable(RowTable):
    """Numbers of labels, one row a round and group."""

    rows: tuple[ClassCount, ...]

    row_type: ClassVar[type] = ClassCount
    key: ClassVar[tuple[str, ...]] = ("repeat", "group")
    noun: ClassVar[str] = "round of a group"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {"round": str(row.repeat), "group": row.group, "negatives": f"{row.negatives} of {row.texts}"}
