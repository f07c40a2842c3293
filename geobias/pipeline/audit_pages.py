"""An audit alone as a folder: its tables, as csv too, and one page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geobias.audit import Audit
from geobias.errors import InputError
from geobias.files import write_text
from geobias.pipeline.results import audit_tables
from geobias.pipeline.run_directory import RECORD
from geobias.report import Report, build, write_table


def save_audit(
    audit: Audit, folder: Path, name: str, sections: Sequence[Any], config: Mapping[str, Any] | None = None
) -> Report:
    """Write the tables and the page; what lay there under the same names is written anew.

    name : of what was looked at. config : the settings that it was read by, which the page shows.

    Raises
    ------
    InputError : the folder is that of a run.
    """
    record = folder / RECORD
    if record.is_file() and json.loads(record.read_text("utf-8")).get("study") != "audit":
        raise InputError("--output must be a folder of its own", f"'{folder}' is that of a run", "Name another.")
    for table, frame in audit_tables(audit).items():
        if len(frame):
            write_table(folder, table, frame)
    facts = {"study": "audit", "name": name, "status": "finished", "config": dict(config or {}), "notices": []}
    write_text(record, json.dumps(facts, indent=2, default=str))
    return build(folder, sections=sections)
