"""The findings of a run in plain words, computed from its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from geobias.report.finding import TEXTS, Finding
from geobias.report.groups import UNMEASURED, Groups
from geobias.report.pairs import main_gap
from geobias.report.phrases import count, listing, plural
from geobias.report.run import Run
from geobias.report.sections.controls.figures import control_findings, power_finding
from geobias.report.sections.distances.words import distance_findings
from geobias.report.sections.method.words import method_findings
from geobias.report.sections.performance.gap_intervals import gap_findings
from geobias.report.sections.performance.words import performance_findings, task_finding
from geobias.report.sections.relations.exclusions import left_out_findings, left_out_rows
from geobias.report.sections.relations.regression import regression_findings
from geobias.report.sections.relations.rows import full
from geobias.report.sections.relations.words import relation_findings
from geobias.report.sections.representation.words import representation_findings
from geobias.report.sections.separation.figures import units_of
from geobias.report.sections.separation.words import separation_findings, spread_finding
from geobias.report.sections.training_mix.words import composition_findings

if TYPE_CHECKING:
    import pandas as pd

AUDIT = "audit"
_SHOWN = 3  # groups of one check, each in a sentence


def findings(run: Run) -> list[Finding]:
    """All findings, in the order of the page; what a run did not measure has none."""
    return list(_findings(run))


def opening(found: list[Finding]) -> list[str]:
    """The sentences that the page opens with: the headline of each section, five at most."""
    return [finding.text for finding in found if finding.headline][:5]


def leading(run: Run) -> str:
    """What stands above every verdict, "" where nothing does: groups whose texts the encoder does not know."""
    audit = run.table("audit")
    if audit is None:
        return ""
    rows = audit[(audit["check"] == "unknown_share") & (audit["verdict"] == "warning")]
    if rows.empty:
        return ""
    worst = rows.sort_values("value", ascending=False, kind="stable").head(3)
    words = [
        f"{value:.0%} of the tokens of {group}" for group, value in zip(worst["group"], worst["value"], strict=True)
    ]
    more = len(rows) - len(worst)
    words += [f"too many of {plural(more, 'more group')}"] if more else []
    return (
        f"{listing(words)} are unknown to the encoder, which reads them all alike; every number below suffers from it."
    )


def _findings(run: Run) -> Iterator[Finding]:
    counts, audit = run.table("counts"), run.table("audit")
    if counts is not None:
        yield Finding(TEXTS, _texts(counts, run.groups) + _elsewhere(run.table("groups")), headline=True)
    if audit is not None:
        yield Finding(AUDIT, _audit(audit), headline=bool((audit["verdict"] == "warning").any()))
    yield from _distances(run)
    scores, gaps, gap_intervals = run.table("scores"), run.table("gaps"), run.table("gap_intervals")
    if scores is not None:
        yield from performance_findings(scores, gaps, run.groups)
        yield from task_finding(str(run.record.get("task")), [str(name) for name in run.record.get("label_names", [])])
    if gap_intervals is not None:
        yield from gap_findings(gap_intervals, run.groups)
    mixes = run.table("composition")
    if mixes is not None:
        yield from composition_findings(mixes)
    yield from _relation(run)
    yield from method_findings(run)


def _distances(run: Run) -> Iterator[Finding]:
    """Separations first: a distance on its own does not show that two groups differ."""
    distances, separation = run.table("distances"), run.table("separation")
    spread, representation = run.table("spread"), run.table("representation")
    if separation is not None:
        yield from separation_findings(separation, run.groups, units_of(distances))
    if distances is not None:
        for finding in distance_findings(distances, run.groups):
            yield replace(finding, headline=finding.headline and separation is None)
    if spread is not None:
        repeats = {} if distances is None else distances.groupby("quantity")["repeat"].nunique().to_dict()
        yield from spread_finding(spread, repeats, (run.record.get("config") or {}).get("sampling") or {})
    if representation is not None:
        yield from representation_findings(representation, run.table("representation_tests"))


def _relation(run: Run) -> Iterator[Finding]:
    relations, gaps = full(run.table("relations")), run.table("gaps")
    left_out, regression = run.table("leave_one_out"), run.table("regression")
    controls, power = run.table("controls"), run.table("power")
    gap = main_gap(gaps) if gaps is not None else ""
    if relations is not None:
        yield from relation_findings(relations, gaps)
    if left_out is not None:
        yield from left_out_findings(left_out_rows(left_out, relations, gaps))
    if regression is not None:
        yield from regression_findings(regression, gap)
    if controls is not None:
        yield from control_findings(controls, gap)
    if power is not None:
        yield power_finding(power)


def _texts(counts: pd.DataFrame, groups: Groups) -> str:
    sums = counts.groupby("event")["count"].sum()
    read, kept, dropped = (int(sums.get(event, 0)) for event in ("read", "kept", "dropped"))
    extra = f", beside {listing(groups.others)}" if groups.others else ""
    regions = plural(len(groups.regions), "region")
    read = read or kept + dropped
    amount = f"All {plural(kept, 'text')}" if kept == read else f"{count(kept)} of {plural(read, 'text')}"
    words = f"{amount} read were kept, for {regions}{extra}."
    return words + (f" {count(dropped)} {'was' if dropped == 1 else 'were'} dropped." if dropped else "")


def _elsewhere(table: pd.DataFrame | None) -> str:
    """Of the texts that were read, those of no region or of one that is left out."""
    if table is None or not table["role"].isin(UNMEASURED).any():
        return ""
    read = table.groupby(table["role"].astype(str))["read"].sum()
    parts = {"in groups that are left out": read.get(UNMEASURED[0], 0), "in no group": read.get(UNMEASURED[1], 0)}
    told = [f"{count(texts)} {'is' if texts == 1 else 'are'} {where}" for where, texts in parts.items() if texts]
    return f" Of those read, {listing(told)}."


def audit_notices(audit: pd.DataFrame) -> Iterator[tuple[str, str]]:
    """(verdict, words) of what the audit found, warnings first; one for a check that points out many groups."""
    for verdict in ("warning", "note"):
        for _, rows in audit[audit["verdict"] == verdict].groupby("check", sort=False):
            shown = rows.head(1 if len(rows) > _SHOWN else _SHOWN)
            rest = [str(group) for group in rows["group"][len(shown) :]]
            more = f" The same check points out {plural(len(rest), 'more group')}: {listing(rest)}." if rest else ""
            yield from ((verdict, str(words) + more) for words in shown["words"])


def _audit(audit: pd.DataFrame) -> str:
    if not audit["verdict"].isin(["warning", "note"]).any():
        return "The audit found nothing that would make the groups hard to compare."
    found = listing([_found(audit, verdict) for verdict in ("warning", "note") if (audit["verdict"] == verdict).any()])
    return f"The audit of what could make comparisons meaningless gives {found}."


def _found(audit: pd.DataFrame, verdict: str) -> str:
    rows = audit[audit["verdict"] == verdict]
    checks = [str(check).replace("_", " ") for check in rows["check"].unique()]
    return f"{plural(len(rows), verdict)} ({listing(checks)})"
