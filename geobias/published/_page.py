"""A reproduction as a page, in the form of a run's: its record, its tables as parquet, and the page."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from geobias.files import write_text
from geobias.published._reproduction import Reproduction
from geobias.report import PAGE, build
from geobias.report.sections import PUBLISHED, PUBLISHED_SECTIONS
from geobias.tables import write_frame
from geobias.versions import versions


def write_page(found: Reproduction, folder: Path, name: str, title: str) -> Path:
    """Write `report.html`, with what it is made from, so that `geobias report FOLDER` draws it anew; returns its path.

    name : of the paper. title : what of it is computed anew.
    """
    for table_name, table in found.named.items():
        write_frame(folder / "tables" / f"{table_name}.parquet", table.to_frame())
    record = {
        "study": PUBLISHED,
        "name": name,
        "status": "finished",
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "title": title,
        "notes": list(found.notes),
        "versions": versions(),
    }
    write_text(folder / "run.json", json.dumps(record, ensure_ascii=False, indent=1) + "\n")
    build(folder, sections=PUBLISHED_SECTIONS)
    return folder / PAGE
