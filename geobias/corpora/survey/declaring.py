"""Where a declaration comes from: one that is shipped, a YAML file, or a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from geobias.corpora.survey.declaration import Declaration
from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.raw import decode, read_bytes
from geobias.suggest import nearest
from geobias.typed import from_mapping

SHIPPED = ("wvs7",)
_EXTENDS = "extends"


def declare(declaration: str | Path | Mapping[str, Any] | Declaration) -> Declaration:
    """The declaration of a survey.

    Parameters
    ----------
    declaration : "wvs7", the path of a YAML file, a mapping of the same keys, or a `Declaration`. With the key
        `extends: wvs7` it changes a shipped one: items are added by name, those set to null go, other keys are
        replaced.

    Raises
    ------
    InputError : no such declaration, a file that is no YAML mapping, an unknown key (the nearest is named), a value of
        the wrong type, or what `Declaration` refuses.
    """
    if isinstance(declaration, Declaration):
        return declaration
    if isinstance(declaration, Mapping):
        return _built(declaration, "survey.declaration.")
    if declaration in SHIPPED:
        return _built(_shipped(str(declaration)), "")
    file = at_home(declaration)
    if not Path(file).is_file():
        raise InputError(
            f"a declaration must be one of {list(SHIPPED)}, a YAML file or a mapping",
            f"it is '{declaration}', and there is no such file",
            f"{nearest(declaration, SHIPPED)}Correct it.",
        )
    try:
        return _built(_parsed(decode(read_bytes(file)[0], None, file).text, str(declaration)), "")
    except InputError as error:
        got = error.got if str(declaration) in f"{error.must}{error.got}" else f"{error.got} in '{declaration}'"
        raise InputError(error.must, got, error.mend) from error


def _built(content: Mapping[str, Any], place: str) -> Declaration:
    return from_mapping(Declaration, _extended(content), place)


def _extended(content: Mapping[str, Any]) -> dict[str, Any]:
    own = {key: value for key, value in content.items() if key != _EXTENDS}
    if _EXTENDS not in content:
        return own
    if content[_EXTENDS] not in SHIPPED:
        raise InputError(f"extends must be one of {list(SHIPPED)}", f"it is {content[_EXTENDS]!r}", "Name one of them.")
    base = _shipped(content[_EXTENDS])
    items = {**base["items"], **(own.get("items") or {})}
    return {**base, **own, "items": {name: item for name, item in items.items() if item is not None}}


@cache
def _shipped(name: str) -> Mapping[str, Any]:
    return _parsed((resources.files(__package__) / f"{name}.yaml").read_text("utf-8"), name)


def _parsed(text: str, place: str) -> Mapping[str, Any]:
    yaml = require("yaml", extra="study", purpose="a declaration of a survey")
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise InputError(f"'{place}' must be YAML", str(error).splitlines()[0], "Correct it.") from error
    if not isinstance(content, Mapping):
        raise InputError(
            f"'{place}' must hold the keys of a declaration",
            f"it holds a {type(content).__name__}",
            "Write it like the declarations in docs/survey.md.",
        )
    return content
