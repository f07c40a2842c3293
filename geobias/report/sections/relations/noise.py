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


def limit_of(row: Mapping[str, Any]) -> str:
    """What so noisy tables could have shown; "" where it is not known."""
    ceiling = row.get("ceiling", NAN)
    if np.isnan(ceiling):
        return ""
    if ceiling <= 0:
        return "tables as noisy as these show no relation on average"
    return f"tables as noisy as these show a coefficient of at most {ceiling:.2f} on average"


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
    words = f" The reliability of the first table is {share(x)}, that of the second {share(y)}"
    if np.isnan(row["corrected"]):
        return words + "."
    return f"{words}; corrected for it the coefficient is {signed(row['corrected'])}."


def reliability_findings(frame: pd.DataFrame, chosen: pd.DataFrame | None = None) -> Iterator[Finding]:
    """The tables of the relations `chosen` (of all without them), from the most reliable to the least."""
    coefficient = frame["coefficient"].iloc[0] if chosen is None else chosen["coefficient"].iloc[0]
    rows = frame[frame["coefficient"] == coefficient].dropna(subset=["value"])
    if chosen is not None:
        rows = rows[rows["quantity"].isin([*chosen["x"], *chosen["y"]])]
    if rows.empty:
        return
    rows = rows.sort_values("value", ascending=False, kind="stable")
    told = [
        f"{quantity_label(str(r['quantity']))} {share(r['value'])} {between(r['low'], r['high'], share)}".strip()
        for r in rows.to_dict("records")
    ]
    none = int((rows["value"] <= 0).sum())
    of_none = f" {'That' if none == 1 else 'Those'} at or below 0 would order the pairs otherwise with other texts."
    yield Finding(f"Reliability of the tables, 1 at most: {listing(told)}.{of_none * (none > 0)}")


def share(value: float) -> str:
    """A reliability or a ceiling, which is 1 at most.

    >>> share(0.264), share(-0.1)
    ('0.26', '−0.10')
    """
    return signed(value).lstrip("+")
