"""YAML files that people write: a mapping, or a sentence that says where it is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from geobias.errors import InputError, require
from geobias.raw import decode, read_bytes


def read_mapping(path: Path) -> dict[str, Any]:
    """The mapping that a file holds.

    Raises
    ------
    InputError : no such file, no YAML, no mapping, or a key that is no text.
    """
    yaml = require("yaml", extra="collect", purpose="a study file")
    if not path.is_file():
        raise InputError("the file must be there", f"there is no {path}", "See `geobias collect init`.")
    text = decode(read_bytes(path)[0], None, path).text
    try:
        # the one in C, where there is one, is ten times as fast, and a server reads several files before it answers
        content = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: {getattr(error, 'problem', '')}" if mark else str(error).splitlines()[0]
        raise InputError(f"{path.name} must be YAML", where, "Put texts with : or # in quotes.") from error
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InputError(f"{path.name} must hold `key: value`", f"it holds {type(content).__name__}", "Correct it.")
    return content
