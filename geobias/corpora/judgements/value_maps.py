"""Value maps: countries to spheres, ages to decades, or what a user's own mapping says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from geobias.corpora.judgements.ages import decade
from geobias.corpora.judgements.cultural_spheres import cultural_sphere
from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.raw import decode, read_bytes

BY_NAME: dict[str, Callable[[str], str | None]] = {"spheres": cultural_sphere, "decades": decade}


def mapped(column: Sequence[str], chosen: str | Mapping[Any, Any]) -> tuple[list[str], Counter[str]]:
    """The column with every value in its place of the map, "" where it has none, and which those are: value -> rows.

    Parameters
    ----------
    chosen : "spheres", "decades", the path of a YAML file with a mapping, or a mapping {value: new value}. A mapping
        leaves values alone that it does not name, and takes those out that it sends to null.

    Raises
    ------
    InputError : no such map, or a file that holds none.
    """
    find = _finder(chosen)
    places = {value: find(value) for value in dict.fromkeys(column) if value}
    lost = Counter(value for value in column if value and places[value] is None)
    return [places.get(value) or "" for value in column], lost


def _finder(chosen: str | Mapping[Any, Any]) -> Callable[[str], str | None]:
    if isinstance(chosen, str) and chosen in BY_NAME:
        return BY_NAME[chosen]
    values = _from_file(chosen) if isinstance(chosen, str) else chosen
    words = {str(key): None if value is None else str(value) for key, value in values.items()}
    return lambda value: words.get(value, value)


def _from_file(path: str) -> Mapping[Any, str | None]:
    yaml = require("yaml", extra="study", purpose="a map of values")
    file = at_home(path)
    if not Path(file).is_file():
        raise InputError(
            f"a map of values must be one of {sorted(BY_NAME)}, a mapping, or a YAML file",
            f"it is '{path}', and there is no such file",
            "Correct it.",
        )
    try:
        content = yaml.safe_load(decode(read_bytes(file)[0], None, file).text)
    except yaml.YAMLError as error:
        raise InputError(
            f"'{path}' must be YAML", str(error).splitlines()[0], "Write a line `value: new value` for each."
        ) from error
    if not isinstance(content, dict) or any(isinstance(value, (dict, list)) for value in content.values()):
        raise InputError(
            f"'{path}' must hold a mapping of values",
            f"it holds a {type(content).__name__}",
            "Write a line `value: new value` for each.",
        )
    return content
