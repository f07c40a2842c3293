"""The section on values by age."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import names_in_order
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.age_items.figures import age_lines
from geobias.report.sides import TOO_FEW, estimate, texts_of
from geobias.tables import MODEL, SURVEY

if TYPE_CHECKING:
    import pandas as pd

LINES = (
    "Values by age",
    "Mean score of each value by itself, without its loading, from −1 to 1, the traditional end above; bands are "
    "intervals, of answers such that let answers to one prompt depend on each other.",
)
LIMITS = (
    "Ages of respondents are groups of years, named by their middles; ages of the model are what its prompts said. "
    "Whether a model's answers change with the age it was told, and whether people do over their lives, are two "
    "questions: a survey compares people of different ages at one time."
)


def _frame(run: Run) -> pd.DataFrame | None:
    frame = run.table("age_items")
    return None if frame is None else texts_of(frame, "value", "side", "age")


def _findings(run: Run) -> Iterator[Finding]:
    frame = _frame(run)
    if frame is None:
        return
    for side, words in ((MODEL, "answers for the oldest against those for the youngest"),
                        (SURVEY, "the oldest respondents against the youngest")):  # fmt: skip
        moved = _moved(frame[(frame["side"] == side) & frame["mean"].notna()])
        if moved:
            name, change, _ = max(moved, key=lambda one: abs(one[1]))
            apart = [one for one, _, is_clear in moved if is_clear]
            yield Finding(
                f"Of {words}, {name} moves most, by {estimate(change, float('nan'), 0)}; intervals of both ages lie "
                f"apart for {listing(apart)}."
            )
    yield Finding(LIMITS, caution=True)


def _moved(part: pd.DataFrame) -> list[tuple[str, float, bool]]:
    """Value, mean at the last age less that at the first, and whether their intervals lie apart."""
    out = []
    for value in names_in_order(part, "value"):
        rows = part[part["value"] == value]
        first, last = rows.iloc[0], rows.iloc[-1]
        if len(rows) > 1:
            clear = bool(last["low"] > first["high"] or last["high"] < first["low"])
            out.append((value, float(last["mean"] - first["mean"]), clear))
    return out


def _pictures(run: Run) -> Iterator[Picture]:
    frame = _frame(run)
    if frame is not None and frame["mean"].notna().any() and frame["age"].nunique() > 1:
        yield Picture("age-items", *LINES, age_lines(frame))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = _frame(run)
    if frame is None:
        return
    rows = [
        [
            row["value"], row["side"], row["age"],
            TOO_FEW if row["mean"] != row["mean"] else estimate(row["mean"], row["low"], row["high"]), count(row["n"]),
        ]
        for row in frame.to_dict("records")
    ]  # fmt: skip
    yield PageTable("Values by age", ["value", "side", "age", "mean", "rows"], rows, names=3, folded=True)


SECTION = Section("age-items", "Values by age", _findings, _pictures, _tables)
