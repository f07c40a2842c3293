"""The section on where, when and from what these numbers were made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from geobias.report.page_tables import PageTable, settings_table
from geobias.report.run import Run
from geobias.report.section import Section

FACTS = ("started", "seed", "seed_note", "device")


def _tables(run: Run) -> Iterator[PageTable]:
    record = run.record
    named = {
        "Run": {name: record.get(name) for name in FACTS if record.get(name) is not None},
        "Versions": record.get("versions"),
        "Time spent": {stage: _duration(seconds) for stage, seconds in (record.get("timings") or {}).items()},
        "Files read (sha256)": _files(record),
    }
    for title, values in named.items():
        if values:
            yield settings_table(title, values)


def _files(record: Mapping[str, Any]) -> Any:
    """path -> checksum. Of a run about judgements "sources" are names, and the files stand by themselves."""
    sources = record.get("sources")
    return sources if isinstance(sources, Mapping) else record.get("files")


def _duration(seconds: float) -> str:
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


SECTION = Section("reproducibility", "Reproducibility", tables=_tables)
