"""The section on what would make comparisons meaningless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.page_tables import PageTable
from geobias.report.phrases import listing, number, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Section
from geobias.report.sections.audit.overlaps import overlap_tables
from geobias.tables import NOTE, SEVERITIES, STOP, WARNING, placed

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 3  # places of one check, each in a sentence
_TOLD = (STOP, WARNING, NOTE)


def audit_findings(run: Run) -> Iterator[Finding]:
    """What stops a run and was allowed first, then warnings, notes and the run's own notices, and what there is in all.

    Where another section tells the run's notices, they are not told here.
    """
    audit = run.table("audit")
    yield from (Finding(words, headline=True, notice=WARNING) for words in filter(None, (leading(run), *allowed(run))))
    if not run.finished:
        status = run.record.get("status", "unknown")
        words = f"This run did not finish (status: {status}); what follows is what it left."
        yield Finding(words, headline=True, notice=WARNING)
    if audit is not None:
        yield from (Finding(words, notice=kind) for kind, words in audit_notices(audit))
    if not run.judged and not run.interviewed:
        yield from (Finding(str(words), notice=NOTE) for words in run.record.get("notices", []))
    if audit is not None:
        yield Finding(_audit(audit), headline=bool(audit["severity"].isin([WARNING, STOP]).any()))


def leading(run: Run) -> str:
    """What stands above every verdict, "" where nothing does: groups whose texts the encoder does not know."""
    audit = run.table("audit")
    if audit is None:
        return ""
    rows = audit[(audit["check"] == "unknown_share") & (audit["severity"] == WARNING)]
    if rows.empty:
        return ""
    worst = rows.sort_values("value", ascending=False, kind="stable").head(3)
    words = [
        f"{value:.0%} of the tokens of {group}" for group, value in zip(worst["where"], worst["value"], strict=True)
    ]
    more = len(rows) - len(worst)
    words += [f"too many of {plural(more, 'more group')}"] if more else []
    return (
        f"{listing(words)} are unknown to the encoder, which reads them all alike; every number below suffers from it."
    )


def allowed(run: Run) -> Iterator[str]:
    """What would have stopped the run, and was allowed by name."""
    audit = run.table("audit")
    if audit is not None:
        for row in audit[audit["severity"] == STOP].to_dict("records"):
            yield f"{row['words']} This would stop the run; audit.allow=[{row['check']}] lets it go on."


def audit_notices(audit: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """(severity, words) of what the audit found, warnings first; one for each check, with places and mends."""
    for severity in (WARNING, NOTE):
        for _, rows in audit[audit["severity"] == severity].groupby("check", sort=False):
            shown = rows.head(1 if len(rows) > _SHOWN else _SHOWN)
            said = [placed(str(row["where"]), str(row["words"])) for row in shown.to_dict("records")]
            rest = [str(where) for where in rows["where"][len(shown) :]]
            said += [f"The same check points out {len(rest)} more: {listing(rest)}."] if rest else []
            mends = dict.fromkeys(mend for mend in rows.get("mend", ()) if isinstance(mend, str) and mend)
            yield severity, " ".join([*said, *(f"→ {mend}" for mend in mends)])


def _audit(audit: pd.DataFrame) -> str:
    found = [_found(audit, severity) for severity in _TOLD if (audit["severity"] == severity).any()]
    if not found:
        return "The audit found nothing that would make the groups hard to compare."
    return f"The audit of what could make comparisons meaningless gives {listing(found)}."


def _found(audit: pd.DataFrame, severity: str) -> str:
    rows = audit[audit["severity"] == severity]
    checks = [str(check).replace("_", " ") for check in rows["check"].unique()]
    by = f" of {plural(len(checks), 'check')}" if len(checks) < len(rows) else ""
    return f"{plural(len(rows), severity)}{by} ({listing(checks)})"


def audit_table(frame: pd.DataFrame) -> PageTable:
    """Every check with its rows and mend, those that found something first."""
    places = frame["severity"].map(list(SEVERITIES).index).argsort(kind="stable")
    shown = [
        [row["severity"], row["check"].replace("_", " "), row["where"], *_said(row), number(row["value"])]
        for row in frame.iloc[places].to_dict("records")
    ]
    columns = ["severity", "check", "where", "in words", "rows", "what to do", "value"]
    return PageTable("All checks", columns, shown, names=6, folded=True)


def _said(row: dict[str, str]) -> tuple[str, str, str]:
    return str(row["words"]), str(row.get("rows") or ""), str(row.get("mend") or "")


def _tables(run: Run) -> Iterator[PageTable]:
    overlaps, audit = run.table("overlaps"), run.table("audit")
    if overlaps is not None:
        yield from overlap_tables(overlaps)
    if audit is not None:
        yield audit_table(audit)


SECTION = Section("audit", "Audit", findings=audit_findings, tables=_tables)
