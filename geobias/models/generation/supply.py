"""Supply: sentences by value and stance, which a responder of known truth says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.files import at_home
from geobias.yaml_files import read_yaml

STANCES = ("secular", "between", "traditional")
"""From one end of a value to the other."""
PACKAGED = "own"


@dataclass(frozen=True)
class SuppliedValue:
    """What is said of one value.

    sentences : by stance, in the order of `STANCES`. traditional_option : which end of a scale of options is the
        traditional one, "first" or "last".
    """

    sentences: tuple[tuple[str, ...], ...]
    traditional_option: str


def read_supply(source: str | Path = PACKAGED) -> dict[str, SuppliedValue]:
    """name of a value -> what is said of it.

    source : "own", or a YAML file with `values`: name -> `secular`, `between`, `traditional` (lists of sentences) and
        `traditional_option`.

    Raises
    ------
    InputError : it is not there, no YAML, or lacks something, which is named.
    """
    packaged = str(source) == PACKAGED
    place = "supply.yaml" if packaged else str(source)
    file = resources.files("geobias.models.generation").joinpath("supply.yaml") if packaged else at_home(source)
    content = read_yaml(file, "sentences")
    values = content.get("values") if isinstance(content, Mapping) else None
    if not isinstance(values, Mapping) or not values:
        raise InputError(
            f"{place} must have values", f"there is {values!r}", "Write `values:` with a mapping below it."
        )
    return {str(name): _value(value, f"{place}, values.{name}") for name, value in values.items()}


def _value(value: Any, place: str) -> SuppliedValue:
    entry = value if isinstance(value, Mapping) else {}
    for stance in STANCES:
        said = entry.get(stance)
        if not isinstance(said, list) or not said or not all(isinstance(one, str) and one.strip() for one in said):
            got, mend = f"there is {said!r}"[:100], "Write a list of sentences."
            raise InputError(f"{place}.{stance} must have sentences", got, mend)
    end = entry.get("traditional_option", "last")
    if end not in ("first", "last"):
        raise InputError(f"{place}.traditional_option must be first or last", f"it is {end!r}", "Correct it.")
    return SuppliedValue(tuple(tuple(entry[stance]) for stance in STANCES), end)
