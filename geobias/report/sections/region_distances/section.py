"""The section on distances of regions' statements, beside gaps and what is lost in transfer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.cell_scores import of_model, slug
from geobias.report.estimates import chance, p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import capital, count, listing, plural, quantity_label
from geobias.report.related_distances import apart_sentence, related_sentence, related_table
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.relations import regression_table, relation_scatter
from geobias.report.sections.separation import (
    as_distances,
    floor_figure,
    floored,
    separation_tables,
    unbiased,
    unbiased_figure,
)
from geobias.report.sides import texts_of

if TYPE_CHECKING:
    import pandas as pd

MIND = (
    " Which pairs are called different is decided by another method, a permutation test after Holm over all pairs, "
    "which asks whether two regions are alike at all. The intervals are of each pair by itself and say how sure a size "
    "is: one may hold 0 for a pair that is different."
)
FLOORS = (
    "Statements of regions beside their noise floor",
    "Left: the distance of two regions' statements (dot) and the floors of both (red ticks), which is how far two "
    "samples of one region's statements lie apart. Right: the excess over the floor with its interval." + MIND,
)
UNBIASED = (
    "How far apart statements of regions lie",
    "Estimates with their intervals, 0 on average for two regions whose statements are alike; near-duplicates are one."
    + MIND,
)
SCATTER = (
    "Statements apart, gaps",
    "A point is a pair of regions. p permutes regions; a pair shares its regions with others, so that points are not "
    "independent.",
)
LIMITS = (
    "Statements differ in subject and style as well as in custom, and so few regions find none but strong relations. "
    "A relation says nothing of what causes it."
)


def _distances(run: Run) -> pd.DataFrame | None:
    frame = run.table("statement_distances")
    return None if frame is None else texts_of(frame, "quantity", "group_a", "group_b", "verdict", "lacking", "note")


def _families(run: Run) -> Iterator[tuple[str, pd.DataFrame]]:
    """Every family of relations: a model's gaps, or transfer."""
    frame = run.table("region_relations")
    if frame is not None:
        frame = texts_of(frame, "note", "family", "x", "y", "verdict")
        for family in dict.fromkeys(frame["family"]):
            yield family, frame[frame["family"] == family]


def _of(family: str) -> str:
    """What a family is of, for a title: ", <model>", or nothing."""
    _, comma, model = family.partition(", ")
    return comma + model or (", transfer" if family.endswith("transfer") else "")


def _findings(run: Run) -> Iterator[Finding]:
    frame = _distances(run)
    if frame is None:
        return
    for name, part in frame.groupby("quantity", sort=False):
        yield Finding(apart_sentence(str(name), part, "regions"))
    relabellings: dict[int, tuple[float, int]] = {}
    for family, rows in _families(run):
        for row in rows[rows["statistic"].notna()].to_dict("records"):
            relabellings.setdefault(int(row["n_groups"]), (row["p_smallest"], int(row["n_permutations"])))
            if row["primary"]:
                told = _of(family).removeprefix(", ").removesuffix("transfer")
                yield Finding((f"'{told}'. " if told else "") + related_sentence(row), headline=not told)
    for groups, (least, permutations) in relabellings.items():
        if math.factorial(groups) <= permutations:
            told = f"{plural(groups, 'region')} can be relabelled in {count(permutations)} ways"
        else:
            told = f"{plural(groups, 'region')} were relabelled at random, {count(permutations)} times"
        yield Finding(f"{told}, so that no p can be below {p_value(least)}.", caution=True)
    yield from _regressions(run)
    yield Finding(LIMITS, caution=True)


def _regressions(run: Run) -> Iterator[Finding]:
    frame = run.table("region_regression")
    for row in () if frame is None else texts_of(frame, "term", "response", "model").to_dict("records"):
        others = [str(name) for name in frame["term"].unique() if name != row["term"]] if frame is not None else []
        yield Finding(
            f"'{row['model']}', {quantity_label(row['response'])}: with {listing(list(map(quantity_label, others)))} "
            f"taken into account the standardised coefficient of {quantity_label(row['term'])} is "
            f"{signed(row['standardised'])}, {chance(row['p_qap'])} (the least it can be is "
            f"{p_value(row['p_smallest'])}), with {plural(row['df'], 'residual degree')} of freedom."
        )


def _pictures(run: Run) -> Iterator[Picture]:
    frame, pairs = _distances(run), run.table("region_pairs")
    if frame is None:
        return
    if floored(frame):
        yield Picture("statement-floors", *FLOORS, floor_figure(frame, run.groups, {}))
    if unbiased(frame):
        yield Picture("statement-distances", *UNBIASED, unbiased_figure(frame, run.groups, {}))
    if pairs is None or not run.several:
        return
    apart, beside = as_distances(frame, {}), texts_of(pairs, "quantity", "family")
    first = apart[apart["quantity"] == apart["quantity"].iloc[0]]
    for place, (family, rows) in enumerate(_families(run)):
        some = beside[beside["family"] == family]
        figure = relation_scatter(first, some, run.groups, rows)
        yield Picture(
            slug("statements-and-gaps", place), SCATTER[0] + _of(family), SCATTER[1], figure, folded=place > 0
        )


def _tables(run: Run) -> Iterator[PageTable]:
    frame, regression = _distances(run), run.table("region_regression")
    for family, rows in _families(run):
        yield related_table(f"Statements apart, gaps{_of(family)}", rows, "regions")
    if regression is not None:
        for model, part in regression.groupby("model", sort=False):
            made = regression_table(part.drop(columns="model"))
            yield PageTable(of_model(made.title, str(model), regression), made.columns, made.rows, names=2, folded=True)
    if frame is not None:
        yield from separation_tables(frame, run.groups, capital("distances of statements"))


SECTION = Section("region-distances", "Do gaps go with how far apart statements lie?", _findings, _pictures, _tables)
