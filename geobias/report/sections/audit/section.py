"""What could make a comparison meaningless, what the run noticed besides, and every check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.page_tables import PageTable
from geobias.report.phrases import listing, number, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Section
from geobias.tables import NOTE, WARNING

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 3  # groups of one check, each in a sentence


def audit_findings(run: Run) -> Iterator[Finding]:
    """Warnings first, then notes and the run's own notices, and what the audit gives in all."""
    above = leading(run)
    if above:
        yield Finding(above, headline=True, notice=WARNING)
    if not run.finished:
        status = run.record.get("status", "unknown")
        words = f"This run did not finish (status: {status}); what follows is what it left."
        yield Finding(words, headline=True, notice=WARNING)
    audit = run.table("audit")
    if audit is not None:
        yield from (Finding(words, notice=kind) for kind, words in audit_notices(audit))
    yield from (Finding(str(words), notice=NOTE) for words in run.record.get("notices", []))
    if audit is not None:
        yield Finding(_audit(audit), headline=bool((audit["severity"] == WARNING).any()))


def leading(run: Run) -> str:
    """What stands above every severity, "" where nothing does: groups whose texts the encoder does not know."""
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


def audit_notices(audit: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """(severity, words) of what the audit found, warnings first; one for a check that points out many groups."""
    for severity in (WARNING, NOTE):
        for _, rows in audit[audit["severity"] == severity].groupby("check", sort=False):
            shown = rows.head(1 if len(rows) > _SHOWN else _SHOWN)
            rest = [str(group) for group in rows["where"][len(shown) :]]
            more = f" The same check points out {plural(len(rest), 'more group')}: {listing(rest)}." if rest else ""
            yield from ((severity, str(words) + more) for words in shown["words"])


def _audit(audit: pd.DataFrame) -> str:
    if not audit["severity"].isin([WARNING, NOTE]).any():
        return "The audit found nothing that would make the groups hard to compare."
    found = listing([_found(audit, severity) for severity in (WARNING, NOTE) if (audit["severity"] == severity).any()])
    return f"The audit of what could make comparisons meaningless gives {found}."


def _found(audit: pd.DataFrame, severity: str) -> str:
    rows = audit[audit["severity"] == severity]
    checks = [str(check).replace("_", " ") for check in rows["check"].unique()]
    return f"{plural(len(rows), severity)} ({listing(checks)})"


def audit_table(frame: pd.DataFrame) -> PageTable:
    """Every check, those that found something first."""
    order = {WARNING: 0, NOTE: 1}
    places = frame["severity"].map(lambda value: order.get(value, 2)).argsort(kind="stable")
    rows = [
        [str(r["severity"]), str(r["check"]).replace("_", " "), str(r["where"]), number(r["value"]), str(r["words"])]
        for r in frame.iloc[places].to_dict("records")
    ]
    shown = [[severity, check, group, words, value] for severity, check, group, value, words in rows]
    return PageTable("All checks", ["severity", "check", "group", "in words", "value"], shown, names=4, folded=True)


def _tables(run: Run) -> Iterator[PageTable]:
    audit = run.table("audit")
    if audit is not None:
        yield audit_table(audit)


SECTION = Section("audit", "Audit", findings=audit_findings, tables=_tables)
