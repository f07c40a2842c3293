"""What an interview or a design is read from: a packaged name, a YAML file, or what one holds."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.entries import Entry, read_entries
from geobias.raw import decode, read_bytes
from geobias.suggest import nearest


def entry_of(source: str | Path | Mapping[str, Any], what: str, packaged: tuple[str, ...]) -> Entry:
    """The mapping that a source holds, every scalar a text.

    Raises
    ------
    InputError : no such name or file, no UTF-8, no YAML, or a scalar that is no text or number.
    """
    if isinstance(source, Mapping):
        return Entry(_texts(source, what), what)
    name = str(source)
    if name in packaged:
        return packaged_entry(name)
    if not name.endswith((".yaml", ".yml")):
        must = f"{what} must be one of {', '.join(packaged)}, a YAML file or what one holds"
        mend = f"{nearest(name, packaged)}The name of a file ends in .yaml."
        raise InputError(must, f"it is '{name}'", mend)
    data, _ = read_bytes(source)
    place = Path(source).name
    return read_entries(decode(data, "utf-8", source).text, place)


def packaged_entry(name: str) -> Entry:
    """The mapping of a file that lies beside this one."""
    file = resources.files("geobias.models.prompting.interviews").joinpath(f"{name}.yaml")
    return read_entries(file.read_text("utf-8"), f"{name}.yaml")


def text_of(value: Any, place: str) -> str:
    """A text, or a number as one."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InputError(f"{place} must be a text", f"it is {value!r}"[:80], "Correct it.")
    return str(value).strip()


def texts_of(entry: Entry, name: str) -> dict[str, str]:
    """name -> text, of a mapping that may be left out."""
    return {key: text_of(text, f"{entry.place}.{name}.{key}") for key, text in entry.get(name, dict, {}).items()}


def number_of(entry: Entry, name: str) -> float | None:
    """A number, a whole one as such; None where there is none."""
    if entry.values.get(name) in (None, "", "null", "~"):
        return None
    text = text_of(entry.values[name], f"{entry.place}.{name}")
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    raise InputError(f"{entry.place}.{name} must be a number", f"it is '{text}'", "Correct it.")


def _texts(value: Any, place: str) -> Any:
    """A copy in dicts and lists, as a file would give it: scalars as texts, what is None left out."""
    if isinstance(value, Mapping):
        return {str(key): _texts(one, f"{place}.{key}") for key, one in value.items() if one is not None}
    if isinstance(value, (list, tuple)):
        return [_texts(one, f"{place}[{at}]") for at, one in enumerate(value)]
    return str(value).lower() if isinstance(value, bool) else text_of(value, place)
