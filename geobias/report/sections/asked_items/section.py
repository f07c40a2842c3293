"""The section on the items of a benchmark, and on what was asked of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geobias.report.interviews import drawn, named
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Section

MADE = "The items come with geobias, written to try things out on; they are no reference of anything."


def _findings(run: Run) -> Iterator[Finding]:
    said = run.record.get("benchmark")
    if not isinstance(said, Mapping):
        return
    told = [f"{name} ({count(number)})" for name, number in said["groups"].items()]
    judged = f", of {plural(said['judgements'], 'judgement')}" if said["judgements"] > said["items"] else ""
    yield Finding(
        f"'{said['name']}': {plural(said['items'], 'item')}{judged} of {plural(len(told), 'group')}: {listing(told)}."
    )
    if said.get("own"):
        yield Finding(MADE, caution=True)
    several = len(said["templates"]) > 1
    yield Finding(
        f"'{named(run.record.get('responder'))}' was asked about each in the words below"
        f"{', by every template' if several else ''}. {drawn(run)}".strip()
    )


def _tables(run: Run) -> Iterator[PageTable]:
    said = run.record.get("benchmark")
    for asked in said["templates"] if isinstance(said, Mapping) else ():
        rows = [[str(role), str(text)] for turn in asked["messages"] for role, text in turn.items()]
        rows += [["options", listing([str(one) for one in asked["options"]], "or")]] if asked["options"] else []
        title = f"The prompt '{asked['template']}', with its fields in braces"
        yield PageTable(title, ["part", "words"], rows, names=2)


SECTION = Section("asked-items", "What was asked", _findings, tables=_tables)
