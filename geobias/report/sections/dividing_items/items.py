"""What items are called on a page: strangers' texts, which may be hateful, do not stand in names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from geobias.report.run import Run

if TYPE_CHECKING:
    import pandas as pd

LONGEST = 24  # characters of a name that is taken for one
TOP = 6  # items of an attribute that are shown


def top_items(frame: pd.DataFrame) -> pd.DataFrame:
    """The items of each attribute that divide most, those that do not at all left out."""
    rows = frame[frame["between"] > 0].sort_values("between", ascending=False, kind="stable")
    order = {name: place for place, name in enumerate(dict.fromkeys(frame["attribute"]))}
    return (
        rows.groupby("attribute", sort=False)
        .head(TOP)
        .sort_values("attribute", key=lambda names: names.map(order), kind="stable")
    )


def item_labels(run: Run, items: Iterable[str]) -> dict[str, str]:
    """item -> its name where that is short and in one word or the run is synthetic, else "item 12", its place.

    The place is that in the run's table of items, or among those given where it has none.
    """
    given = list(dict.fromkeys(map(str, items)))
    table = run.table("items")
    known = given if table is None else table["item"].astype(str).tolist()
    places = {name: place for place, name in enumerate(dict.fromkeys([*known, *given]), 1)}
    texts = item_texts(run)
    labels = {
        name: name if run.synthetic or _is_name(name, texts.get(name, "")) else f"item {places[name]}" for name in given
    }
    taken = [label for name, label in labels.items() if label != name]
    return {name: f"“{label}”" if label == name and label in taken else label for name, label in labels.items()}


def _is_name(name: str, text: str) -> bool:
    return len(name) <= LONGEST and not any(letter.isspace() for letter in name) and name != text.strip()


def item_texts(run: Run) -> dict[str, str]:
    """item -> its text; where it has none its name, which is then its text as a rule."""
    table = run.table("items")
    if table is None:
        return {}
    texts = table["text"].fillna("").astype(str)
    return dict(zip(table["item"].astype(str), texts, strict=True))


def unfolded(run: Run) -> bool:
    """Whether texts of items may stand where nobody asked for them: those that were made up alone."""
    return run.synthetic
