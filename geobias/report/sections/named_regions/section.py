"""The section on regions that a model names for statements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.estimates import between
from geobias.report.interviews import named as named_responder
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, percent, plural
from geobias.report.prompts import asked_table
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.named_regions.figures import naming_dots, naming_map
from geobias.report.sides import texts_of
from geobias.tables import BIAS_FOR, IDENTIFIED, PREFERENCE

if TYPE_CHECKING:
    import pandas as pd

TITLES = {IDENTIFIED: "own region named", PREFERENCE: "preference", BIAS_FOR: "bias-for"}
SCORES = (
    "Which regions are named",
    "Dots: scores with intervals over statements. Left: answers about a region's statements that name it. Middle: its "
    "share of all namings. Right: its share of the rates at which regions are named where the right one is not. Ticks: "
    "without bias; left, how often it is named for others' statements.",
)
PLACES = (
    "Who is named in whose place",
    "Percent of the answers about a region's statements (rows) that name another (columns) and not that region.",
)
LIMITS = (
    "An answer that names no region, or refuses, names nothing: it lowers no region more than another. A statement may "
    "hold in several regions, so that a name that is not its own need not be wrong."
)
_REASONS = {"none": "say that none fits", "refusal": "refuse", "empty": "are empty", "unparsed": "name none of them"}


def _frame(run: Run) -> pd.DataFrame | None:
    frame = run.table("region_bias")
    return None if frame is None else texts_of(frame, "model", "score", "region")


def _said(run: Run) -> pd.DataFrame | None:
    frame = run.table("region_namings")
    return None if frame is None else texts_of(frame, "id", "region", "named", "reason", "text")


def _findings(run: Run) -> Iterator[Finding]:
    frame, said = _frame(run), _said(run)
    if said is not None:
        why = said.loc[said["reason"] != "", "reason"].value_counts()
        told = [f"{percent(n / len(said))} {_REASONS.get(str(name), f'gave {name}')}" for name, n in why.items()]
        several = float(said["named"].str.contains("; ").mean())
        yield Finding(
            f"'{named_responder(run.record.get('responder'))}' was asked which regions statements are about: of "
            f"{plural(len(said), 'answer')} {percent(several)} name several" + (f"; {listing(told)}." if told else ".")
        )
    if frame is None:
        return
    for score, words in ((IDENTIFIED, "The right region is named"), (BIAS_FOR, "Named most where it is not right")):
        rows = frame[(frame["score"] == score) & (frame["region"] != "")]
        whole = frame[(frame["score"] == score) & (frame["region"] == "")]
        if rows["value"].isna().all():
            continue
        top = rows.loc[rows["value"].idxmax()]
        if score == IDENTIFIED:
            low, every = rows.loc[rows["value"].idxmin()], whole.iloc[0]
            yield Finding(
                f"{words} in {_ends(every)} % of answers (of others' statements in {every['expected']:.1f} %): most "
                f"for {top['region']}, {_ends(top)} %, and least for {low['region']}, {_ends(low)} %.", headline=True,
            )  # fmt: skip
        else:
            yield Finding(
                f"{words}: {top['region']}, with a bias-for score of {_ends(top)} % where {top['expected']:.0f} % is "
                f"no bias. {_spread(whole.iloc[0])}", headline=True,
            )  # fmt: skip
    yield Finding(LIMITS, caution=True)


def _spread(row: Mapping[Any, Any]) -> str:
    return (
        f"Over regions these scores lie {row['value']:.1f} points from that (root mean square), where chance alone "
        f"gives {row['expected']:.1f}."
    )


def _ends(row: Mapping[Any, Any]) -> str:
    value = float(row["value"])
    written = between(float(row["low"]), float(row["high"]), "{:.1f}".format)
    return "–" if math.isnan(value) else f"{value:.1f} {written}".strip()


def _pictures(run: Run) -> Iterator[Picture]:
    frame, places = _frame(run), run.table("region_confusions")
    truth = run.record.get("planted_names") or {}
    if frame is not None:
        caption = SCORES[1] + (" Crosses: what was planted." if truth else "")
        yield Picture("named-regions", SCORES[0], caption, naming_dots(frame[frame["region"] != ""], TITLES, truth))
    if places is not None:
        yield Picture("named-in-place", *PLACES, naming_map(texts_of(places, "region", "named")))


def _tables(run: Run) -> Iterator[PageTable]:
    frame, places = _frame(run), run.table("region_confusions")
    if frame is not None:
        rows = [
            [TITLES[row["score"]], row["region"] or ("all" if row["score"] == IDENTIFIED else "(spread)"), _ends(row),
             f"{row['expected']:.1f}", "–" if math.isnan(row["sd"]) else f"{row['sd']:.1f}", count(row["n"]),
             count(row["answers"])]
            for row in frame.to_dict("records")
        ]  # fmt: skip
        columns = ["score", "region", "value [%]", "without bias", "sd over answers", "statements", "answers to each"]
        yield PageTable("Scores of regions that are named", columns, rows, names=2, folded=True)
    if places is not None:
        rows = [
            [row["region"], row["named"], f"{row['count']:.1f}",
             f"{row['percent']:.1f} {between(row['low'], row['high'], '{:.1f}'.format)}".strip(), count(row["n"])]
            for row in places.to_dict("records")
        ]  # fmt: skip
        yield PageTable(
            "Named in whose place", ["about", "named", "answers", "percent", "statements"], rows, names=2, folded=True
        )
    words = (run.record.get("successor") or {}).get("identifying")
    if words:
        yield asked_table("How regions were asked for", words)


SECTION = Section("named-regions", "Which regions does it name?", _findings, _pictures, _tables)
