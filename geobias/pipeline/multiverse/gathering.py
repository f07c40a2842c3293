"""From finished runs to the folder of a multiverse: which runs and tables, its record and its page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.filenames import file_name
from geobias.files import make_folder, write_text
from geobias.memo import key
from geobias.pipeline.multiverse.choices import varying
from geobias.pipeline.multiverse.evidence import declared_relation, pair_table
from geobias.pipeline.multiverse.record import STUDY, record_of
from geobias.pipeline.multiverse.testing import Asked, tables_of
from geobias.pipeline.run_directory import RECORD, check_place
from geobias.report import Report, Run, build, read_run, write_table
from geobias.tables import PairTable


def gather(
    runs: Sequence[str | Path],
    *,
    distances: Sequence[str] = (),
    gaps: Sequence[str] = (),
    output: str | Path | None = None,
    name: str | None = None,
    sections: Sequence[Any] | None = None,
) -> Report:
    """Gather finished runs, each a specification of one study, and test them together.

    Parameters
    ----------
    runs : their folders. distances, gaps : quantities to relate, each one with each; none = the relation that a run's
        verdict is about. With several every run is several specifications.
    output : folder of the multiverse's folder; None = `multiverse` beside the folder of the first run's study.
    name : label of its folder; None = that of the first run. sections : of the page; None = all that there are.

    Raises
    ------
    InputError : fewer than two specifications, a run that is not finished, or one without these quantities.
    """
    read = [_finished(read_run(folder)) for folder in runs]
    if not read:
        raise InputError("a multiverse needs finished runs", "there is none", "Name their folders.")
    label = name or read[0].name
    asked = [Asked(run, *tables) for run in read for tables in _related(run, distances, gaps)]
    configs = [{"distance": one.x.quantity, "gap": one.y.quantity, "settings": one.run.config} for one in asked]
    place = Path(output) if output is not None else read[0].directory.resolve().parent.parent / STUDY
    check_place(place, label)
    identity = key("run", STUDY, [[one.run.directory.name, one.x.quantity, one.y.quantity] for one in asked])
    folder = place / f"{file_name(label)}-{identity[:8]}"
    tables, notices = tables_of(asked, varying(configs))
    make_folder(folder)
    for title, table in tables.items():
        write_table(folder, title, table.to_frame())
    record = record_of(read, label) | {"notices": notices}
    write_text(folder / RECORD, json.dumps(record, indent=2, default=str))
    return build(folder, sections=sections)


def _finished(run: Run) -> Run:
    if not run.finished:
        raise InputError(
            "every run of a multiverse must be finished",
            f"{run.directory} is {run.record.get('status', 'of unknown status')}",
            "Start it again with the same settings, or leave it out.",
        )
    return run


def _related(run: Run, distances: Sequence[str], gaps: Sequence[str]) -> list[tuple[PairTable, PairTable]]:
    """The tables of a run that are related."""
    x, y = ("", "") if distances and gaps else declared_relation(run)
    chosen = product(distances or [x], gaps or [y])
    return [(pair_table(run, first), pair_table(run, second)) for first, second in chosen]
