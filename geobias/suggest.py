"""What an error message offers: the nearest right name, and an override as one types it in a shell."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
# What Hydra or YAML read as something else than text.
_RESERVED = {"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}


def closest(name: object, choices: Iterable[object], cutoff: float = 0.5) -> str | None:
    """The choice most like `name`, case aside; None where none is close.

    >>> closest("Txt", ["text", "label"])
    'text'
    """
    by_lower = {str(choice).lower(): str(choice) for choice in choices}
    found = difflib.get_close_matches(str(name).lower(), by_lower, n=1, cutoff=cutoff)
    return by_lower[found[0]] if found else None


def nearest(name: object, choices: Iterable[object]) -> str:
    """A sentence naming the closest choice, with a blank after it; "" where none is close.

    >>> nearest("txt", ["text", "label"])
    "The nearest is 'text'. "
    """
    found = closest(name, choices)
    return f"The nearest is '{found}'. " if found else ""


def override(key: str, value: Any) -> str:
    """The word `key=value` for a shell, quoted where Hydra, YAML or the shell would read it otherwise.

    >>> print(override("sampling.pool", 40), override("corpus.text", "Country of Origin"))
    sampling.pool=40 'corpus.text="Country of Origin"'
    >>> print(override("sampling.groups", ["NO", "us"]))
    'sampling.groups=["NO",us]'
    """
    return shlex.quote(f"{key}={_rendered(value)}")


def _rendered(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_escaped_key(str(key))}:{_rendered(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_rendered, value)) + "]"
    text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in _RESERVED:
        return text
    # Hydra takes a backslash for an escape before a quote and at the end alone; `${` would be an interpolation.
    doubled = re.sub(r'(\\*)("|\Z)', lambda found: found[1] * 2 + ('\\"' if found[2] else ""), text)
    return '"' + re.sub(r"(\\*)\$\{", lambda found: found[1] * 2 + r"\${", doubled) + '"'


def _escaped_key(key: str) -> str:
    """A key of a map: Hydra has no quotes for these."""
    return re.sub(r"([\\()\[\]{}:=, ])", r"\\\1", key)
