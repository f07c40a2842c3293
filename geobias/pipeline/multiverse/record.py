"""What `run.json` says of a multiverse."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from geobias.pipeline.multiverse.choices import shared
from geobias.report import Run
from geobias.versions import versions

STUDY = "multiverse"


def record_of(runs: Sequence[Run], label: str) -> dict[str, Any]:
    """Its record; the settings are those that all runs share."""
    prints = [str(run.record.get("fingerprint", "")) for run in runs]
    return {
        "study": STUDY,
        "name": label,
        "status": "finished",
        "config": shared([run.config for run in runs]),
        "seed": runs[0].record.get("seed"),
        "versions": versions(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "timings": {},
        # Made-up texts in one run are enough for the banner.
        "fingerprint": next((one for one in prints if one.startswith("synthetic-")), prints[0]),
        "runs": [run.directory.name for run in runs],
    }
