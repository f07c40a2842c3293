"""The tables of all relations, and of what their pairwise tables are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import between, p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, count, number, quantity_label
from geobias.report.sections.relations.noise import share
from geobias.report.sections.relations.rows import declared, declared_first

if TYPE_CHECKING:
    import pandas as pd

CHANCES = {
    "p_smallest": "smallest p",
    "p_opposite": "p other direction",
}
CORRECTED = {"q_bh": "corrected q", "p_holm": "Holm's p", "p_max": "max-T p"}
"""Of a relation that was declared beforehand there is nothing to correct for."""
ASIDE = {"p_naive": "p naive pairs", "p_asymptotic": "p asymptotic"}
NOISE = {
    "reliability_x": "reliability of the first",
    "reliability_y": "reliability of the second",
    "ceiling": "noise ceiling",
    "corrected": "corrected for noise",
}
DECLARED = "declared"


def relation_table(frame: pd.DataFrame) -> PageTable:
    """Every relation, the declared one first, with its interval, what noise lets show, all its p-values and what they
    allow to say; columns that no relation has are left out."""
    frame = declared_first(frame)
    marked = frame.assign(declared=declared(frame))
    columns = _columns(marked)
    rows = [[write(row) for write in columns.values()] for row in marked.to_dict("records")]
    return PageTable("All relations", list(columns), rows, names=3, folded=True)


def _columns(frame: pd.DataFrame) -> dict[str, Callable[[Mapping[str, Any]], str]]:
    """Headings with what writes their cells."""

    def known(name: str) -> bool:
        return name in frame and bool(frame[name].notna().any())

    columns: dict[str, Callable[[Mapping[str, Any]], str]] = {
        "x": lambda r: quantity_label(str(r["x"])),
        "y": lambda r: quantity_label(str(r["y"])),
        "coefficient": lambda r: COEFFICIENT_NAMES.get(r["coefficient"], r["coefficient"]),
    }
    if frame["declared"].any():
        columns[DECLARED] = lambda r: "beforehand" if r["declared"] else "–"
    columns["value"] = lambda r: signed(r["statistic"])
    if (frame["strength"] != "").any():
        columns["strength"] = lambda r: str(r["strength"] or "–")
    if known("low"):
        columns[f"{_level(frame)} interval"] = lambda r: between(r["low"], r["high"], signed) or "–"
    columns |= {label: _number(name) for name, label in NOISE.items() if known(name)}
    columns |= {"pairs": lambda r: count(r["n_pairs"]), "p QAP": _with_seeds}
    columns |= {label: _chance(name) for name, label in {**CHANCES, **CORRECTED, **ASIDE}.items() if known(name)}
    return columns | {"verdict": lambda r: str(r["verdict"]), "note": lambda r: str(r["note"] or "")}


def _level(frame: pd.DataFrame) -> str:
    return f"{100 * float(frame['level'].dropna().iloc[0]):g}\xa0%"


def _number(name: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda row: "–" if np.isnan(row[name]) else (signed if name == "corrected" else share)(row[name])


def _chance(name: str) -> Callable[[Mapping[str, Any]], str]:
    def write(row: Mapping[str, Any]) -> str:
        alone = row[DECLARED] and name in CORRECTED
        return "–" if alone or np.isnan(row[name]) else p_value(row[name])

    return write


def _with_seeds(row: Mapping[str, Any]) -> str:
    """p by QAP, with its standard deviation over seeds where permutations were drawn."""
    sd = row.get("p_seed_sd", float("nan"))
    return p_value(row["p_qap"]) + (f" ± {number(sd)}" if sd > 0 else "")


def reliability_table(frame: pd.DataFrame) -> PageTable:
    """How far each pairwise table would come again with other texts, by every coefficient."""
    rows = [
        [
            quantity_label(str(r["quantity"])),
            COEFFICIENT_NAMES.get(r["coefficient"], r["coefficient"]),
            share(r["value"]),
            between(r["low"], r["high"], share) or "–",
            count(r["n_groups"]),
            count(r["splits"]),
            str(r["note"] or ""),
        ]
        for r in frame.to_dict("records")
    ]
    columns = ["table", "coefficient", "reliability", f"{_level(frame)} interval", "groups", "halvings", "note"]
    return PageTable("Reliability of the tables", columns, rows, names=2, folded=True)
