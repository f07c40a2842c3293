"""Places: the {field} in a text, into which a table's values are filled; doubled braces are braces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from geobias.errors import InputError

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_MEND = "A field is a column's name in braces; double the braces that stand for themselves: {{ and }}."


def field_names(text: str, where: str) -> tuple[str, ...]:
    """The fields of a text in the order of their first places; `where` it stands is for messages.

    Raises
    ------
    InputError : a brace that nothing closes or opens, or a field without a name.

    >>> field_names("Is {act} fine in {region}? Answer {{yes}} or {{no}} to {act}.", "here")
    ('act', 'region')
    """
    names: dict[str, None] = {}
    for found in _PART.finditer(text):
        if found[0] in ("{{", "}}"):
            continue
        name = found[1]
        if name is None or not name.strip():
            got = "it has a single one" if name is None else "it has a pair around nothing"
            raise InputError(
                f"braces in {where} must be those of a field", f"{got}: {_around(text, found.start())!r}", _MEND
            )
        names[name.strip()] = None
    return tuple(names)


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with a value in every place; raises `KeyError` for a field without one.

    >>> filled("{act} in {{here}}", {"act": "To {sing}"})
    'To {sing} in {here}'
    """

    def value(found: re.Match[str]) -> str:
        return found[0][0] if found[0] in ("{{", "}}") else values[found[1].strip()]

    return _PART.sub(value, text)


def _around(text: str, place: int) -> str:
    return text[max(0, place - 15) : place + 25]
