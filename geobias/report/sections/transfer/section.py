"""The section on models trained on one region and tested on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.cell_scores import ALL, in_percent, read_cells
from geobias.report.cells import Cells, cell_matrix, colour_bar
from geobias.report.coefficients import in_figure, short_names
from geobias.report.page_tables import PageTable
from geobias.report.phrases import metric_label, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.performance import model_table
from geobias.report.style import WIDTH, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MAIN = "accuracy"
MAP = (
    "Trained on one region, tested on another",
    "Share of held-out statements of a region (columns) that a model trained on another (rows) is right about. "
    "Intervals are in the table; near-duplicates of a tested statement never train.",
)
LIMITS = (
    "A model of one region has fewer statements to learn from than that of all, unless trained.documents gives both as "
    "many; rows are alike in number where regions are. Intervals take the models as given: another training would move "
    "these numbers too."
)


def _cells(run: Run) -> pd.DataFrame | None:
    """Scores of regions, by what was trained on."""
    frame = read_cells(run, "transfer", "counted")
    return None if frame is None else frame[(frame["type"] == "") & (frame["region"] != "") & (frame["counted"] != "")]


def _findings(run: Run) -> Iterator[Finding]:
    frame = _cells(run)
    if frame is None:
        return
    rows = frame[(frame["metric"] == MAIN) & (frame["model"] != ALL)]
    own = rows[rows["model"] == rows["region"]]
    others = rows[rows["model"] != rows["region"]]
    said = f"{_kind(run)} is right about {_mean(own)} of held-out statements of the region that it was trained on"
    said += f", and about {_mean(others)} of those of other regions" if len(others) else ""
    every = frame[(frame["metric"] == MAIN) & (frame["model"] == ALL)]
    yield Finding(f"{said}; one trained on all regions about {_mean(every)} (means over regions).", headline=True)
    if len(others):
        top, low = (others.loc[place] for place in (others["value"].idxmax(), others["value"].idxmin()))
        yield Finding(
            f"What is learned of {top['model']} serves {top['region']} best, {in_percent(top)} %; of {low['model']} "
            f"{low['region']} least, {in_percent(low)} %."
        )
    yield Finding(LIMITS, caution=True)


def _kind(run: Run) -> str:
    """What was trained, in words."""
    trained = (run.record.get("config") or {}).get("trained") or {}
    return "A probe" if trained.get("name", "probe") == "probe" else "A fine-tuned model"


def _mean(rows: pd.DataFrame) -> str:
    return f"{100 * rows['value'].mean():.1f}\xa0%"


def _pictures(run: Run) -> Iterator[Picture]:
    frame = _cells(run)
    if frame is not None:
        yield Picture("transfer", *MAP, transfer_map(frame[frame["metric"] == MAIN]))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = _cells(run)
    if frame is None:
        return
    regions = list(dict.fromkeys(frame["region"]))
    for metric in dict.fromkeys(frame["metric"]):
        rows = [
            [model, *(in_percent(part.loc[region]) for region in regions)]
            for model, part in _by_training(frame[frame["metric"] == metric])
        ]
        title = f"Trained on (rows), tested on (columns): {metric_label(metric)} [%]"
        yield PageTable(title, ["trained on", *regions], rows, folded=True)
    models = run.table("models")
    if models is not None:
        yield model_table(models)


def _by_training(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """What was trained on with its rows by region; all regions last."""
    for model in _ordered(frame["model"]):
        yield model, frame[frame["model"] == model].set_index("region")


def _ordered(models: Sequence[str]) -> list[str]:
    return sorted(dict.fromkeys(models), key=lambda name: name == ALL)


@styled
def transfer_map(frame: pd.DataFrame) -> Figure:
    """Accuracy as a heat map, what was trained on in rows and what was tested on in columns."""
    models, regions = _ordered(frame["model"]), list(dict.fromkeys(frame["region"]))
    found = {(row["model"], row["region"]): 100 * row["value"] for row in frame.to_dict("records")}
    values = np.array([[found.get((model, region), np.nan) for region in regions] for model in models])
    short, key = short_names(regions, 16)
    texts = [["–" if np.isnan(value) else f"{value:.0f}" for value in line] for line in values]
    alt = (
        f"Heat map of accuracy of models trained on {plural(len(regions), 'region')} and on all, on held-out "
        f"statements of each region. The numbers are in the table.{in_figure(key)}"
    )
    figure = new_figure(min(WIDTH, 0.95 * len(regions) + 3.4), 0.4 * len(models) + 1.5, alt)
    axes = figure.subplots()
    known = values[~np.isnan(values)]
    names = [short.get(model, f"{model} regions") for model in models]
    shown = cell_matrix(
        axes, Cells(values, texts, names, [short[region] for region in regions]), colours="Blues",
        limits=(float(known.min()), float(known.max())) if len(known) else (0.0, 1.0), turn=30,
    )  # fmt: skip
    axes.set_ylabel("trained on", fontsize=8)
    axes.set_xlabel("tested on", fontsize=8)
    colour_bar(axes, shown)
    return figure


SECTION = Section("transfer", "Does one region teach about another?", _findings, _pictures, _tables)
