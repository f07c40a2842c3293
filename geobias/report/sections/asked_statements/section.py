"""The section on the statements, and on what was asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geobias.report.interviews import drawn, named
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, number, percent, plural
from geobias.report.prompts import asked_table
from geobias.report.run import Run
from geobias.report.section import Finding, Section

TELLING = 0.1
"""How far from one half the share of pairs is that is warned of."""


def _findings(run: Run) -> Iterator[Finding]:
    said = run.record.get("statements")
    if isinstance(said, Mapping):
        regions = said.get("regions") or {}
        told = [f"{name} ({count(number)})" for name, number in regions.items()]
        yield Finding(
            f"{plural(said['count'], 'statement')} of {plural(len(regions), 'region')}: {listing(told)}. "
            f"{count(said['accepted'])} are accepted in their region."
        )
        if isinstance(said.get("length"), Mapping):
            yield _length(said["length"])
        if said.get("own"):
            yield Finding(
                "The statements come with geobias, written to try things out on; they are no reference of customs.",
                caution=True,
            )
    if isinstance(run.record.get("asked"), Mapping):
        yield Finding(
            f"'{named(run.record.get('responder'))}' was asked about each in the words below. {drawn(run)}".strip()
        )


def _length(cue: Mapping[str, float]) -> Finding:
    """Whether the length of a statement gives its label away."""
    words = (
        f"Accepted statements have {number(cue['accepted'])} words on average, others {number(cue['others'])}; of an "
        f"accepted and another one the accepted is longer in {percent(cue['auc'])} of pairs."
    )
    if abs(cue["auc"] - 0.5) < TELLING:
        return Finding(words)
    return Finding(
        f"{words} A model that is right may have learned lengths and nothing of customs, and regions whose lengths "
        "give more away look better known.", headline=True, notice="warning",
    )  # fmt: skip


def _tables(run: Run) -> Iterator[PageTable]:
    asked = run.record.get("asked")
    if isinstance(asked, Mapping):
        yield asked_table("The prompt, with its fields in braces", asked, folded=False)


SECTION = Section("asked-statements", "What was asked", _findings, tables=_tables)
