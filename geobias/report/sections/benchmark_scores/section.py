"""The section on how right answers to a benchmark are, or how far off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.cell_scores import read_cells, share
from geobias.report.page_tables import PageTable
from geobias.report.phrases import listing, percent, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.etiquette_scores import Scale, cell_map, region_dots, score_tables
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG

if TYPE_CHECKING:
    import pandas as pd

DISTANCE = "distance"
SAID = {
    "accuracy": "is right in {} of its answers",
    DISTANCE: "lies {} of the scale away from what is right in the mean of its answers",
}
ENDS = {
    "accuracy": "It is right most often {}, and least {}.",
    DISTANCE: "It lies furthest off {}, and nearest {}.",
}
ABOUT = {"region": "about {}", "type": "where the kind is '{}'"}
TITLES = {"accuracy": "How right it is about each group", DISTANCE: "How far off it is about each group"}
DOTS = (
    "Dots: over the answers, with intervals. Bars: between the score with every abstention counted wrong and with "
    "every one right."
)
MAP = ("Groups and kinds", "Over the answers, beneath it how many there are; with few the intervals are wide.")
LIMITS = (
    "The bounds say what the score would be had the model been as wrong, or as right, as can be wherever it gave no "
    "answer. Intervals are for other items of the same kind, answered by the same model; items of one unit, and "
    "several answers to one, count as one."
)


def _frame(run: Run) -> tuple[pd.DataFrame, str] | None:
    """The scores, and their measure."""
    frame = read_cells(run, "benchmark_scores", "counted")
    measure = (run.record.get("benchmark") or {}).get("measure")
    return None if frame is None or measure not in SAID else (frame, measure)


def _findings(run: Run) -> Iterator[Finding]:
    if (found := _frame(run)) is None:
        return
    frame, measure = found
    part = frame[frame["metric"] == measure]
    whole = {row["counted"]: row for row in part[(part["region"] == "") & (part["type"] == "")].to_dict("records")}
    single = part[part["counted"] == ANSWERED]
    regions = single[(single["region"] != "") & (single["type"] == "")]
    yield Finding(_overall(whole, measure, len(regions)), headline=True)
    for rows, name in ((regions, "region"), (single[(single["region"] == "") & (single["type"] != "")], "type")):
        known = rows[rows["value"].notna()]
        if len(known) > 1:
            top, low = (known.loc[place] for place in (known["value"].idxmax(), known["value"].idxmin()))
            said = ENDS[measure].format(*(f"{ABOUT[name].format(row[name])}, {share(row)}" for row in (top, low)))
            yield Finding(said, headline=name == "region")
    if (truth := _planted(run)) and regions["region"].isin(list(truth)).any():
        yield Finding(_held(regions, truth))
    yield Finding(LIMITS, caution=True)


def _overall(whole: Mapping[Any, Mapping[Any, Any]], measure: str, regions: int) -> str:
    row = whole[ANSWERED]
    asked = plural(row["n"], "question")
    how_many = f"all {asked}" if row["answered"] == row["n"] else f"{row['answered']:,} of {asked}"
    said = SAID[measure].format(share(row))
    words = f"'{row['model']}' answers {how_many} and {said}, over {plural(regions, 'group')}"
    if row["answered"] == row["n"]:
        return f"{words}."
    low, high = sorted(float(whole[name]["value"]) for name in (AS_WRONG, AS_RIGHT))
    return f"{words}; whatever it left out, its {measure} lies between {percent(low)} and {percent(high)}."


def _planted(run: Run) -> Mapping[str, float]:
    truth: Mapping[str, Any] = (run.record.get("planted") or {}).get("region") or {}
    return {name: float(scores["accuracy"]) for name, scores in truth.items()}


def _held(regions: pd.DataFrame, truth: Mapping[str, float]) -> str:
    known = [row for row in regions.to_dict("records") if row["region"] in truth]
    missed = [row["region"] for row in known if not row["low"] <= truth[row["region"]] <= row["high"]]
    held = f"The interval of {len(known) - len(missed)} of {plural(len(known), 'group')} holds what was planted"
    return f"{held}; that of {listing(missed)} does not." if missed else f"{held}."


def _pictures(run: Run) -> Iterator[Picture]:
    if (found := _frame(run)) is None:
        return
    frame, measure = found
    part = frame[frame["metric"] == measure]
    rows = part[part["type"] == ""]
    answered = rows[rows["counted"] == ANSWERED]
    if answered["value"].isna().all():
        return
    order = {name: at for at, name in enumerate(answered.sort_values("value", kind="stable")["region"])}
    order[""] = len(order)
    lines = rows.sort_values("region", key=lambda names: names.map(order), kind="stable")
    chance, truth = (run.record.get("benchmark") or {}).get("chance"), _planted(run)
    label = "right [%]" if measure != DISTANCE else "distance [% of the scale]"
    scale = Scale(label, chance and 100 * chance, measure, run.cells)
    caption = DOTS + (" Dotted: chance." if chance else "") + (" Crosses: what was planted." if truth else "")
    yield Picture("benchmark-regions", TITLES[measure], caption, region_dots(lines, truth, scale))
    crossed = part[(part["region"] != "") & (part["type"] != "") & (part["counted"] == ANSWERED)]
    if len(crossed):
        yield Picture("benchmark-cells", MAP[0], MAP[1], cell_map(crossed, scale), folded=True)


def _tables(run: Run) -> Iterator[PageTable]:
    if (found := _frame(run)) is not None:
        yield from score_tables(found[0], run.cells)


SECTION = Section("benchmark-scores", "How right it is", _findings, _pictures, _tables)
