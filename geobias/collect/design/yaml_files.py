"""YAML files that people write: a mapping, or a sentence that says where it is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from geobias.arguments import shown
from geobias.errors import InputError, require
from geobias.raw import decode, read_bytes


def read_mapping(path: Path) -> dict[str, Any]:
    """The mapping that a file holds.

    Raises
    ------
    InputError : no such file, no YAML, no mapping, a key that is no text or comes twice.
    """
    yaml = require("yaml", extra="collect", purpose="a study file")
    if not path.is_file():
        raise InputError("the file must be there", f"there is no {path}", "See `geobias collect init`.")
    text = decode(read_bytes(path)[0], None, path).text
    try:
        # the one in C, where there is one, is ten times as fast, and a server reads several files before it answers
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _check_once(yaml.compose(text, Loader=loader), path)
        content = yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: {getattr(error, 'problem', '')}" if mark else str(error).splitlines()[0]
        raise InputError(f"{path.name} must be YAML", where, "Put texts with : or # in quotes.") from error
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InputError(
            f"{path.name} must hold `key: value`",
            "it is empty" if content is None else f"it holds {shown(content)}",
            "Correct it.",
        )
    return content


def _check_once(node: Any, path: Path) -> None:
    """Raise an error for a key that a mapping has twice, of which YAML would take the last without a word."""
    if getattr(node, "id", None) == "mapping":
        seen = set()
        for key, value in node.value:
            if key.value in seen:
                line = key.start_mark.line + 1
                raise InputError(
                    f"{path.name} must have each key once", f"'{key.value}' comes again in line {line}", "Keep one."
                )
            seen.add(key.value if isinstance(key.value, str) else id(key))
            _check_once(value, path)
    elif getattr(node, "id", None) == "sequence":
        for value in node.value:
            _check_once(value, path)
