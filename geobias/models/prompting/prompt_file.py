"""A file of prompts: YAML with templates, perhaps a grid of values, perhaps the table that fills them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from geobias.errors import InputError
from geobias.models.prompting.entries import Entry, of_kind, read_entries
from geobias.models.prompting.grid import Grid, Values
from geobias.models.prompting.prompt import Message, Role
from geobias.models.prompting.template import Template
from geobias.raw import decode, read_bytes


@dataclass(frozen=True)
class PromptFile:
    """What a file of prompts says.

    templates : in their order, of different names. grid : None = there is none.
    table : of the items that fill the templates, where the file names one; None = it does not.
    """

    templates: tuple[Template, ...]
    grid: Grid | None = None
    table: Path | None = None


def read_prompt_file(path: str | Path, *, beside: Sequence[str] = ()) -> PromptFile:
    """Read templates and grid; a table's path counts from the file's folder. docs/asking.md says what may stand there.

    beside : further keys of the file, which somebody else reads.

    Raises
    ------
    InputError : the file is absent, no UTF-8, or no YAML; a key is unknown, missing or there twice; a value
        is of another kind; a template or the grid is not sound. The message names file and place.
    """
    data, _ = read_bytes(path)
    name = Path(path).name
    top = read_entries(decode(data, "utf-8", path).text, name)
    top.check_keys("templates", "grid", "marginals", "table", *beside)
    given = top.need("templates", list)
    templates = tuple(
        _template(value, f"{name}, templates[{place}]", Path(path).parent) for place, value in enumerate(given)
    )
    if not templates:
        raise InputError(f"{name} must have a template", "its list is empty", "See docs/asking.md for one.")
    names = [template.name for template in templates]
    for one in names:
        if names.count(one) > 1:
            raise InputError(f"templates of {name} must differ in name", f"several are called '{one}'", "Rename one.")
    table = top.get("table", str)
    return PromptFile(templates, _grid(top), None if table is None else Path(path).parent / table)


def _template(value: Any, place: str, folder: Path) -> Template:
    entry = Entry(of_kind(value, dict, place), place)
    entry.check_keys("name", "messages", "options", "answers", "language", "values")
    options = [of_kind(option, str, f"{place}.options") for option in entry.get("options", list, [])]
    messages = tuple(
        _message(turn, f"{place}.messages[{number}]") for number, turn in enumerate(entry.need("messages", list))
    )
    answers = _answers(entry.values.get("answers"), f"{place}.answers", folder)
    values = {
        answer: _number(number, f"{place}.values, '{answer}'")
        for answer, number in entry.get("values", dict, {}).items()
    }
    return Template(entry.need("name", str), messages, tuple(options), answers, entry.get("language", str), values)


def _answers(value: Any, place: str, folder: Path) -> str | dict[str, Any] | None:
    """The name of a set, a file of one beside this file, or a set written here."""
    if isinstance(value, dict):
        said = {key: None if content == "" else content for key, content in value.items()}
        return said | ({"ordered": _truth(said["ordered"], f"{place}.ordered")} if "ordered" in said else {})
    if isinstance(value, list):
        raise InputError(
            f"{place} must be the name of a set, or a mapping", "it is a list", "Put `answers:` before it."
        )
    return str(folder / value) if value and value.endswith((".yaml", ".yml")) else value


def _message(value: Any, place: str) -> Message:
    """`- user: What is asked`"""
    turn = of_kind(value, dict, place)
    if len(turn) != 1:
        raise InputError(f"{place} must have one role", f"it has {list(turn)}", "Begin each message with a dash.")
    [(role, text)] = turn.items()
    if role not in get_args(Role):
        raise InputError(f"the role of {place} must be one of {list(get_args(Role))}", f"it is '{role}'", "Rename it.")
    return Message(role, of_kind(text, str, f"{place}.{role}"))


def _grid(top: Entry) -> Grid | None:
    if "grid" not in top.values:
        if "marginals" in top.values:
            raise InputError(f"{top.place} must have a grid beside its marginals", "it has none", "Add it.")
        return None
    grid = top.need("grid", dict)
    axes = {axis: _axis(axis, values, f"{top.place}, grid.{axis}") for axis, values in grid.items()}
    marginals = Entry(top.get("marginals", dict, {}), f"{top.place}, marginals")
    marginals.check_keys("left_out", "least")
    left_out = {
        axis: _values(axis, value, f"{marginals.place}.left_out.{axis}")
        for axis, value in marginals.get("left_out", dict, {}).items()
    }
    least = _whole(marginals, "least", 1)
    try:
        return Grid(axes, left_out, least)
    except InputError as error:
        raise InputError(f"{top.place}: {error.must}", error.got, error.mend) from None


def _axis(axis: str, values: Any, place: str) -> list[Values]:
    return [_values(axis, value, f"{place}[{number}]") for number, value in enumerate(of_kind(values, list, place))]


def _values(axis: str, value: Any, place: str) -> Values:
    """The fields of one value; a text alone is that of the field called as the axis is."""
    if isinstance(value, str):
        return {axis: value}
    return {name: of_kind(text, str, f"{place}.{name}") for name, text in of_kind(value, dict, place).items()}


def _whole(entry: Entry, name: str, default: int) -> int:
    text: str = entry.get(name, str, str(default))
    if not text.isdecimal():
        raise InputError(f"{entry.place}.{name} must be a whole number", f"it is '{text}'", "Correct the file.")
    return int(text)


def _number(text: Any, place: str) -> float | None:
    """A finite number; None for null or nothing."""
    if text in ("", "null", "~"):
        return None
    try:
        number = float(text)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{place} must be a number, or null", f"it is {text!r}", "Correct the file.")
    return number


def _truth(text: Any, place: str) -> bool:
    if text not in ("true", "false"):
        raise InputError(f"{place} must be true or false", f"it is {text!r}", "Correct the file.")
    return bool(text == "true")
