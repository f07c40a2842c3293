"""FindingTable: what an audit found, most severe first, with the rows it is about and the mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number, several
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
    rows : their row numbers or ids, see `row_numbers` and `listed_ids`; never a text of theirs.
    words : what was found. mend : what to do.
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
    noun: ClassVar[str] = "finding"

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

    def summary(self, most: int = 3) -> str:
        """How many checks are ok, and what the others found, most severe first; `most` findings of each of these."""
        counts = Counter(row.severity for row in self.rows)
        checks, told = {row.check for row in self.rows}, {row.check for row in self.rows if row.severity != OK}
        said = ", ".join(several(counts[word], word) for word in SEVERITIES if word != OK)
        lines = [f"{several(len(checks), 'check')}, {len(checks - told)} ok; {said}"]
        for severity in (STOP, WARNING, NOTE):
            for check in dict.fromkeys(row.check for row in self.of(severity)):
                found = [row for row in self.of(severity) if row.check == check]
                lines.append(f"{severity}: {check}" + " (allowed)" * found[0].overridden)
                lines += [f"  {placed(row.where, row.words)}{_rows_of(row)}" for row in found[:most]]
                more = [row.where for row in found[most:]]
                lines += [f"  and {len(more)} more: {', '.join(more)}"] if more else []
                lines += [f"  -> {mend}" for mend in dict.fromkeys(row.mend for row in found) if mend]
        return "\n".join(lines)


def placed(where: str, words: str) -> str:
    """The words of a finding, with where it is before them unless they say so.

    >>> placed("au", "Texts of au are long."), placed("pairs.csv: gap", "One gap is none.")
    ('Texts of au are long.', 'pairs.csv: gap: One gap is none.')
    """
    return words if all(part in words for part in where.split(" – ")) else f"{where}: {words}"


def _rows_of(row: AuditFinding) -> str:
    first = row.rows.split("; ")
    return f" ({'; '.join(first[:3])}{' ...' if len(first) > 3 else ''})" if row.rows else ""


def row_numbers(rows: Iterable[int], most: int = _MOST_ROWS) -> str:
    """Row numbers as a finding holds them, the first `most` of them; counted from 1, as the rows of a table are.

    >>> row_numbers([0, 4, 5]), row_numbers(range(5), most=2)
    ('1; 5; 6', '1; 2; and 3 more')
    """
    return listed_ids([str(int(row) + 1) for row in rows], most)


def listed_ids(ids: Sequence[str], most: int = _MOST_ROWS) -> str:
    """Ids of rows as a finding holds them, the first `most` of them.

    >>> listed_ids(["us-000004", "uk-000001"])
    'us-000004; uk-000001'
    """
    more = len(ids) - most
    return "; ".join([*ids[:most], *([f"and {more} more"] if more > 0 else [])])
