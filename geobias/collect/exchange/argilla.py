"""Argilla's records as JSON, nested (`responses`) or flat (`question.responses`, `.users`, `.status`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from geobias.collect.exchange.potato import chosen_question
from geobias.collect.exchange.rows import Answer, Rows
from geobias.errors import InputError

_SENT = (None, "submitted")
_FLAT = ".responses"


def from_argilla(records: Iterable[Mapping[str, Any]], question: str | None) -> Rows:
    """Judgements of records; responses that are drafts or were discarded are none.

    question : the question that is the judgement; None where there is only one.

    Raises
    ------
    InputError : no record with responses, several questions and none named, a response without its user.
    """
    told: list[tuple[str, str, str, Answer]] = []
    texts: dict[str, str] = {}
    for place, record in enumerate(records, 1):
        item = str(record.get("id", place))
        fields = record.get("fields") or record
        texts[item] = str(fields.get("text", ""))
        for name, value, user, status in _responses(record, item):
            if status in _SENT:
                told.append((name, item, f"user-{user}", None if value is None else str(value)))
    chosen = chosen_question(list(dict.fromkeys(one[0] for one in told)), question)
    judged = [(item, who, answer, "") for name, item, who, answer in told if name == chosen]
    return Rows(judged, {}, {item: text for item, text in texts.items() if text})


def _responses(record: Mapping[str, Any], item: str) -> Iterable[tuple[str, Any, str, str | None]]:
    """(question, value, user, status) of a record."""
    nested = record.get("responses")
    if isinstance(nested, Mapping):
        for name, some in nested.items():
            for one in some or ():
                yield str(name), one.get("value"), _user(one.get("user_id"), item), one.get("status")
        return
    flat = [name.removesuffix(_FLAT) for name in record if name.endswith(_FLAT)]
    if nested is None and not flat:
        raise InputError(
            "a record of Argilla must have responses", f"record '{item}' has {sorted(record)[:8]}", "Export with them."
        )
    for name in flat:
        values = record[f"{name}{_FLAT}"] or []
        users, states = (record.get(f"{name}{_FLAT}.{part}") or [None] * len(values) for part in ("users", "status"))
        if not len(values) == len(users) == len(states):
            raise InputError(
                f"values, users and states of '{name}' must go together",
                f"in record '{item}' they do not",
                "Export anew.",
            )
        for value, user, status in zip(values, users, states, strict=True):
            yield name, value, _user(user, item), status


def _user(user: Any, item: str) -> str:
    if user is None:
        raise InputError(
            "every response must say whose it is", f"one of record '{item}' does not", "Export with users."
        )
    return str(user)
