"""Scores of answers about etiquette as pages read them: by region and type, over the answers and with abstentions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.estimates import between
from geobias.report.phrases import percent
from geobias.report.sides import texts_of
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.run import Run

ALL = "all"
KEYS = ("model", "region", "type")
COLUMNS = {
    ANSWERED: "over the answers",
    AS_WRONG: "no answer is wrong",
    AS_RIGHT: "no answer is right",
}
"""What a score is taken over, in words; the last two are its bounds."""


def read_cells(run: Run, name: str, *more: str) -> pd.DataFrame | None:
    """A table with a row a cell, whose names are text and "" stands for all; None where the run has none."""
    frame = run.table(name)
    return None if frame is None else texts_of(frame, *KEYS, *more)


def by_model(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Every model with its rows, in their order."""
    for name in dict.fromkeys(frame["model"]):
        yield name, frame[frame["model"] == name]


def of_model(title: str, name: str, frame: pd.DataFrame) -> str:
    """A title, with the model's name where there are several."""
    return title if frame["model"].nunique() < 2 else f"{title}: {name}"


def slug(stem: str, place: int) -> str:
    """The name of a figure's file: of the first model the stem, of others with their number."""
    return stem if place == 0 else f"{stem}-{place + 1}"


def planted(run: Run, model: str, attribute: str, score: str) -> Mapping[str, float]:
    """Region or type -> what was planted in the answers of a model; empty where nothing was."""
    if (run.record.get("responder") or {}).get("name") != model:
        return {}
    truth: Mapping[str, Any] = (run.record.get("planted") or {}).get(attribute) or {}
    return {name: float(scores[score]) for name, scores in truth.items()}


def share(row: Mapping[Any, Any]) -> str:
    """A share with its interval, "–" where it is not defined.

    >>> share({"value": 0.5, "low": 0.4, "high": 0.6})
    '50.0\\xa0% [40.0\\xa0%, 60.0\\xa0%]'
    """
    value, low, high = (float(row[name]) for name in ("value", "low", "high"))
    return "–" if math.isnan(value) else f"{percent(value)} {between(low, high, percent)}".strip()


def in_percent(row: Mapping[Any, Any], value: str = "value", low: str = "low", high: str = "high") -> str:
    """The same in percent, for a column of a table that says so.

    >>> in_percent({"value": 0.5, "low": 0.412, "high": 1.0})
    '50.0 [41.2, 100.0]'
    """
    found, least, most = (100 * float(row[name]) for name in (value, low, high))
    return "–" if math.isnan(found) else f"{found:.1f} {between(least, most, '{:.1f}'.format)}".strip()
