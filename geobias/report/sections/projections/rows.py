"""Boxes and distances with names as text, and the order of the groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.coefficients import names_in_order
from geobias.report.sides import texts_of
from geobias.tables import MODEL

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.run import Run

NATION = "nation"


def boxes_of(run: Run) -> pd.DataFrame | None:
    """The table `projection_boxes`; None where the run has none."""
    frame = run.table("projection_boxes")
    return None if frame is None else texts_of(frame, "side", "attribute", "group", "note")


def distances_of(run: Run) -> pd.DataFrame | None:
    """The table `projection_distances`; None where the run has none."""
    frame = run.table("projection_distances")
    return None if frame is None else texts_of(frame, "attribute", "group", "note")


def order_of(boxes: pd.DataFrame) -> dict[str, list[str]]:
    """Attribute -> its groups: nations from the model's most traditional one on, others as numbers and letters go."""
    order = {}
    for attribute in names_in_order(boxes, "attribute"):
        part = boxes[boxes["attribute"] == attribute]
        if attribute == NATION:
            means = part[part["side"] == MODEL].set_index("group")["mean"].sort_values(ascending=False, kind="stable")
            order[attribute] = list(dict.fromkeys([*means.index, *part["group"]]))
        else:
            order[attribute] = sorted(dict.fromkeys(part["group"]), key=_place)
    return order


def _place(name: str) -> tuple[float, str]:
    digits = "".join(letter if letter.isdigit() else " " for letter in name).split()
    return (float(digits[0]) if digits else float("inf")), name
