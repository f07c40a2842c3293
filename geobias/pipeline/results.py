"""What every study writes: the record of what it works on, and tables for people and for pandas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from geobias.audit import Audit, check_stops
from geobias.models import Encoder
from geobias.pipeline.corpus_statistics import class_rows, group_rows, unmeasured_rows
from geobias.pipeline.materials import Materials
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import Session
from geobias.report import write_table
from geobias.tables import pandas

if TYPE_CHECKING:
    import pandas as pd


def record_materials(session: Session, materials: Materials, encoder: Encoder) -> None:
    """Note in the run's record what it works on, and what a reader should know of it."""
    corpus, described = materials.corpus, encoder.describe()
    session.notice(*materials.notices)
    session.directory.record(
        sources=dict(corpus.sources),
        fingerprint=corpus.fingerprint,
        corpus_sha256=materials.corpus_sha256,
        task=materials.task,
        label_names=list(corpus.label_names),
        encoder=described,
        device=described["device"],
        groups=materials.pools.roles,
    )


def material_tables(materials: Materials) -> dict[str, pd.DataFrame]:
    """What was read and drawn, and what the audit says of it."""
    return {
        "counts": materials.corpus.counts.to_frame(),
        "groups": pandas().DataFrame([*group_rows(materials), *unmeasured_rows(materials)]),
        "classes": pandas().DataFrame(class_rows(materials), columns=["group", "label", "count"]),
        **audit_tables(materials.audit),
    }


def audit_tables(audit: Audit | None) -> dict[str, pd.DataFrame]:
    """What an audit found; None of it where nobody looked."""
    if audit is None:
        return {}
    return {"audit": audit.findings.to_frame(), "overlaps": audit.overlaps.to_frame()}


def start_audit(audit: Audit, allowed: Sequence[str], session: Session) -> None:
    """Write what the audit found into the run's folder before anything else is done; a "stop" that is not among the
    `allowed` ends the run.

    Raises
    ------
    InputError : a finding stops the run.
    """
    audit = audit.allowing(allowed)
    check_stops(audit.findings)
    if isinstance(session.directory, RunDirectory):  # a plan keeps nothing
        write_tables(session.directory, audit_tables(audit))


def write_tables(directory: RunDirectory, tables: Mapping[str, Any]) -> None:
    """Write these into the run's folder; None and empty ones get no file."""
    for name, table in tables.items():
        if table is not None and len(table):
            write_table(directory.path, name, table.reset_index(drop=True))
