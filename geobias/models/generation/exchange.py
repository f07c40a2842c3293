"""Exchange: a ledger to jsonl or parquet and back, every response with where it came from."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

from geobias.errors import InputError
from geobias.files import at_home, write_atomically
from geobias.models.generation.ledger import Ledger
from geobias.models.generation.records import Record, as_json, prompt_of, record, request_key
from geobias.models.generation.responder import Decoding, Outcome, Request, Response
from geobias.models.prompting import Prompt
from geobias.raw import decode, read_bytes
from geobias.tables import pandas, read_frame, write_frame

_NESTED = ("messages", "asked", "said", "made_by")
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
_ENDINGS = (".jsonl", ".parquet")
_COLUMNS = ("key", "responder", "fingerprint", "prompt", "messages", "asked", "said", "time", "made_by")


def export_ledger(ledger: Ledger, path: str | Path) -> int:
    """Write every response of a ledger, in the order of their keys, as the path ends; returns how many there are.

    A line, or row, has the responder and its fingerprint, the prompt's id and messages, what was asked (sample,
    options, decoding, the template and fields that the prompt came from), what was said, when, and by which versions.
    In parquet these are JSON texts, with outcome, text, template and sample in columns of their own for reading.

    Raises
    ------
    InputError : the path ends otherwise. StorageError : it cannot be written.
    """
    place = at_home(path)
    _check_ending(place)
    rows = list(_rows(ledger))
    if place.suffix == ".jsonl":
        write_atomically(place, lambda draft: draft.write_text("".join(as_json(row) + "\n" for row in rows), "ascii"))
    else:
        flat = [{**row, **{name: as_json(row[name]) for name in _NESTED}, **_readable(row)} for row in rows]
        write_frame(place, pandas().DataFrame(flat, columns=[*_COLUMNS, "template", "sample", "outcome", "text"]))
    return len(rows)


def import_ledger(
    path: str | Path, store: str | Path, notice: Callable[[str], None] = lambda sentence: None
) -> dict[Path, int]:
    """Add the responses of an exported file to the ledgers of a store; returns folder -> how many were new there.

    All of the file is checked before anything is written. A response that a ledger has already stays as it is.

    Raises
    ------
    InputError : a line lacks something, or its key is not that of what it holds; the message has its place.
    """
    place = at_home(path)
    _check_ending(place)
    read = [(where, *_checked(row, where)) for where, row in _read(place)]
    added: dict[Path, int] = {}
    with ExitStack() as stack:
        ledgers: dict[str, Ledger] = {}
        for _, row, words, one in read:
            made_by = row["fingerprint"]
            if made_by not in ledgers:
                ledgers[made_by] = stack.enter_context(Ledger(store, row["responder"], made_by, notice))
            folder = ledgers[made_by].folder
            added[folder] = added.get(folder, 0) + ledgers[made_by].adopt(one, words, row["made_by"])
    return added


def _rows(ledger: Ledger) -> Iterator[dict[str, Any]]:
    for one, messages, made_by in ledger.records():
        yield {
            "key": one.key,
            "responder": ledger.name,
            "fingerprint": ledger.fingerprint,
            "prompt": one.prompt,
            "messages": json.loads(messages),
            "asked": json.loads(one.asked),
            "said": json.loads(one.said),
            "time": one.time,
            "made_by": json.loads(made_by),
        }


def _readable(row: Mapping[str, Any]) -> dict[str, Any]:
    """What people filter by; Arrow takes no half of a surrogate pair."""
    text = row["said"]["text"].encode("utf-8", "replace").decode()
    asked = row["asked"]
    return {"template": asked["template"], "sample": asked["sample"], "outcome": row["said"]["outcome"], "text": text}


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, row) of every line or row; nested values are what they were."""
    if path.suffix == ".parquet":
        for number, row in enumerate(read_frame(path).to_dict("records"), 1):
            yield f"row {number} of {path.name}", {k: json.loads(v) if k in _NESTED else v for k, v in row.items()}
        return
    for number, line in enumerate(decode(read_bytes(path)[0], "utf-8", path).text.split("\n"), 1):
        where = f"line {number} of {path.name}"
        try:
            row = json.loads(line) if line.strip() else None
        except ValueError as error:
            raise InputError(f"{where} must be JSON", f"it is not ({error})", "Export it anew.") from error
        if row is not None:
            yield where, row


def _checked(row: dict[str, Any], where: str) -> tuple[dict[str, Any], Prompt, Record]:
    """The row with its prompt and record, made anew and equal to what the row says of itself."""
    try:
        if not _FINGERPRINT.fullmatch(row["fingerprint"]):  # it names a folder
            raise ValueError("the fingerprint is no 16 hex digits")
        if not isinstance(row["responder"], str) or not isinstance(row["made_by"], dict):
            raise ValueError("responder and made_by are a name and the versions")
        asked, said = row["asked"], row["said"]
        prompt = prompt_of(json.dumps(row["messages"]), asked["template"], asked["fields"])
        beside = tuple((name, value) for name, value in asked.get("beside", ()))
        request = Request(prompt, asked["sample"], tuple(asked["options"]), beside)
        decoding = Decoding(**asked["decoding"])
        response = Response(**{**said, "scores": tuple(said["scores"])})
        one = record(request_key(row["fingerprint"], request, decoding), request, decoding, response, str(row["time"]))
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        must = f"{where} must hold a response as `geobias ledger export` writes it"
        raise InputError(must, f"it does not ({type(error).__name__}: {error})", "Export it anew.") from error
    sound = response.outcome in get_args(Outcome) and response.outcome != "error"
    if not sound or (one.prompt, one.key) != (row["prompt"], row["key"]):
        must = f"the key of {where} must be that of what it holds"
        raise InputError(must, "the file was edited, or is of another format", "Export it anew.")
    return row, prompt, one


def _check_ending(path: Path) -> None:
    if path.suffix not in _ENDINGS:
        raise InputError("exported responses are .jsonl or .parquet", f"the file is {path.name}", "Name one that is.")
