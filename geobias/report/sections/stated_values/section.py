"""The section on stated beside written values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import chance, p_or_dash, signed, with_ends
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.stated_values.figures import STATED, WRITTEN, stated_dots
from geobias.report.sides import TOO_FEW, estimate, texts_of
from geobias.tables import SURVEY

if TYPE_CHECKING:
    import pandas as pd

DOTS = (
    "Stated, written, answered",
    "Stated: the mean place of the survey's own answers by the probabilities that the model gives them. Written: the "
    "mean score of its texts. Survey: respondents. With intervals; the traditional end above 0, nations by what is "
    "written for them.",
)
LIMITS = (
    "Coefficients are of means as they were measured; noise draws them towards 0. A scale of options and a score of "
    "texts have units of their own, so that a difference of the two says less than whether they go together."
)


def _values(run: Run) -> pd.DataFrame | None:
    frame = run.table("stated_values")
    return None if frame is None else texts_of(frame, "nation", "value", "note")


def _agreement(run: Run) -> pd.DataFrame | None:
    frame = run.table("stated_agreement")
    return None if frame is None else texts_of(frame, "value", "side_a", "side_b", "between", "note")


def _findings(run: Run) -> Iterator[Finding]:
    values, agreement = _values(run), _agreement(run)
    if values is None and agreement is None:
        return
    if agreement is not None:
        yield from _together(agreement)
    if values is not None:
        whole = values[(values["nation"] == "") & (values["value"] == "")]
        for row in whole.to_dict("records"):
            ends = (row["difference"], row["difference_low"], row["difference_high"])
            yield Finding(
                f"Over all, the projection is {with_ends(row, STATED, signed)} as stated and "
                f"{with_ends(row, WRITTEN, signed)} as written, over {plural(row['personas'], 'persona')}; stated less "
                f"written is {estimate(*ends)}."
            )
    yield Finding(LIMITS, caution=True)


def _together(agreement: pd.DataFrame) -> Iterator[Finding]:
    """Coefficients of the projection, stated with written first."""
    told = agreement[(agreement["value"] == "") & agreement["r"].notna()]
    for row in told.to_dict("records"):
        of = "over nations" if row["between"] == "nations" else "over ages and sexes within a nation"
        yield Finding(
            f"{row['side_a'].capitalize()} and {row['side_b']} projections go together {of} by "
            f"r = {estimate(row['r'], row['low'], row['high'])} ({plural(row['nations'], 'nation')}, "
            f"{chance(row['p'])}).",
            headline={row["side_a"], row["side_b"]} == {STATED, WRITTEN} and row["between"] == "nations",
        )
    lost = agreement[(agreement["value"] == "") & agreement["r"].isna() & (agreement["note"] != "")]
    for note, part in lost.groupby("note", sort=False):
        named = [f"{row['side_a']} with {row['side_b']} ({row['between']})" for row in part.to_dict("records")]
        yield Finding(f"Not told, for {note}: {', '.join(named)}.")


def _pictures(run: Run) -> Iterator[Picture]:
    values = _values(run)
    if values is not None and values[STATED].notna().any():
        yield Picture("stated-values", *DOTS, stated_dots(values))


def _tables(run: Run) -> Iterator[PageTable]:
    values, agreement = _values(run), _agreement(run)
    if agreement is not None:
        rows = [
            [
                row["value"] or "projection", f"{row['side_a']}, {row['side_b']}", row["between"], row["note"],
                estimate(row["r"], row["low"], row["high"]), p_or_dash(row["p"]),
                estimate(row["spearman"], 0, float("nan")), count(row["units"]), count(row["nations"]),
            ]
            for row in agreement.to_dict("records")
        ]  # fmt: skip
        columns = ["value", "sides", "between", "note", "r", "p", "rank correlation", "units", "nations"]
        yield PageTable("Do they go together?", columns, rows, names=4, folded=True)
    if values is not None:
        rows = [
            [
                row["nation"] or "all", row["value"] or "projection", row["note"],
                *(with_ends(row, side, signed) for side in (STATED, WRITTEN, SURVEY)),
                estimate(row["difference"], row["difference_low"], row["difference_high"]), count(row["personas"]),
                TOO_FEW if row["n_survey"] > 0 and row[SURVEY] != row[SURVEY] else count(row["n_survey"]),
            ]
            for row in values.to_dict("records")
        ]  # fmt: skip
        columns = ["nation", "value", "note", STATED, WRITTEN, SURVEY, "stated less written", "personas", "respondents"]
        yield PageTable("Stated, written, answered", columns, rows, names=3, folded=True)


SECTION = Section("stated-values", "Does it say what it writes?", _findings, _pictures, _tables)
