"""The directory of a positionality run, made of synthetic judgements: the same numbers every time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from geobias.corpora import Judgements, make_judgements
from geobias.measures.alignment import (
    AlignmentSettings,
    align,
    alignment_differences,
    alignment_intervals,
    alignment_placebos,
    annotator_groups,
    crossed_model,
    dividing_items,
    item_answers,
    own_parts,
    soft_alignments,
)
from geobias.report.files import write_table
from geobias.studies.positionality.tables import items_frames
from geobias.tables import DIFFERENT, NOT_SEPARABLE

ATTRIBUTES = ("region", "gender")


def judgements() -> Judgements:
    """Four regions; the last has three annotators, too few to be told."""
    return make_judgements(annotators={"north": 40, "east": 40, "south": 40, "west": 3}, items=60, answers=25, seed=4)


def tables(judged: Judgements, attributes: Sequence[str], draws: int = 9) -> dict[str, pd.DataFrame]:
    """All tables of a run by name."""
    chosen = AlignmentSettings(draws=199, splits=3)
    items = dividing_items(judged, attributes, chosen)
    shown = set(items.to_frame().groupby("attribute", sort=False).head(20)["item"])
    made = {
        "annotator_groups": annotator_groups(judged, attributes, chosen.suppression),
        "alignment": align(judged, attributes, suppression=chosen.suppression),
        "alignment_intervals": alignment_intervals(judged, attributes, chosen),
        "alignment_differences": alignment_differences(judged, attributes, chosen),
        "alignment_parts": own_parts(judged, attributes, chosen),
        "alignment_placebos": alignment_placebos(judged, attributes, chosen, draws=draws),
        "soft_alignments": soft_alignments(judged, attributes, chosen),
        "variance_components": crossed_model(judged, attributes, chosen),
        "dividing_items": items,
        "item_answers": item_answers(judged, attributes, shown, chosen.suppression),
    }
    frames = {name: table.to_frame() for name, table in made.items()} | items_frames(judged)
    frames["alignment_differences"] = with_verdicts(frames["alignment_differences"])
    return frames | {"counts": judged.counts.to_frame()}


def with_verdicts(frame: pd.DataFrame) -> pd.DataFrame:
    """Differences with a word of a verdict, as a judge writes it, in the rows that decide."""
    words = np.where(frame["p_max"] <= 0.05, DIFFERENT, NOT_SEPARABLE)
    return frame.assign(verdict=np.where(frame["decisive"] & frame["difference"].notna(), words, ""))


def write_run(folder: Path, made: Mapping[str, pd.DataFrame], **record: Any) -> Path:
    """Write the tables and the record; `record` has further keys of run.json."""
    for name, frame in made.items():
        write_table(folder, name, frame)
    known = {
        "study": "positionality",
        "name": "judged",
        "status": "finished",
        "config": {"study": "positionality", "corpus": {"name": "synthetic_judgements"}},
        "seed": 4,
        "sources": {"judgements.csv": "a" * 64},
        "scale": [-2, 2],
        "synthetic": True,
        "notices": [],
    }
    (folder / "run.json").write_text(json.dumps(known | record), encoding="utf-8")
    return folder
