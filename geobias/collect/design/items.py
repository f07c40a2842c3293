"""The items of a study: what is judged, of which type, and what sources say of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from geobias.characters import has_visible
from geobias.errors import InputError
from geobias.raw import RawTable, read_table

_TEXT = "text"


@dataclass(frozen=True)
class Item:
    """One thing to judge.

    name : unique. texts : language -> words; "" is the language of the column `text`. stratum : its type.
    sources : name -> number; what says nothing of it is left out.
    """

    name: str
    texts: Mapping[str, str]
    stratum: str
    sources: Mapping[str, float]

    def text(self, language: str) -> str:
        """Its words in a language, else those of the column `text`."""
        return self.texts.get(language) or self.texts[""]


def read_items(path: Path, sources: Sequence[str], scale: tuple[float, float], shown: str | None) -> list[Item]:
    """The items of a table with the columns item, text, stratum and those of the sources; `text.de` is German.

    Raises
    ------
    InputError : a missing column, a blank name or text, a name twice, a source that is no number, or the source
        that volunteers see beyond the scale.
    """
    if not path.is_file():
        raise InputError("a study must have its items", f"there is no {path}", "Write items: <file> in study.yaml.")
    table = read_table(path, needed=("item", _TEXT, "stratum", *sources))
    table.check(("item", _TEXT, "stratum", *sources), path.name)
    others = {name.removeprefix(f"{_TEXT}."): name for name in table.names if name.startswith(f"{_TEXT}.")}
    found: dict[str, Item] = {}
    for row in range(len(table["item"])):
        place = f"{table.places(row)} of {path.name}"
        name, text, stratum = (str(table[column][row] or "").strip() for column in ("item", _TEXT, "stratum"))
        for column, value in (("item", name), (_TEXT, text), ("stratum", stratum)):
            if not has_visible(value):
                raise InputError(f"every item must have its {column}", f"{place} has none", "Fill the cell.")
        if name in found:
            raise InputError("items must have names of their own", f"{place} repeats '{name}'", "Name each once.")
        texts = {"": text} | {language: _words(table, column, row) for language, column in others.items()}
        numbers = {source: _number(table[source][row], source, place) for source in sources}
        found[name] = Item(name, texts, stratum, {key: value for key, value in numbers.items() if value is not None})
        said = found[name].sources.get(shown or "")
        if said is not None and not scale[0] <= said <= scale[1]:
            raise InputError(
                f"'{shown}', which volunteers see, must lie between {scale[0]:g} and {scale[1]:g}",
                f"{place} has {said:g}",
                "Map it to the answers' numbers.",
            )
    return list(found.values())


def _words(table: RawTable, column: str, row: int) -> str:
    return str(table[column][row] or "").strip()


def _number(value: object, source: str, place: str) -> float | None:
    if value is None or not str(value).strip():
        return None
    try:
        number = float(str(value))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(
            f"source '{source}' must be numbers", f"{place} has {str(value)[:40]!r}", "Map it, or leave it blank."
        )
    return number
