"""Potato's files (Pei et al. 2022): annotated_instances as jsonl, csv or tsv, and user_state.json.

A line of jsonl has user_id, instance_id and label_annotations: schema -> label -> value. Tables have a column for each
label, `schema:::label`. What was asked before and after (instances named prestudy..., poststudy..., or *.html) says who
the annotators are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from geobias.collect.exchange.rows import Answer, Rows
from geobias.errors import InputError
from geobias.raw import RawTable

_SURVEY = re.compile(r"(prestudy|poststudy|prescreening|consent)|.*\.html$")
_SCALE = re.compile(r"scale_(.+)")
_UNKNOWN = "bad_text"
_NO = (None, "", False, "false", "False", 0, "0")
_SAID = "prestudy_about.html"


def to_potato(rows: Rows, schema: str) -> str:
    """Lines of annotated_instances.jsonl: a likert scale of the answers' numbers, and who each annotator is."""
    lines: list[dict[str, Any]] = [
        {
            "user_id": annotator,
            "instance_id": _SAID,
            "label_annotations": {name: dict.fromkeys(values, True) for name, values in given.items()},
        }
        for annotator, given in rows.people.items()
    ]
    for item, annotator, answer, _ in rows.judged:
        label = {_UNKNOWN: True} if answer is None else {f"scale_{_plain(answer)}": _plain(answer)}
        shown = {"displayed_text": rows.texts.get(item, "")}
        lines.append({"user_id": annotator, "instance_id": item, **shown, "label_annotations": {schema: label}})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _plain(answer: Answer) -> str:
    return f"{answer:g}" if isinstance(answer, float) else str(answer)


def from_potato(content: Iterable[Mapping[str, Any]], question: str | None) -> Rows:
    """Judgements of Potato's records.

    content : lines of jsonl, or one user_state.json. question : the schema that is the judgement; None where there is
    only one.

    Raises
    ------
    InputError : no record, several schemas and no question, or another one.
    """
    told: list[tuple[str, str, Mapping[str, Any], str]] = []
    for place, line in enumerate(content, 1):
        if "instance_id_to_label_to_value" in line:
            told += [
                (str(item), str(line.get("user_id", "")), labels, "")
                for item, labels in line["instance_id_to_label_to_value"].items()
            ]
        elif "label_annotations" in line:
            item = str(line.get("instance_id", line.get("id", "")))
            told.append((item, str(line.get("user_id", "")), line["label_annotations"] or {}, _text(line)))
        else:
            raise InputError(
                "a record of Potato must have label_annotations",
                f"record {place} has {sorted(line)[:8]}",
                "Export it anew.",
            )
    return _rows(told, question)


def from_potato_table(table: RawTable, question: str | None) -> Rows:
    """The same of csv and tsv: user, instance_id, and `schema:::label` columns."""
    user = next((name for name in ("user", "user_id") if name in table.names), "user")
    table.check((user, "instance_id"), "a table of Potato")
    text = next((name for name in ("displayed_text", "text") if name in table.names), None)
    split = {name: name.split(":::", 1) for name in table.names if ":::" in name}
    told: list[tuple[str, str, Mapping[str, Any], str]] = []
    for row in range(len(table[user])):
        labels: dict[str, dict[str, Any]] = {}
        for name, (schema, label) in split.items():
            if table[name][row] not in _NO:
                labels.setdefault(schema, {})[label] = table[name][row]
        shown = "" if text is None else str(table[text][row] or "")
        told.append((str(table["instance_id"][row]), str(table[user][row]), labels, shown))
    return _rows(told, question)


def _text(line: Mapping[str, Any]) -> str:
    return str(line.get("displayed_text", line.get("text", "")) or "")


def _rows(told: list[tuple[str, str, Mapping[str, Any], str]], question: str | None) -> Rows:
    judged = [one for one in told if not _SURVEY.match(one[0])]
    schemas = list(dict.fromkeys(schema for _, _, labels, _ in judged for schema in labels))
    chosen = chosen_question(schemas, question)
    people: dict[str, dict[str, list[str]]] = {}
    for item, user, labels, _ in told:
        if _SURVEY.match(item):
            for schema, given in labels.items():
                people.setdefault(user, {})[schema] = [str(value) for value in _labels(given)]
    rows = []
    for item, user, labels, _ in judged:
        if chosen in labels and (found := _labels(labels[chosen])):
            if len(found) > 1:
                raise InputError(
                    "a judgement must be one answer",
                    f"'{user}' gave {len(found)} to '{item}'",
                    "Name another schema with --question.",
                )
            rows.append((item, user, found[0] or None, ""))
    return Rows(rows, people, {item: text for item, _, _, text in judged if text})


def _labels(given: Any) -> list[str]:
    """The labels that are chosen; of a scale its grades, "" for a text that cannot be judged."""
    if isinstance(given, Mapping) and set(given) == {"labels"}:
        given = given["labels"]
    if not isinstance(given, Mapping):
        return [] if given in _NO else [str(given)]
    found = []
    for label, value in given.items():
        scale = _SCALE.fullmatch(str(label))
        if label == "text_box":
            found.append(str(value))
        elif scale or value not in _NO:
            found.append("" if label == _UNKNOWN else scale[1] if scale else str(label))
    return found


def chosen_question(there: list[str], wanted: str | None) -> str:
    """The question that is the judgement."""
    if wanted is not None and wanted in there:
        return wanted
    if wanted is None and len(there) == 1:
        return there[0]
    got = f"there are {there[:12]}" if there else "the file has no answer"
    raise InputError("the question that is judged must be named", got, "Pass --question NAME.")
