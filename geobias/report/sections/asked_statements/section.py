"""The section on the statements, and on what was asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geobias.report.interviews import drawn, named
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, plural
from geobias.report.prompts import asked_table
from geobias.report.run import Run
from geobias.report.section import Finding, Section


def _findings(run: Run) -> Iterator[Finding]:
    said = run.record.get("statements")
    if isinstance(said, Mapping):
        regions = said.get("regions") or {}
        told = [f"{name} ({count(number)})" for name, number in regions.items()]
        yield Finding(
            f"{plural(said['count'], 'statement')} of {plural(len(regions), 'region')}: {listing(told)}. "
            f"{count(said['accepted'])} are accepted in their region."
        )
        if said.get("own"):
            yield Finding(
                "The statements come with geobias, written to try things out on; they are no reference of customs.",
                caution=True,
            )
    if isinstance(run.record.get("asked"), Mapping):
        yield Finding(
            f"'{named(run.record.get('responder'))}' was asked about each in the words below. {drawn(run)}".strip()
        )


def _tables(run: Run) -> Iterator[PageTable]:
    asked = run.record.get("asked")
    if isinstance(asked, Mapping):
        yield asked_table("The prompt, with its fields in braces", asked, folded=False)


SECTION = Section("asked-statements", "What was asked", _findings, tables=_tables)
