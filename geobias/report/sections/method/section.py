"""The section on how it was done: the words that tables and figures use, and the settings."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable, settings_table
from geobias.report.run import Run
from geobias.report.section import Section
from geobias.report.sections.method.words import method_findings


def _tables(run: Run) -> Iterator[PageTable]:
    record = run.record
    # A multiverse gathers runs, each of which has a task and an encoder of its own.
    if "task" in record:
        labels = ", ".join(map(str, record.get("label_names", []))) or "none"
        yield settings_table(
            "Task and cleaning", {"task": record["task"], "labels": labels, "cleaning": record.get("fingerprint")}
        )
    if "encoder" in record:
        encoder = record["encoder"]
        yield settings_table("Encoder", encoder if isinstance(encoder, dict) else {"model": encoder})
    yield settings_table("Settings", run.config, folded=True)


SECTION = Section("method", "Method in short", method_findings, tables=_tables)
