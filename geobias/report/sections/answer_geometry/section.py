"""The section on distances of nations' answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.page_tables import PageTable
from geobias.report.related_distances import apart_sentence, related_sentence, related_table
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.relations import relation_scatter
from geobias.report.sections.separation import (
    as_distances,
    floor_figure,
    floored,
    separation_tables,
    unbiased,
    unbiased_figure,
)
from geobias.report.sides import nations_of, texts_of

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.groups import Groups

BESIDE = {
    "survey_mean": "difference of respondents' means",
    "survey_wasserstein": "Wasserstein distance of respondents",
    "written_mean": "difference of the answers' mean projections",
    "written_wasserstein": "Wasserstein distance of the answers' projections",
}
FLOORS = (
    "Distances of answers beside their noise floor",
    "Left: the distance of two nations' answers (dot) and the floors of both (red ticks), which is how far two samples "
    "of one nation's prompts lie apart. Right: the excess over the floor with its interval.",
)
UNBIASED = (
    "Distances of answers",
    "Estimates with their intervals, 0 on average for two nations whose answers are alike; prompts are the unit.",
)
SCATTER = (
    "Answers apart, people apart",
    "A point is a pair of nations. p permutes nations; a pair shares its nations with others, so that points are not "
    "independent.",
)
LIMITS = (
    "What tells answers apart in an encoder's space may be their subject, their style or the name of the nation as "
    "much as the values in them."
)


def _distances(run: Run) -> tuple[pd.DataFrame, Groups] | None:
    frame = run.table("answer_distances")
    if frame is None:
        return None
    frame = texts_of(frame, "quantity", "group_a", "group_b", "verdict", "lacking", "note")
    return frame, nations_of([*frame["group_a"], *frame["group_b"]])


def _relations(run: Run) -> pd.DataFrame | None:
    """In words where they are about what stands beside the distances."""
    frame = run.table("answer_relations")
    return None if frame is None else texts_of(frame, "note").replace({"x": BESIDE, "y": BESIDE})


def _findings(run: Run) -> Iterator[Finding]:
    found, relations = _distances(run), _relations(run)
    if found is not None:
        for name, part in found[0].groupby("quantity", sort=False):
            yield Finding(apart_sentence(str(name), part, "nations"))
    if relations is not None:
        for row in relations[relations["statistic"].notna()].to_dict("records"):
            if row["primary"] or not relations["primary"].any():
                yield Finding(related_sentence(row), headline=bool(row["primary"]))
    if found is not None or relations is not None:
        yield Finding(LIMITS, caution=True)


def _pictures(run: Run) -> Iterator[Picture]:
    found, relations, pairs = _distances(run), _relations(run), run.table("nation_pairs")
    if found is None:
        return
    frame, nations = found
    if floored(frame):
        yield Picture("answer-floors", *FLOORS, floor_figure(frame, nations, {}))
    if unbiased(frame):
        yield Picture("answer-distances", *UNBIASED, unbiased_figure(frame, nations, {}))
    if pairs is not None and len(nations.names) > 2:
        apart = as_distances(frame, {})
        first = apart[apart["quantity"] == apart["quantity"].iloc[0]]
        beside = texts_of(pairs, "quantity")
        beside = beside[beside["quantity"].isin(["survey_mean", "written_mean"])].replace({"quantity": BESIDE})
        if len(beside):
            yield Picture("answers-and-people", *SCATTER, relation_scatter(first, beside, nations, relations))


def _tables(run: Run) -> Iterator[PageTable]:
    found, relations = _distances(run), _relations(run)
    if relations is not None:
        yield related_table("Answers apart, people apart", relations, "nations")
    if found is not None:
        yield from separation_tables(*found, "Distances of answers")


SECTION = Section("answer-geometry", "How far apart answers lie", _findings, _pictures, _tables)
