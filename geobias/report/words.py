"""The findings of a run in plain words, computed from its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.distance_words import distance_findings
from geobias.report.figures import DISTANCES, TEXTS
from geobias.report.finding import Finding
from geobias.report.groups import Groups
from geobias.report.performance_words import performance_findings
from geobias.report.phrases import count, listing, plural, quantity_label, signed
from geobias.report.relation_words import relation_findings
from geobias.report.run import Run
from geobias.report.training_mix_words import composition_findings
from geobias.stats.coefficients import correlate

if TYPE_CHECKING:
    import pandas as pd

AUDIT = "audit"


def findings(run: Run) -> list[Finding]:
    """All findings, in the order of the page; what a run did not measure has none."""
    return list(_findings(run))


def opening(found: list[Finding]) -> list[str]:
    """The sentences that the page opens with: the headline of each section, five at most."""
    return [finding.text for finding in found if finding.headline][:5]


def _findings(run: Run) -> Iterator[Finding]:
    counts, audit = run.table("counts"), run.table("audit")
    distances, representation = run.table("distances"), run.table("representation")
    scores, gaps, relations = run.table("scores"), run.table("gaps"), run.table("relations")
    if counts is not None:
        yield Finding(TEXTS, _texts(counts, run.groups), headline=True)
    if audit is not None:
        yield Finding(AUDIT, _audit(audit), headline=bool((audit["verdict"] == "warning").any()))
    if distances is not None:
        yield from distance_findings(distances, run.groups)
    if representation is not None:
        yield from _representation(representation)
    if scores is not None:
        yield from performance_findings(scores, gaps, run.groups)
    mixes = run.table("composition")
    if mixes is not None:
        yield from composition_findings(mixes)
    if relations is not None:
        yield from relation_findings(relations, gaps)


def _texts(counts: pd.DataFrame, groups: Groups) -> str:
    sums = counts.groupby("event")["count"].sum()
    read, kept, dropped = (int(sums.get(event, 0)) for event in ("read", "kept", "dropped"))
    extra = f", beside {listing(groups.others)}" if groups.others else ""
    regions = plural(len(groups.regions), "region")
    read = read or kept + dropped
    amount = f"All {plural(kept, 'text')}" if kept == read else f"{count(kept)} of {plural(read, 'text')}"
    words = f"{amount} read were kept, for {regions}{extra}."
    return words + (f" {count(dropped)} {'was' if dropped == 1 else 'were'} dropped." if dropped else "")


def _audit(audit: pd.DataFrame) -> str:
    if not audit["verdict"].isin(["warning", "note"]).any():
        return "The audit found nothing that would make the groups hard to compare."
    found = listing([_found(audit, verdict) for verdict in ("warning", "note") if (audit["verdict"] == verdict).any()])
    return f"The audit of what could make comparisons meaningless gives {found}."


def _found(audit: pd.DataFrame, verdict: str) -> str:
    rows = audit[audit["verdict"] == verdict]
    checks = [str(check).replace("_", " ") for check in rows["check"].unique()]
    return f"{plural(len(rows), verdict)} ({listing(checks)})"


def _representation(frame: pd.DataFrame) -> Iterator[Finding]:
    parts, sizes = [], set()
    for name, part in frame.groupby("quantity", sort=False):
        used = part.dropna(subset=["share", "distance"])
        value = float(correlate(used["share"], used["distance"], "spearman")) if len(used) > 2 else float("nan")
        if not np.isnan(value):
            parts.append(f"{signed(value)} by the {quantity_label(str(name))}")
            sizes.add(str(len(used)))
    if parts:
        text = (
            f"Over {listing(sorted(sizes), 'or')} regions, the share in the standard set has a rank correlation with "
            f"the distance from that set of {listing(parts)} (a description, not a test)."
        )
        yield Finding(DISTANCES, text)
