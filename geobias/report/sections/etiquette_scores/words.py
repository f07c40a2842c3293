"""How right the answers are over all, where most and least, and what is planted of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from geobias.report.cell_scores import by_model, share
from geobias.report.phrases import count, listing, percent, plural
from geobias.report.section import Finding
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG

if TYPE_CHECKING:
    import pandas as pd

MAIN = "accuracy"
LIMITS = (
    "Over the answers, a model that answers only what it is sure of looks better than one that always answers. The "
    "bounds say what its score would be had it been wrong, or right, wherever it gave no answer. Intervals are for "
    "other statements of the same kind, answered by the same model; near-duplicates, and several answers to one "
    "statement, count as one unit."
)


def score_findings(frame: pd.DataFrame, truths: Mapping[str, Mapping[str, float]]) -> Iterator[Finding]:
    """frame : of the table `etiquette_scores`. truths : model -> region -> planted accuracy."""
    for model, part in by_model(frame[frame["metric"] == MAIN]):
        whole = {row["counted"]: row for row in part[(part["region"] == "") & (part["type"] == "")].to_dict("records")}
        regions = part[(part["region"] != "") & (part["type"] == "") & (part["counted"] == ANSWERED)]
        if ANSWERED in whole:
            yield Finding(_overall(model, whole, len(regions)), headline=True)
        if known := _ends(regions):
            yield Finding(known, headline=True)
        if truth := truths.get(model):
            yield Finding(_planted(regions, truth))
    yield Finding(LIMITS, caution=True)


def _overall(model: str, whole: Mapping[str, dict], regions: int) -> str:
    row = whole[ANSWERED]
    asked = plural(row["n"], "question")
    how_many = f"all {asked}" if row["answered"] == row["n"] else f"{count(row['answered'])} of {asked}"
    words = (
        f"'{model}' answers {how_many} and is right in {share(row)} of "
        f"its answers, the mean over {plural(regions, 'region')} weighted by numbers of questions"
    )
    if row["answered"] == row["n"] or not {AS_WRONG, AS_RIGHT} <= set(whole):
        return f"{words}."
    low, high = (whole[name]["value"] for name in (AS_WRONG, AS_RIGHT))
    return f"{words}; whatever it left out, its accuracy lies between {percent(low)} and {percent(high)}."


def _ends(regions: pd.DataFrame) -> str:
    known = regions[regions["value"].notna()]
    if len(known) < 2:
        return ""
    top, low = (known.loc[place] for place in (known["value"].idxmax(), known["value"].idxmin()))
    if top["value"] == low["value"]:
        return f"It is right as often about every region, {percent(top['value'])}."
    return f"It is right most often about {top['region']}, {share(top)}, and least about {low['region']}, {share(low)}."


def _planted(regions: pd.DataFrame, truth: Mapping[str, float]) -> str:
    """Which intervals hold what was planted."""
    rows = [row for row in regions.to_dict("records") if row["region"] in truth]
    missed = [row["region"] for row in rows if not row["low"] <= truth[row["region"]] <= row["high"]]
    held = f"The interval of {count(len(rows) - len(missed))} of {plural(len(rows), 'region')} holds what was planted"
    return f"{held}; that of {listing(missed)} does not." if missed else f"{held}."
