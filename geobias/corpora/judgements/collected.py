"""Judgements that `geobias collect` is collecting, read from its store while it runs.

A study's folder holds `study.yaml` and the store, whose views `judged_answers` and `judged_items` are read here.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from geobias.arguments import choice
from geobias.corpora.cells import object_array
from geobias.corpora.corpus import CountLog
from geobias.corpora.judgements.judgements import Judgements
from geobias.corpora.judgements.value_maps import mapped
from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.memo import digest
from geobias.raw import decode, read_bytes

KEEP = Literal["repeats", "cheating"]
_QUERIES = {
    "answers": "SELECT session, item, value, attributes, taken_before, cheated FROM judged_answers",
    "items": "SELECT item, text, sources FROM judged_items",
}
_Rows = list[tuple[Any, ...]]


def load_collected(
    path: str | Path,
    *,
    keep: Sequence[KEEP] = (),
    maps: Mapping[str, str | Mapping[Any, str | None]] | None = None,
) -> Judgements:
    """Load what a collection has so far.

    Parameters
    ----------
    path : the study's folder. keep : "repeats", people who took part before, and "cheating", those who say that they
        did; both are left out otherwise, and counted.
    maps : attribute -> map of its values, as `load_judgements` takes it.

    Returns
    -------
    Judgements with all demographics that were asked, and all sources of the items. Annotators are numbered; the order
    says nothing of when they came.

    Raises
    ------
    InputError : no study, no store, or none that has an answer.
    """
    for name in keep:
        choice("keep", name, ("repeats", "cheating"))
    folder = at_home(path).absolute()
    url, scale = _declared(folder)
    answers, items = _read(url, folder)
    log = CountLog()
    log.add(folder.name, "", "read", "answers", len(answers))
    kept = []
    for row in sorted(answers, key=lambda row: (row[0], row[1])):
        reasons = {"repeats": bool(row[4]), "cheating": bool(row[5])}
        dropped = [name for name, is_so in reasons.items() if is_so and name not in keep]
        if dropped:
            log.add(folder.name, "", "dropped", dropped[0], 1)
        else:
            kept.append(row)
    if not kept:
        raise InputError(f"the collection in {folder} must have an answer", "it has none yet", "Wait for volunteers.")
    return _judgements(kept, items, scale, maps or {}, log, {str(folder): digest([list(row) for row in answers])})


def _judgements(
    rows: _Rows,
    items: _Rows,
    scale: tuple[float, float],
    maps: Mapping[str, str | Mapping[Any, str | None]],
    log: CountLog,
    files: Mapping[str, str],
) -> Judgements:
    known = {name: (text, json.loads(sources)) for name, text, sources in sorted(items)}
    known |= {row[1]: ("", {}) for row in rows if row[1] not in known}  # taken out of the study since
    places = {name: place for place, name in enumerate(known)}
    people = {name: place for place, name in enumerate(dict.fromkeys(row[0] for row in rows))}
    given = [json.loads(row[3] or "{}") for row in {row[0]: row for row in rows}.values()]
    names = dict.fromkeys(name for one in given for name in one)
    attributes = {name: [tuple(one.get(name, ())) for one in given] for name in names}
    notices = []
    for name, chosen in maps.items():
        if name not in attributes:
            raise InputError(f"maps must be of {sorted(attributes)}", f"there is '{name}'", "Name one of these.")
        flat = sorted({value for values in attributes[name] for value in values})
        to = dict(zip(flat, mapped(flat, chosen)[0], strict=True))
        attributes[name] = [tuple(dict.fromkeys(to[value] for value in one if to[value])) for one in attributes[name]]
        if lost := [value for value in flat if not to[value]]:
            notices.append(f"Values of '{name}' in no group: {', '.join(lost)}.")
    sources = dict.fromkeys(name for _, said in known.values() for name in said)
    log.add(Path(next(iter(files))).name, "", "kept", "judgements", len(rows))
    return Judgements(
        items=object_array(known),
        annotators=object_array(f"annotator-{place + 1}" for place in people.values()),
        item=np.array([places[row[1]] for row in rows], dtype=np.int64),
        annotator=np.array([people[row[0]] for row in rows], dtype=np.int64),
        answers=np.array([np.nan if row[2] is None else row[2] for row in rows], dtype=np.float64),
        attributes=attributes,
        sources={name: np.array([said.get(name, np.nan) for _, said in known.values()]) for name in sources},
        texts=object_array(text for text, _ in known.values()),
        scale=scale,
        rows=np.ones(len(rows), dtype=np.int64),
        counts=log,
        files=files,
        notices=tuple(notices),
    )


def _declared(folder: Path) -> tuple[str | None, tuple[float, float]]:
    """Where the store is (None = SQLite in the folder), and the lowest and highest answer."""
    yaml = require("yaml", extra="study", purpose="a study that collects")
    file = folder / "study.yaml"
    if not file.is_file():
        raise InputError(
            "corpus.path must be the folder of a collection", f"there is no {file}", "See `geobias collect init`."
        )
    try:
        content = yaml.safe_load(decode(read_bytes(file)[0], None, file).text)
        numbers = [float(answer) for answer in content["answers"] if answer is not None]
        return os.environ.get("GEOBIAS_COLLECT_STORE") or content.get("store"), (min(numbers), max(numbers))
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"{file} must be a study of geobias collect",
            f"it cannot be read ({error})",
            "See `geobias collect status`.",
        ) from error


def _read(url: str | None, folder: Path) -> tuple[_Rows, _Rows]:
    """Both views, as of one moment."""
    try:
        base = _opened(url, folder)
    except Exception as error:
        raise InputError(
            f"the store of {folder} must be there", f"it cannot be opened ({error})", "Serve the study once."
        ) from error
    try:
        cursor = base.cursor()
        if _is_sqlite(url):
            cursor.execute("BEGIN")  # both queries see one moment
        found = []
        for query in _QUERIES.values():
            cursor.execute(query)
            found.append([tuple(row) for row in cursor.fetchall()])
        return found[0], found[1]
    finally:
        base.close()


def _is_sqlite(url: str | None) -> bool:
    return url is None or url.startswith("sqlite:///")


def _opened(url: str | None, folder: Path) -> Any:
    if _is_sqlite(url):
        file = folder / "answers.sqlite" if url is None else Path(url.removeprefix("sqlite:///")).absolute()
        return sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=20.0)
    psycopg = require("psycopg", extra="postgresql", purpose="reading a store in PostgreSQL")
    base = psycopg.connect(url)
    base.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    return base
