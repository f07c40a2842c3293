"""What alpha and the components of variance say, and a table of the components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import group_name, names_in_order, spaced, two, with_interval
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, number, percent, plural
from geobias.report.section import Finding
from geobias.tables import OWN_SHARE, beyond_zero

if TYPE_CHECKING:
    import pandas as pd

ALPHA = (
    "Alpha is 1 where annotators agree and 0 where they answer as if they drew from all answers at random. A group of "
    "one mind about items that are all alike also has a low alpha."
)


def alpha_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """Alpha of everybody, and between which groups it lies. frame : rows with a value of the statistic alpha."""
    everybody, groups = frame[frame["group"] == ""], frame[frame["group"] != ""]
    said = []
    if len(everybody):
        row = everybody.iloc[0]
        said.append(f"of everybody is {with_interval(row['value'], row['low'], row['high'])}")
    if len(groups) > 1:
        ends = [groups.loc[getattr(groups["value"], end)()] for end in ("idxmin", "idxmax")]
        named = [f"{two(row['value'])} of {group_name(row['attribute'], row['group'])}" for row in ends]
        said.append(f"of {plural(len(groups), 'group')} it goes from {named[0]} to {named[1]}")
    if said:
        yield Finding(f"Krippendorff's alpha {'; '.join(said)}.")
    yield Finding(ALPHA, caution=True)


def component_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """Whether groups have opinions of their own, attribute by attribute."""
    own = frame[(frame["component"] == OWN_SHARE) & frame["value"].notna()]
    if own.empty:
        return
    shares = [
        f"{with_interval(row['value'], row['low'], row['high'])} for {spaced(str(row['attribute']))}"
        for row in own.sort_values("value", ascending=False).to_dict("records")
    ]
    clear = int((beyond_zero(own["low"], own["high"]) > 0).sum())
    yield Finding(
        "The own share of opinions is how much of what groups think of items they do not think alike: "
        f"{listing(shares)}. For {count(clear)} of {plural(len(own), 'attribute')} its interval lies above 0. It "
        "bounds what difference in alignment there can be."
    )


def component_table(frame: pd.DataFrame) -> PageTable:
    """Every component with its interval, in squared units of the answers, and its share."""
    rows = [
        [
            spaced(attribute), str(row["component"]), _value(row), percent(row["share"]), count(row["n_groups"]),
            count(row["n_annotators"]), count(row["n_items"]), str(row["note"] or ""),
        ]
        for attribute in names_in_order(frame, "attribute")
        for row in frame[frame["attribute"] == attribute].to_dict("records")
    ]  # fmt: skip
    columns = ["attribute", "component", "variance", "share", "groups", "annotators", "items", "note"]
    title = "What answers vary by: variance components, and the share of groups' own opinions in all"
    return PageTable(title, columns, rows, names=2, folded=True)


def _value(row: dict) -> str:
    known = row["low"] == row["low"]
    return number(row["value"]) + (f" [{number(row['low'])}, {number(row['high'])}]" if known else "")
