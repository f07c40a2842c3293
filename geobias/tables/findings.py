"""FindingTable: what an audit found, most severe first, with the rows it is about and the mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import aligned, number, several
from geobias.tables.verdicts import NOTE, OK, SEVERITIES, STOP, WARNING

NAN = float("nan")
_MOST_ROWS = 20


@dataclass(frozen=True)
class AuditFinding:
    """What one check says of one place.

    Attributes
    ----------
    check : name of the check, which `audit.allow` takes. where : what it looked at: a group, a pair "a – b", a column
        or a file; "" for all of it.
    severity : "ok", "note", "warning", or "stop" for what makes a comparison meaningless.
    value : what was measured (a share is in 0..1), NaN where nothing was. count : how many texts, rows or cells it is
        about.
    rows : their row numbers, see `row_numbers`; never a text of theirs. words : what was found. mend : what to do.
    overridden : whether a "stop" was allowed by name.
    """

    check: str
    where: str = ""
    severity: str = OK
    value: float = NAN
    count: int = 0
    rows: str = ""
    words: str = ""
    mend: str = ""
    overridden: bool = False


@dataclass(frozen=True, repr=False)
class FindingTable(RowTable):
    """Findings, one row a check and place."""

    rows: tuple[AuditFinding, ...]

    row_type: ClassVar[type] = AuditFinding
    key: ClassVar[tuple[str, ...]] = ("check", "where", "words")
    noun: ClassVar[str] = "check"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        severity = row.severity + " (allowed)" * row.overridden
        return {"severity": severity, "check": row.check, "where": row.where, "value": number(row.value)}

    def of(self, *severities: str) -> tuple[AuditFinding, ...]:
        """Findings of these severities, in their order."""
        return tuple(row for row in self.rows if row.severity in severities)

    @property
    def stops(self) -> tuple[AuditFinding, ...]:
        """What stops a run: of severity "stop", and not allowed by name."""
        return tuple(row for row in self.of(STOP) if not row.overridden)

    def allowing(self, names: Iterable[str]) -> FindingTable:
        """The table with the "stop" of checks of these names marked as overridden."""
        names = set(names)
        marked = (replace(row, overridden=row.severity == STOP and row.check in names) for row in self.rows)
        return FindingTable(tuple(marked))

    def by_severity(self) -> FindingTable:
        """Most severe first, else in the order they have."""
        return FindingTable(tuple(sorted(self.rows, key=lambda row: SEVERITIES.index(row.severity))))

    def summary(self, most: int = 5) -> str:
        """How many checks gave what, and `most` findings of each severity with their rows and mends."""
        counts = Counter(row.severity for row in self.rows)
        said = ", ".join(several(counts[word], word) if word != OK else f"{counts[OK]} ok" for word in SEVERITIES)
        lines = [f"{several(len(self.rows), self.noun)}: {said}"]
        for severity in (STOP, WARNING, NOTE):
            found = self.of(severity)
            if found:
                told = [self.told(row) | {"in words": row.words} for row in found[:most]]
                lines += aligned(list(told[0]), [list(row.values()) for row in told])
                lines += [f"  and {len(found) - most} more"] if len(found) > most else []
        return "\n".join(lines)


def row_numbers(rows: Iterable[int], most: int = _MOST_ROWS) -> str:
    """Row numbers as a finding holds them, the first `most` of them; counted from 1, as the rows of a table are.

    >>> row_numbers([0, 4, 5]), row_numbers(range(5), most=2)
    ('1; 5; 6', '1; 2; and 3 more')
    """
    numbers = [int(row) + 1 for row in rows]
    more = len(numbers) - most
    return "; ".join([*map(str, numbers[:most]), *([f"and {more} more"] if more > 0 else [])])
