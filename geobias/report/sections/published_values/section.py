"""The section on published numbers: how many recompute and are valid, every reason against some, and every number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from geobias.report.page_tables import PageTable
from geobias.report.phrases import number
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.published_values.figures import validity_bars
from geobias.tables import (
    DOUBTFUL,
    EQUAL,
    INVALID,
    NOT_KNOWN,
    VALID,
    Comparison,
    ComparisonTable,
    reasons_of,
    tally_of_validity,
)

_LOOKS = {VALID: "#228833", DOUBTFUL: "#DDAA33", INVALID: "#BB5566", NOT_KNOWN: "#BBBBBB"}
_CAPTION = (
    "Of every quantity the share of its published numbers that are valid. A number recomputes where the released files "
    "give it, and is valid where no check of the files speaks against it; the first does not make the second."
)
_MOST_CELLS, _MOST_ROWS = 6, 1500


def _table(run: Run) -> ComparisonTable | None:
    frame = run.table("comparisons")
    return None if frame is None else ComparisonTable.from_frame(frame)


def _findings(run: Run) -> Iterator[Finding]:
    table = _table(run)
    if table is None:
        return
    equal = sum(row.verdict == EQUAL for row in table.rows)
    words = f"{equal} of {len(table.rows)} published numbers recompute"
    if table.judged:
        valid = sum(row.valid == VALID for row in table.rows)
        words += (
            f", and {valid} {'is' if valid == 1 else 'are'} valid: no check of the released files speaks against them"
        )
    yield Finding(f"{words}.", headline=True)
    yield from (Finding(str(words), headline=True) for words in run.record.get("notes", []))


def _pictures(run: Run) -> Iterator[Picture]:
    table = _table(run)
    if table is not None and table.judged:
        tally = tally_of_validity(table.rows, EQUAL)
        yield Picture("published_values", "Valid numbers by quantity", _CAPTION, validity_bars(tally, _LOOKS))


def _tables(run: Run) -> Iterator[PageTable]:
    table = _table(run)
    if table is None:
        return
    if table.judged:
        rows = [
            [word, words, _cells(found), str(len(found))] for (word, words), found in reasons_of(table.rows).items()
        ]
        yield PageTable("Reasons", ["valid?", "why", "of", "numbers"], rows, names=3)
    else:
        counts = [[name, str(equal), str(count)] for name, (equal, count) in table.tally().items()]
        yield PageTable("Numbers that recompute", ["quantity", "recompute", "of"], counts)
    shown = table.rows if len(table.rows) <= _MOST_ROWS else [row for row in table.rows if row.verdict != EQUAL]
    title = "Every number" if len(shown) == len(table.rows) else "Numbers that do not recompute"
    yield _numbers(title, shown[:_MOST_ROWS], table.judged)


def _cells(rows: Sequence[Comparison]) -> str:
    more = f" and {len(rows) - _MOST_CELLS} more" if len(rows) > _MOST_CELLS else ""
    return "; ".join(f"{row.quantity}: {row.cell}" for row in rows[:_MOST_CELLS]) + more


def _numbers(title: str, rows: Sequence[Comparison], judged: bool) -> PageTable:
    columns = ["quantity", "of", "recomputes?", *(["valid?", "why"] if judged else []), "published", "recomputed"]
    cells = [
        [
            row.quantity,
            row.cell,
            row.verdict,
            *([row.valid, row.why] if judged else []),
            _written(row, row.published),
            _written(row, row.recomputed),
            _written(row, row.corrected),
        ]
        for row in rows
    ]
    return PageTable(title, [*columns, "what it ought to be"], cells, names=5 if judged else 3, folded=True)


def _written(row: Any, value: float) -> str:
    if math.isnan(value):
        return ""
    return f"{value:.{row.decimals}f}" if value == 0 or abs(value) >= 10.0**-row.decimals else number(value)


SECTION = Section("published_values", "Published numbers", _findings, _pictures, _tables)
