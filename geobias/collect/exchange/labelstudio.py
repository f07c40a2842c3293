"""Label Studio's JSON export: tasks with annotations, each with results by the name of their control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from geobias.collect.exchange.potato import chosen_question
from geobias.collect.exchange.rows import Answer, Rows
from geobias.errors import InputError

_KINDS = ("choices", "rating", "number")


def from_labelstudio(tasks: Iterable[Mapping[str, Any]], question: str | None) -> Rows:
    """Judgements of tasks; annotations that were cancelled, and ground truth, are none.

    question : the control (`from_name`) that is the judgement; None where there is only one.

    Raises
    ------
    InputError : no task with annotations, several controls and no question, several choices in one answer.
    """
    told: list[tuple[str, str, str, Answer]] = []
    texts: dict[str, str] = {}
    for place, task in enumerate(tasks, 1):
        if "annotations" not in task:
            raise InputError(
                "a task of Label Studio must have annotations",
                f"task {place} has {sorted(task)[:8]}",
                "Export as JSON.",
            )
        data = task.get("data") or {}
        item = str(data.get("item", data.get("id", task.get("id", place))))
        texts[item] = str(data.get("text", ""))
        for annotation in task["annotations"]:
            if annotation.get("was_cancelled") or annotation.get("ground_truth"):
                continue
            annotator = _who(annotation.get("completed_by"), item)
            for result in annotation.get("result", ()):
                if result.get("type") in _KINDS:
                    told.append((str(result.get("from_name")), item, annotator, _answer(result, item, annotator)))
    chosen = chosen_question(list(dict.fromkeys(one[0] for one in told)), question)
    judged = [(item, who, answer, "") for name, item, who, answer in told if name == chosen]
    return Rows(judged, {}, {item: text for item, text in texts.items() if text})


def _who(completed_by: Any, item: str) -> str:
    if isinstance(completed_by, Mapping):  # exports may hold more of a person than a study should keep
        completed_by = completed_by.get("id")
    if completed_by is None:
        raise InputError(
            "every annotation must say who made it", f"one of task '{item}' does not", "Export with completed_by."
        )
    return f"user-{completed_by}"


def _answer(result: Mapping[str, Any], item: str, annotator: str) -> Answer:
    value = (result.get("value") or {}).get(result["type"])
    if isinstance(value, list):
        if len(value) > 1:
            raise InputError(
                "a judgement must be one answer",
                f"'{annotator}' gave {len(value)} to '{item}'",
                "Name another control with --question.",
            )
        value = value[0] if value else None
    return None if value is None else str(value)
