"""Whether regions that are rare in the reference set are far from it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import chance, p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, capital, count, listing, plural, quantity_label
from geobias.report.section import Finding
from geobias.report.sections.representation.figures import LEFT_IN, LEFT_OUT, own_texts, share_of
from geobias.stats import correlate

if TYPE_CHECKING:
    import pandas as pd

OWN = (
    "With its own texts left in, a region that makes up much of the reference set is near it because it is compared "
    "with itself; what stays with them left out is a matter of representation."
)


def representation_findings(frame: pd.DataFrame, tests: pd.DataFrame | None) -> Iterator[Finding]:
    """The test of the first distance where there is one (the table has all), else correlations as a description."""
    if tests is not None and tests["statistic"].notna().any():
        name, part = next(iter(tests.groupby("quantity", sort=False)))
        yield _tested(str(name), part, share_of(frame))
        if {LEFT_IN, LEFT_OUT} <= set(tests["own_texts"]):
            yield Finding(OWN, caution=True)
        return
    for kind in dict.fromkeys(own_texts(frame)):
        yield from _described(frame[own_texts(frame) == kind], kind)


def _tested(name: str, part: pd.DataFrame, of: str) -> Finding:
    rows = part.to_dict("records")
    known = [row for row in rows if not np.isnan(row["statistic"])]
    label = capital(quantity_label(name))
    if not known:
        return Finding(f"{label}: share and distance cannot be related ({rows[0]['note']}).")
    first = known[0]
    values = listing([_value(row) for row in known])
    coefficient = COEFFICIENT_NAMES.get(first["coefficient"], first["coefficient"])
    return Finding(
        f"{label}: over {plural(first['n_groups'], 'region')}, {coefficient} of the share among {of} and the distance "
        f"from the reference set is {values} (smallest p attainable {p_value(first['smallest'])}).",
    )


def _value(row: dict[Any, Any]) -> str:
    return f"{signed(row['statistic'])} with own texts {row['own_texts']} ({chance(row['pvalue'])})"


def _described(frame: pd.DataFrame, kind: str) -> Iterator[Finding]:
    parts, sizes = [], set()
    for name, part in frame.groupby("quantity", sort=False):
        used = part.dropna(subset=["share", "distance"])
        value = float(correlate(used["share"], used["distance"], "spearman")) if len(used) > 2 else float("nan")
        if not np.isnan(value):
            parts.append(f"{signed(value)} by the {quantity_label(str(name))}")
            sizes.add(str(len(used)))
    if parts:
        own = f" (own texts {kind})" if kind else ""
        text = (
            f"Over {listing(sorted(sizes), 'or')} regions, the share among {share_of(frame)} has a rank correlation "
            f"with the distance from the reference set{own} of {listing(parts)} (a description, not a test)."
        )
        yield Finding(text)


def representation_table(tests: pd.DataFrame) -> PageTable:
    """Every test of shares against distances."""
    rows = [
        [quantity_label(str(r["quantity"])), str(r["own_texts"]), signed(r["statistic"]), p_value(r["pvalue"]),
         p_value(r["smallest"]), str(r["alternative"]), count(r["n_groups"]), str(r["note"] or "")]
        for r in tests.to_dict("records")
    ]  # fmt: skip
    coefficient = str(tests["coefficient"].iloc[0])
    value = COEFFICIENT_NAMES.get(coefficient, coefficient)
    columns = ["distance", "own texts", value, "p", "smallest p", "alternative", "regions", "note"]
    return PageTable("Share against distance from the reference set: tests", columns, rows, names=2, folded=True)
