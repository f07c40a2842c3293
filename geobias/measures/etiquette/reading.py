"""A response becomes yes, no or an abstention with its reason."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.errors import InputError
from geobias.tables import ResponseRow

ABSTAINED = 0


def read_response(row: ResponseRow, values: Mapping[str, int]) -> tuple[int, str]:
    """What was said, and why nothing was."""
    if row.scores:
        best = max(row.scores.values())
        first = [option for option, score in row.scores.items() if score == best]
        if len(first) > 1 or best == -np.inf:
            return ABSTAINED, "tie"
        return _value(first[0].strip().casefold(), values), ""
    if not row.answer:
        return ABSTAINED, row.reason or row.outcome
    return _value(row.answer, values), ""


def _value(answer: str, values: Mapping[str, int]) -> int:
    if answer not in values:
        raise InputError(
            "every answer must have a value, 1 or -1", f"'{answer}' is none of {list(values)}", "Add it to values."
        )
    return values[answer]
