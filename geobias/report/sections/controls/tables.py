"""The tables of the controls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import between, p_value, signed, signed_number
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, pair, percent, quantity_label
from geobias.report.sections.controls.rows import MEAN, coefficient_label, control_label, direction_of, main_controls

if TYPE_CHECKING:
    import pandas as pd

STATISTICS = ("observed", "mean", "sd", "q05", "q50", "q95")


def control_table(controls: pd.DataFrame, gap: str = "") -> PageTable:
    """Every statistic of the true groups beside its values on random partitions, those that are told first."""
    first = main_controls(controls, gap)["statistic"]
    controls = controls.iloc[np.argsort(~controls["statistic"].isin(first).to_numpy(), kind="stable")]
    direction = direction_of(controls)
    rows = []
    for r in controls.to_dict("records"):
        observed, mean, sd, *quantiles = (_writer(r)(r[name]) for name in STATISTICS)
        rows.append(
            [control_label(r) + " (declared)" * bool(r.get("primary")), coefficient_label(r, direction), observed,
             p_value(r["pvalue"]), p_value(r["smallest"]), str(r["alternative"]), count(r["n_placebo"]), mean,
             sd.lstrip("+"), *quantiles, str(r["note"] or "")]
        )  # fmt: skip
    columns = ["statistic", "coefficient", "true groups", "p", "smallest p", "alternative", "partitions", "mean", "sd",
               "5\xa0%", "median", "95\xa0%", "note"]  # fmt: skip
    title = "Negative control: every statistic on random partitions"
    return PageTable(title, columns, rows, names=2, folded=True)


def _writer(row: dict) -> Callable[[float], str]:
    """Coefficients have two digits, means of distances and gaps as many as matter."""
    return signed_number if row["coefficient"] == MEAN else signed


def power_table(power: pd.DataFrame) -> PageTable:
    """How often a planted shift of every size is found, and what the negative control alone stopped."""
    vetoed = "vetoed" in power
    rows = [
        [f"{r['shift']:g}", percent(r["power"]), between(r["low"], r["high"], percent),
         *[percent(r.get("vetoed", np.nan))] * vetoed, count(r["runs"])]
        for r in power.sort_values("shift").to_dict("records")
    ]  # fmt: skip
    stopped = ["stopped by the negative control"] * vetoed
    columns = ["planted shift [standard deviations]", "found", "interval", *stopped, "runs"]
    return PageTable("Positive control: planted shifts", columns, rows, names=0, folded=True)


def repeat_table(repeats: pd.DataFrame) -> PageTable:
    """Every relation, distance and gap as the study has it, and done anew."""
    rows = [
        [str(r["repeat"]), _what(r), number(r["study"]), p_value(r["p_study"]), number(r["again"]),
         between(r["low"], r["high"], number) or "–", p_value(r["p_again"]), str(r["fate"])]
        for r in repeats.to_dict("records")
    ]  # fmt: skip
    columns = ["done anew", "statistic", "study", "p", "anew", "5 to 95\xa0%", "p anew", "fate"]
    return PageTable("Training and cleaning done anew, alike for all groups", columns, rows, names=2, folded=True)


def _what(row: dict) -> str:
    if row["group_a"]:
        return f"{quantity_label(str(row['x']))}, {pair(row['group_a'], row['group_b'])}"
    return control_label(row)
