"""`geobias collect export`: what was collected, as files that others can read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geobias.arguments import choice
from geobias.collect.design import Study
from geobias.collect.exchange.croissant import croissant, is_valid
from geobias.collect.exchange.potato import to_potato
from geobias.collect.exchange.rows import Rows
from geobias.collect.exchange.tables import free_folder, judgement_frame, text_writer, write_tables
from geobias.collect.names import MARKS
from geobias.collect.store import Store, count_withdrawn, list_answers, list_sessions
from geobias.errors import require

if TYPE_CHECKING:
    import pandas as pd

_CARD, _POTATO = "croissant.json", "annotated_instances.jsonl"


def export_study(
    study: Study,
    store: Store,
    folder: str | Path,
    *,
    keep: Sequence[str] = (),
    texts: bool = False,
    potato: bool = False,
) -> list[str]:
    """Write judgements, items and feedback as csv and parquet with a Croissant description; returns sentences on it.

    Parameters
    ----------
    keep : "repeats", "cheating": people who are left out otherwise. texts : whether reasons and comments, which may
        name people, are written too. potato : whether Potato's own format is written too.

    Raises
    ------
    InputError : a folder that holds something else. StorageError : it cannot be written.
    """
    for name in keep:
        choice("keep", name, MARKS)
    place = free_folder(folder, (_CARD,))
    rows = read_rows(study, store, keep)
    frames = {
        "judgements": judgement_frame(rows, reasons=texts),
        "items": _items(study),
        "feedback": _feedback(store, texts),
    }
    told = [f"In {place}: judgements: {len(rows.judged)}, people: {len(rows.people)}."]
    told += [f"People left out as {name}: {count}." for name, count in rows.dropped.items() if count]
    if texts:
        told.append("Reasons and comments are among them. Read them before you publish: they may name people.")
    others = {}
    if potato:
        others[_POTATO] = text_writer(to_potato(rows, study.settings.name))

    def card(path: Path) -> None:
        content = croissant(study, rows, count_withdrawn(store), path.parent, frames)
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        told.append(is_valid(path))

    write_tables(place, frames, {**others, _CARD: card})
    return [*told, _command(study, place, rows)]


def read_rows(study: Study, store: Store, keep: Sequence[str] = ()) -> Rows:
    """What is exported: annotators numbered in an order that says nothing of when they came."""
    people: dict[str, dict[str, list[str]]] = {}
    names: dict[str, str] = {}
    dropped = dict.fromkeys(MARKS, 0)
    given, sessions = list_answers(store), list_sessions(store)
    answered = {one.session for one in given}
    for one in sessions:
        marks = {"repeats": bool(one.taken_before), "cheating": bool(one.cheated)}
        left_out = [name for name, is_so in marks.items() if is_so and name not in keep]
        if left_out:
            dropped[left_out[0]] += 1
        elif one.id in answered:
            names[one.id] = f"annotator-{len(names) + 1}"
            people[names[one.id]] = json.loads(one.attributes or "{}")
    judged = [(one.item, names[one.session], one.value, one.reason or "") for one in given if one.session in names]
    languages = {names[one.id]: one.language for one in sessions if one.id in names}
    texts = {name: item.text("") for name, item in study.items.items()}
    return Rows(judged, people, texts, dropped, languages)


def _items(study: Study) -> pd.DataFrame:
    pandas = require("pandas", extra="collect", purpose="a table of items")
    items = study.items.values()
    columns: dict[str, list[Any]] = {
        "item": [item.name for item in items],
        "text": [item.text("") for item in items],
        "stratum": [item.stratum for item in items],
    }
    for language in dict.fromkeys(name for item in items for name in item.texts if name):
        columns[f"text.{language}"] = [item.text(language) for item in items]
    columns |= {name: [item.sources.get(name) for item in items] for name in study.settings.sources}
    return pandas.DataFrame(columns)


def _feedback(store: Store, texts: bool) -> pd.DataFrame:
    """Of everybody who gave any, without their pseudonym, so that a comment leads to no answers."""
    pandas = require("pandas", extra="collect", purpose="a table of feedback")
    told = [one for one in list_sessions(store) if one.finished]
    columns: dict[str, list[Any]] = {
        "trouble": [{None: "", True: "yes", False: "no"}[one.trouble] for one in told],
        "cheated": [{None: "", True: "yes", False: "no"}[one.cheated] for one in told],
        "commented": ["yes" if one.comment else "no" for one in told],
    }
    if texts:
        columns["comment"] = [one.comment or "" for one in told]
    return pandas.DataFrame(columns)


def _command(study: Study, place: Path, rows: Rows) -> str:
    lists = [("attributes", rows.attributes), ("sources", study.settings.sources)]
    words = [f"'corpus.{name}=[{','.join(values)}]'" for name, values in lists if values]
    low, high = study.settings.scale
    words += [f"corpus.items={place / 'items.parquet'}", "corpus.text=text", f"'corpus.scale=[{low:g},{high:g}]'"]
    path = f"corpus=judgements corpus.path={place / 'judgements.parquet'}"
    return f"Study it: geobias study=positionality {path} {' '.join(words)}"
