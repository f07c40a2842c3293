"""The tables of a regional study, written for people and for pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geobias.audit import audit_groups
from geobias.errors import require
from geobias.pipeline.corpus_statistics import class_rows, group_rows, region_rows, unmeasured_rows
from geobias.pipeline.evidence import relation_tables, separation_tables
from geobias.pipeline.frames import draws_frame, label_frame, points_frame, predictions_frame
from geobias.pipeline.materials import Materials
from geobias.pipeline.run_directory import RunDirectory
from geobias.report import write_table

if TYPE_CHECKING:
    from geobias.studies.regional.recipe import Measured
    from geobias.studies.training_mix.study import Sweep


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder; what a study has not measured gets no file."""
    materials, distances, performance = measured.materials, measured.distances, measured.performance
    pandas = require("pandas", extra="study", purpose="the tables of a run")
    tables = _material_tables(pandas, materials)
    tables |= {
        "lda_points": pandas.concat([points_frame(pandas, *item) for item in measured.points.items()])
        if measured.points
        else None,
        "distances": pandas.concat([table.to_frame() for table in distances]) if distances else None,
        "representation": pandas.DataFrame(measured.representation.rows),
        **separation_tables(pandas, measured),
        **relation_tables(pandas, measured),
    }
    if performance is not None:
        pairwise = [*performance.gaps, *performance.dependences]
        tables["scores"] = performance.scores.to_frame()
        tables["score_intervals"], tables["gap_intervals"] = (table.to_frame() for table in performance.intervals)
        tables["gaps"] = pandas.concat([table.to_frame() for table in pairwise]) if pairwise else None
        tables["predictions"] = predictions_frame(pandas, materials.corpus, performance.predictions)
        tables["score_draws"] = draws_frame(pandas, materials.corpus, performance.draws)
        tables["models"] = pandas.DataFrame(performance.models)
        if performance.predictions.multilabel:
            tables["label_scores"] = label_frame(pandas, performance)
    _write_tables(directory, tables)
    details = {table.quantity: dict(table.details) for table in distances}
    directory.record(distance_details=details)


def write_sweep(directory: RunDirectory, materials: Materials, sweep: Sweep) -> None:
    """Write the tables of a composition sweep."""
    pandas = require("pandas", extra="study", purpose="the tables of a run")
    mixes = [
        {"model": mix.name, "region": mix.region, "share": mix.share, "repeat": mix.repeat, "group": group, "texts": n}
        for mix in sweep.mixes
        for group, n in mix.counts.items()
    ]
    _write_tables(
        directory,
        {
            **_material_tables(pandas, materials),
            "composition": sweep.effects.to_frame(),
            "training_mixes": pandas.DataFrame(mixes),
            "predictions": predictions_frame(pandas, materials.corpus, sweep.predictions),
        },
    )


def record(directory: RunDirectory, materials: Materials, encoder: dict[str, Any]) -> None:
    """Note in the run's record what it works on, and what a reader should know of it."""
    corpus = materials.corpus
    directory.notice(*materials.notices)
    directory.record(
        sources=dict(corpus.sources),
        fingerprint=corpus.fingerprint,
        corpus_sha256=materials.corpus_sha256,
        task=materials.task,
        label_names=list(corpus.label_names),
        encoder=encoder,
        device=encoder["device"],
        groups=materials.pools.roles,
    )


def _material_tables(pandas: Any, materials: Materials) -> dict[str, Any]:
    """What was read and drawn, and what the audit says of it."""
    return {
        "counts": materials.corpus.counts.to_frame(),
        "groups": pandas.DataFrame([*group_rows(materials), *unmeasured_rows(materials)]),
        "classes": pandas.DataFrame(class_rows(materials), columns=["group", "label", "count"]),
        "audit": pandas.DataFrame(audit_groups(materials.corpus, region_rows(materials), materials.facts)),
    }


def _write_tables(directory: RunDirectory, tables: dict[str, Any]) -> None:
    for name, table in tables.items():
        if table is not None and len(table):
            write_table(directory.path, name, table.reset_index(drop=True))
