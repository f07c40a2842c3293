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
    Suppression,
    align,
    alignment_differences,
    alignment_intervals,
    alignment_placebos,
    cells_of,
    crossed_model,
    dividing_items,
    own_parts,
    soft_alignments,
)
from geobias.report.files import write_table
from geobias.tables import DIFFERENT, NOT_SEPARABLE

ATTRIBUTES = ("region", "gender")
SHOWN = 12  # items of an attribute of which the answers of groups are kept


def judgements() -> Judgements:
    """Four regions; the last has three annotators, too few to be told."""
    return make_judgements(annotators={"north": 40, "east": 40, "south": 40, "west": 3}, items=60, answers=25, seed=4)


def tables(judged: Judgements, attributes: Sequence[str], draws: int = 9) -> dict[str, pd.DataFrame]:
    """All tables of a run by name."""
    chosen, rule = AlignmentSettings(draws=199, splits=3), Suppression()
    parts = own_parts(judged, attributes, chosen)
    dividing = dividing_items(judged, attributes, chosen).to_frame()
    made = {
        "alignment": align(judged, attributes).to_frame(),
        "alignment_intervals": alignment_intervals(judged, attributes, chosen).to_frame(),
        "alignment_differences": with_verdicts(alignment_differences(judged, attributes, chosen).to_frame()),
        "alignment_parts": parts.to_frame(),
        "alignment_placebos": alignment_placebos(judged, attributes, chosen, draws=draws).to_frame(),
        "soft_alignments": soft_alignments(judged, attributes, chosen).to_frame(),
        "variance_components": crossed_model(judged, attributes, chosen).to_frame(),
        "dividing_items": dividing,
        "annotator_groups": pd.DataFrame(_groups(judged, attributes, rule)),
        "items": _items(judged),
        "item_sources": pd.DataFrame(_sources(judged), columns=["item", "source", "value"]),
        "item_answers": _answers(judged, attributes, dividing, rule),
        "counts": judged.counts.to_frame(),
    }
    return {name: frame for name, frame in made.items() if len(frame)}


def with_verdicts(frame: pd.DataFrame) -> pd.DataFrame:
    """Differences with a word of a verdict, as a judge writes it, in the rows that decide."""
    words = np.where(frame["p_max"] <= 0.05, DIFFERENT, NOT_SEPARABLE)
    return frame.assign(verdict=np.where(frame["decisive"] & frame["difference"].notna(), words, ""))


def write_run(folder: Path, judged: Judgements, made: Mapping[str, pd.DataFrame], **record: Any) -> Path:
    """Write the tables and the record; `record` has further keys of run.json."""
    for name, frame in made.items():
        write_table(folder, name, frame)
    known = {
        "study": "positionality",
        "name": "judged",
        "status": "finished",
        "config": {"study": "positionality", "corpus": {"name": "synthetic_judgements"}},
        "seed": 1,
        "scale": list(judged.scale),
        "sources": list(judged.sources),
        "synthetic": bool(judged.details),
        "planted_r": judged.details.get("planted_r"),
        "notices": list(judged.notices),
    }
    (folder / "run.json").write_text(json.dumps(known | record), encoding="utf-8")
    return folder


def _groups(judged: Judgements, attributes: Sequence[str], rule: Suppression) -> list[dict[str, Any]]:
    rows = []
    for attribute in ("", *attributes):
        for group, cell in cells_of(judged, attribute or ()).items():
            note = rule.reason(cell)
            rows.append(
                {
                    "attribute": attribute,
                    "group": group,
                    "n_annotators": cell.annotators,
                    "n_judgements": len(cell.judgements),
                    "n_items": cell.items,
                    "n_rows": cell.rows,
                    "mean": float("nan") if note else float(judged.answers[cell.judgements].mean()),
                    "told": not note,
                    "note": note,
                }
            )
    return rows


def _items(judged: Judgements) -> pd.DataFrame:
    frame = pd.DataFrame({"place": judged.item, "answer": judged.answers, "annotator": judged.annotator})
    per = frame.groupby("place")["answer"].agg(["count", "mean", "std"]).reindex(range(len(judged.items)))
    return pd.DataFrame(
        {
            "item": judged.items,
            "text": judged.texts,
            "n_annotators": per["count"].fillna(0).astype(int).to_numpy(),
            "n_judgements": per["count"].fillna(0).astype(int).to_numpy(),
            "mean": per["mean"].to_numpy(),
            "sd": per["std"].to_numpy(),
        }
    )


def _sources(judged: Judgements) -> list[tuple[str, str, float]]:
    return [
        (str(item), name, float(value))
        for name, values in judged.sources.items()
        for item, value in zip(judged.items, values, strict=True)
        if not np.isnan(value)
    ]


def _answers(judged: Judgements, attributes: Sequence[str], dividing: pd.DataFrame, rule: Suppression) -> pd.DataFrame:
    rows = []
    for attribute in attributes:
        items = dividing.loc[dividing["attribute"] == attribute, "item"].head(SHOWN).tolist()
        for group, cell in cells_of(judged, attribute).items():
            if rule.reason(cell):
                continue
            at = judged.item[cell.judgements]
            for item in items:
                answers = judged.answers[cell.judgements][judged.items[at] == item]
                if len(answers) > 1:
                    rows.append((attribute, group, item, len(answers), float(answers.mean())))
    return pd.DataFrame(rows, columns=["attribute", "group", "item", "n", "mean"])
