"""What noise leaves of a relation, in words: interval, reliability of its tables, and the most that they can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import between, signed
from geobias.report.phrases import listing, quantity_label
from geobias.report.section import Finding

if TYPE_CHECKING:
    import pandas as pd

NAN = float("nan")
CAUTION = (
    "Reliability is that of the order of pairs: the correlation of the tables of two halves of every group's units, "
    "stepped up to whole groups. The root of two reliabilities is the highest coefficient that their tables show on "
    "average, the noise ceiling; a coefficient divided by it is corrected for noise, and may lie beyond 1."
)


def limit_of(row: Mapping[str, Any]) -> str:
    """What so noisy tables could have shown; "" where it is not known."""
    ceiling = row.get("ceiling", NAN)
    if np.isnan(ceiling):
        return ""
    if ceiling <= 0:
        return "tables as noisy as these cannot show a relation"
    return f"tables as noisy as these show a coefficient of {ceiling:.2f} at most"


def interval_of(row: Mapping[str, Any]) -> str:
    """The interval of a coefficient with its level and method, after a comma; "" where there is none."""
    ends = between(row.get("low", NAN), row.get("high", NAN), signed)
    if not ends:
        return ""
    method = f" ({row['interval']})" if row["interval"] else ""
    return f", {100 * row['level']:g}\xa0% interval {ends}{method}"


def reliability_sentence(row: Mapping[str, Any]) -> str:
    """The reliabilities of both tables and the coefficient corrected for them, after a space; "" where not known."""
    x, y = row.get("reliability_x", NAN), row.get("reliability_y", NAN)
    if np.isnan(x + y):
        return ""
    words = f" The reliability of the first table is {signed(x)}, that of the second {signed(y)}"
    if np.isnan(row["corrected"]):
        return words + "."
    return f"{words}; corrected for it the coefficient is {signed(row['corrected'])}."


def reliability_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """The tables by the first coefficient, from the most reliable to the least, then what reliability is."""
    rows = frame[frame["coefficient"] == frame["coefficient"].iloc[0]].dropna(subset=["value"])
    if rows.empty:
        return
    rows = rows.sort_values("value", ascending=False, kind="stable")
    told = [
        f"{quantity_label(str(r['quantity']))} {signed(r['value'])} {between(r['low'], r['high'], signed)}".strip()
        for r in rows.to_dict("records")
    ]
    low = int((rows["value"] <= 0).sum())
    none = f" {low} of them would come again no better than by chance." if low else ""
    yield Finding(f"Reliability of the tables, 1 at most: {listing(told)}.{none}")
    yield Finding(CAUTION, caution=True)
