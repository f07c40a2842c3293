"""A response becomes yes, no or an abstention with its reason."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.errors import InputError
from geobias.tables import ResponseRow

ABSTAINED = 0


def read_response(row: ResponseRow, values: Mapping[str, int | None]) -> tuple[int, str]:
    """What was said, and why nothing was."""
    answer = row.answer
    if row.scores:
        scores = row.calibrated or row.scores
        best = max(scores.values())
        if any(np.isnan(score) for score in scores.values()):
            return ABSTAINED, "uncalibrated"
        first = [option for option, score in scores.items() if score == best]
        if len(first) > 1 or best == -np.inf:
            return ABSTAINED, "tie"
        answer = first[0].strip().casefold()
    if not answer:
        return ABSTAINED, row.reason or row.outcome
    value = _value(answer, values)
    return (ABSTAINED, answer) if value is None else (value, "")


def _value(answer: str, values: Mapping[str, int | None]) -> int | None:
    if answer not in values:
        raise InputError(
            "every answer must have a value, 1 or -1", f"'{answer}' is none of {list(values)}", "Add it to values."
        )
    return values[answer]
