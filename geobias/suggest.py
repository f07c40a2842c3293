"""The nearest right name, for error messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def closest(name: object, choices: Iterable[object]) -> str | None:
    """The choice most like `name`, case aside; None where none is close.

    >>> closest("Txt", ["text", "label"])
    'text'
    """
    by_lower = {str(choice).lower(): str(choice) for choice in choices}
    found = difflib.get_close_matches(str(name).lower(), by_lower, n=1, cutoff=0.5)
    return by_lower[found[0]] if found else None


def nearest(name: object, choices: Iterable[object]) -> str:
    """A sentence naming the closest choice, with a blank after it; "" where none is close.

    >>> nearest("txt", ["text", "label"])
    "The nearest is 'text'. "
    """
    found = closest(name, choices)
    return f"The nearest is '{found}'. " if found else ""
