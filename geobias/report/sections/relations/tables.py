"""The table of all relations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.estimates import p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, count, number, quantity_label

if TYPE_CHECKING:
    import pandas as pd


def relation_table(frame: pd.DataFrame) -> PageTable:
    """Every relation with all its p-values and what they allow to say; columns that no relation has are left out."""
    chances = {
        "p_smallest": "smallest p",
        "q_bh": "corrected q",
        "p_holm": "Holm's p",
        "p_max": "max-T p",
        "p_naive": "p naive pairs",
        "p_asymptotic": "p asymptotic",
    }
    chances = {name: label for name, label in chances.items() if frame[name].notna().any()}
    strong = bool((frame["strength"] != "").any())
    columns = ["x", "y", "coefficient", "value", *["strength"] * strong, "pairs", "p QAP", *chances.values(),
               "verdict", "note"]  # fmt: skip
    rows = [
        [
            *(quantity_label(str(r[side])) for side in ("x", "y")),
            COEFFICIENT_NAMES.get(r["coefficient"], r["coefficient"]),
            signed(r["statistic"]),
            *[str(r["strength"] or "–")] * strong,
            count(r["n_pairs"]),
            _with_seeds(r),
            *(p_value(r[name]) for name in chances),
            str(r["verdict"]),
            str(r["note"] or ""),
        ]
        for r in frame.to_dict("records")
    ]
    return PageTable("All relations", columns, rows, names=3, folded=True)


def _with_seeds(row: Mapping[str, Any]) -> str:
    """p by QAP, with its standard deviation over seeds where permutations were drawn."""
    sd = row.get("p_seed_sd", float("nan"))
    return p_value(row["p_qap"]) + (f" ± {number(sd)}" if sd > 0 else "")
