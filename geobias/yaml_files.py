"""YAML files: those that come with geobias, and a user's own."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from geobias.errors import InputError, require
from geobias.files import cannot


def read_yaml(file: Path | Traversable, what: str) -> Any:
    """What a file holds.

    what : the kind of thing, as messages name it ("values", "an answer set").

    Raises
    ------
    InputError : it is no YAML, or not in UTF-8. StorageError : it cannot be read.
    """
    yaml = require("yaml", extra="study", purpose=f"reading {what}")
    try:
        return yaml.safe_load(file.read_text("utf-8"))
    except OSError as error:
        raise cannot("read", Path(str(file)), error) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        got = f"{file} is not ({str(error).splitlines()[0]})"
        raise InputError(f"{what} must be YAML in UTF-8", got, "Correct the file.") from error
