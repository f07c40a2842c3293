"""Which controls are told, and what a control was run for, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.phrases import COEFFICIENT_NAMES, quantity_label
from geobias.tables import AT_M, Quantity

if TYPE_CHECKING:
    import pandas as pd

MOST = 6  # panels of a figure; the table has them all
LARGEST, MEAN = "largest", "mean"
TURNED = {
    "greater": "largest {}",
    "less": "largest {} with its sign turned",
    "two-sided": "largest absolute {}",
}
"""The largest coefficient of all is taken in the direction that the study asks for."""


def control_label(row: Mapping[Any, Any]) -> str:
    """What a control was run for, in words."""
    if str(row["x"]) == LARGEST:
        return "largest coefficient of all"
    if not row["y"]:
        return f"mean {quantity_label(str(row['x']))} over all pairs"
    return f"{quantity_label(str(row['x']))} and {quantity_label(str(row['y']))}"


def coefficient_label(row: Mapping[Any, Any], direction: str = "greater") -> str:
    """The coefficient in words; of the largest of all with the direction that it is taken in."""
    name = COEFFICIENT_NAMES.get(row["coefficient"], str(row["coefficient"]))
    return TURNED.get(direction, TURNED["greater"]).format(name) if str(row["x"]) == LARGEST else name


def direction_of(controls: pd.DataFrame) -> str:
    """The direction in which the study tests relations: "greater" where no relation was tested."""
    related = controls.loc[controls["y"].fillna("").astype(str) != "", "alternative"]
    return str(related.iloc[0]) if len(related) else "greater"


def main_controls(controls: pd.DataFrame, gap: str) -> pd.DataFrame:
    """The controls that figures and words speak of: that of the relation declared beforehand, the largest coefficient,
    then every distance with the main gap, at one size where that was measured."""
    first = controls[controls["coefficient"] == controls["coefficient"].iloc[0]]
    x, y = first["x"].astype(str), first["y"].astype(str)
    primary = first["primary"].fillna(False).astype(bool) if "primary" in first else x.isna()
    wanted = [y == str(Quantity.parse(gap).changed(estimate=AT_M)), y == gap] if gap else []
    chosen = next((part for part in wanted if part.any()), x == LARGEST) | (x == LARGEST) | primary
    order = np.argsort(np.where(primary, 0, np.where(x == LARGEST, 1, 2)), kind="stable")
    kept = chosen.to_numpy() | (not chosen.any())
    return first.iloc[[place for place in order if kept[place]]][:MOST]
