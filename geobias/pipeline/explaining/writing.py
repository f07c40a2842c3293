"""Rows about a pair go into a run's tables, beside those about other pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from geobias.report import Run, write_table
from geobias.tables import RowTable

Rows = TypeVar("Rows", bound=RowTable)


def keep_rows(run: Run, name: str, table: type[Rows], pair: tuple[str, str], rows: Sequence[Any]) -> Rows:
    """Write the table `name` of a run with these rows in place of those about the same pair; returns these alone."""
    before = run.table(name)
    kept = () if before is None else table.from_frame(before).rows
    others = tuple(row for row in kept if {row.group_a, row.group_b} != set(pair))
    write_table(run.directory, name, table((*others, *rows)).to_frame())
    return table(tuple(rows))
