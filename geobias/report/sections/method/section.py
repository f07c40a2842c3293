"""The section on how it was done: the words that tables and figures use, and the settings."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable, settings_table
from geobias.report.run import Run
from geobias.report.section import Section
from geobias.report.sections.method.words import method_findings


def _tables(run: Run) -> Iterator[PageTable]:
    record = run.record
    labels = ", ".join(map(str, record.get("label_names", []))) or "none"
    encoder = record.get("encoder")
    yield settings_table(
        "Task and cleaning", {"task": record.get("task"), "labels": labels, "cleaning": record.get("fingerprint")}
    )
    yield settings_table("Encoder", encoder if isinstance(encoder, dict) else {"model": encoder})
    yield settings_table("Settings", run.config, folded=True)


SECTION = Section("method", "Method in short", method_findings, tables=_tables)
