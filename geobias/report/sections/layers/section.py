"""The section on several layers of one encoder; absent where a study names one."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.estimates import p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, number, percent, quantity_label
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.layers.figures import layer_curves
from geobias.report.sections.layers.words import layer_findings
from geobias.tables import NOT_JUDGED

CURVES = (
    "Over layers",
    "Every distance at every layer that was named, the study's own on a grey band. Distances are means over pairs in "
    "their standard deviations over pairs, for their own units differ by layer. Coefficients are filled where "
    "supported over the family; beyond the dashed line one is found by the largest of the family in each permutation. "
    "Where one position holds far more variance than its fair share, a distance of token clouds tells of these tokens, "
    "and of how many there are.",
)


def _findings(run: Run) -> Iterator[Finding]:
    if (layers := run.table("layers")) is not None:
        yield from layer_findings(layers)


def _pictures(run: Run) -> Iterator[Picture]:
    if (layers := run.table("layers")) is not None:
        yield Picture("layers", *CURVES, layer_curves(layers))


def _tables(run: Run) -> Iterator[PageTable]:
    if (layers := run.table("layers")) is None:
        return
    coefficient = str(layers["coefficient"].iloc[0])
    rows = [
        [f"{r['layer']}{' (own)' if r['own'] else ''}", quantity_label(str(r["quantity"])), number(r["mean"]),
         number(r["sd"]), signed(r["statistic"]), p_value(r["p_qap"]), p_value(r["p_max"]),
         str(r["verdict"] or NOT_JUDGED), signed(r["length"]), p_value(r["length_p_max"]), percent(r["position_share"])]
        for r in layers.sort_values(["quantity", "layer"], kind="stable").to_dict("records")
    ]  # fmt: skip
    columns = ["layer", "distance", "mean", "SD over pairs", COEFFICIENT_NAMES.get(coefficient, coefficient), "p alone",
               "p over the family", "verdict", "with length", "its p over the family", "largest position"]  # fmt: skip
    yield PageTable("Layers", columns, rows, names=2, folded=True)


SECTION = Section("layers", "Layers", _findings, _pictures, _tables)
