"""The tables of a positionality study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.pipeline import RunDirectory, write_tables
from geobias.tables import Table, pandas

if TYPE_CHECKING:
    import pandas as pd

    from geobias.corpora import Judgements
    from geobias.studies.positionality.study import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder."""
    tables: dict[str, Table] = {
        "annotator_groups": measured.groups,
        "alignment": measured.published,
        "alignment_intervals": measured.intervals,
        "alignment_differences": measured.differences,
        "alignment_parts": measured.parts,
        "alignment_placebos": measured.placebos,
        "soft_alignments": measured.soft,
        "variance_components": measured.components,
        "dividing_items": measured.items,
        "item_answers": measured.answers,
        "verdict": measured.verdicts,
    }
    frames = {name: table.to_frame() for name, table in tables.items()}
    if measured.asked.rows:
        frames["asked_answers"] = measured.asked.to_frame()
    frames["counts"] = measured.judgements.counts.to_frame()
    write_tables(directory, frames | items_frames(measured.judgements))


def items_frames(judgements: Judgements) -> dict[str, pd.DataFrame]:
    """`items`, one a row with the answers of everybody, and `item_sources`, one row an item and source."""
    frame = pandas().DataFrame
    known = judgements.known
    item, answers = judgements.item[known], judgements.answers[known]
    size = len(judgements.items)
    count = np.bincount(item, minlength=size)
    with np.errstate(invalid="ignore"):
        mean = np.bincount(item, answers, size) / count
        spread = np.sqrt(np.bincount(item, (answers - mean[item]) ** 2, size) / np.where(count > 1, count - 1, np.nan))
    columns = {"item": judgements.items, "text": judgements.texts, "n_annotators": count, "mean": mean, "sd": spread}
    names = np.repeat(list(judgements.sources), size)
    values = np.concatenate([np.empty(0), *judgements.sources.values()])
    said = {"item": np.tile(judgements.items, len(judgements.sources)), "source": names, "value": values}
    return {"items": frame(columns), "item_sources": frame(said)}
