"""`geobias collect import`: what another program collected, as tables that `corpus=judgements` reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from geobias.arguments import choice
from geobias.collect.exchange.argilla import from_argilla
from geobias.collect.exchange.labelstudio import from_labelstudio
from geobias.collect.exchange.potato import from_potato, from_potato_table
from geobias.collect.exchange.rows import Rows
from geobias.collect.exchange.tables import free_folder, judgement_frame, text_writer, write_tables
from geobias.collect.names import PROGRAMS
from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.raw import decode, read_bytes, read_table

_READERS: dict[str, Callable[[Iterable[Mapping[str, Any]], str | None], Rows]] = {
    "potato": from_potato,
    "labelstudio": from_labelstudio,
    "argilla": from_argilla,
}
_TABLES = (".csv", ".tsv")
_MARK = "imported.json"


def read_export(file: str | Path, program: str, question: str | None = None) -> Rows:
    """The judgements of another program's export.

    Raises
    ------
    InputError : no such program; a file that is not its export; see `from_potato`, `from_labelstudio`, `from_argilla`.
    """
    choice("--from", program, PROGRAMS)
    path = at_home(file)
    if program == "potato" and path.suffix.lower() in _TABLES:
        rows = from_potato_table(read_table(path), question)
    else:
        rows = _READERS[program](_records(path), question)
    if not rows.judged:
        raise InputError(f"{path.name} must hold a judgement", "it holds none", "See that annotations were submitted.")
    return rows


def import_judgements(file: str | Path, folder: str | Path, program: str, question: str | None = None) -> list[str]:
    """Write the judgements of another program's export as csv and parquet; returns sentences on it."""
    rows = read_export(file, program, question)
    words = _words(rows)
    if not words:  # numbers, and not texts that look like them
        given = [(item, who, None if answer is None else float(answer), why) for item, who, answer, why in rows.judged]
        rows = replace(rows, judged=given)
    place = free_folder(folder, (_MARK,))
    pandas = require("pandas", extra="collect", purpose="a table of items")
    items = list(dict.fromkeys(row[0] for row in rows.judged))
    frames = {
        "judgements": judgement_frame(rows),
        "items": pandas.DataFrame({"item": items, "text": [rows.texts.get(item, "") for item in items]}),
    }
    facts = {"program": program, "file": Path(file).name, "question": question}
    write_tables(place, frames, {_MARK: text_writer(json.dumps(facts) + "\n")})
    told = [f"{len(rows.judged)} judgements of {len({row[1] for row in rows.judged})} annotators are in {place}."]
    if words:
        told.append(
            f"Answers are words: pass corpus.answer_map={{{', '.join(f'{word}: <number>' for word in words)}}}."
        )
    return told


def _words(rows: Rows) -> list[str]:
    """Answers that are no numbers."""

    def is_word(answer: Any) -> bool:
        try:
            float(answer)
        except ValueError:
            return True
        return False

    return sorted({str(row[2]) for row in rows.judged if row[2] is not None and is_word(row[2])})


def _records(path: Path) -> list[Mapping[str, Any]]:
    """The records of a JSON list, of JSON lines, or one object."""
    text = decode(read_bytes(path)[0], None, path).text.strip()
    if not text:
        raise InputError(f"{path.name} must hold records", "it is empty", "Export it anew.")
    try:
        content = json.loads(text)
        records = content if isinstance(content, list) else [content]
    except ValueError:
        records = [_line(line, place, path) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    wrong = next((place for place, one in enumerate(records, 1) if not isinstance(one, dict)), None)
    if wrong:
        raise InputError(f"{path.name} must hold objects", f"record {wrong} is none", "Export it anew.")
    return records


def _line(line: str, place: int, path: Path) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise InputError(f"{path.name} must be JSON", f"line {place} is not ({error})", "Export it anew.") from error
