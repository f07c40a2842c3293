"""The section on placebo attributes, the negative control of differences in alignment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.coefficients import WORDS, spaced, two
from geobias.report.estimates import chance, p_value
from geobias.report.page_tables import PageTable
from geobias.report.phrases import capital, count, listing, number, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.alignment_placebos.figures import placebo_figure
from geobias.tables import PARITY, REAL, RELABELLED

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
CLOUD = (
    "Real groups beside groups that mean nothing",
    "Blue: the largest difference in alignment of the real groups, in standard errors; its p is the share of "
    "relabellings, itself among them, that are as large. Grey: the same where the attribute's values were dealt among "
    "its annotators at random. Red: groups by whether an annotator's place in the data is even or odd.",
)
LIMITS = (
    "A blue dot within its cloud says nothing that random groups do not. One outside does not say which of the groups "
    "differ, or why: those are the verdicts."
)


def _findings(run: Run) -> Iterator[Finding]:
    frame = run.table("alignment_placebos")
    if frame is None:
        return
    real = frame[(frame["kind"] == REAL) & frame["pvalue"].notna()]
    if len(real):
        yield Finding(_outside(real, frame))
    dealt = frame[(frame["kind"] == RELABELLED) & frame["p_max"].notna()]
    if len(dealt):
        found = int((dealt["p_max"] <= LEVEL).sum())
        yield Finding(
            f"Of {plural(len(dealt), 'relabelling')}, in which there is nothing to find, {count(found)} "
            f"{'has' if found == 1 else 'have'} a difference with p of at most {LEVEL:g} over its family; about "
            f"{LEVEL * len(dealt):.1f} should."
        )
    for row in frame[(frame["kind"] == PARITY) & frame["standardised"].notna()].to_dict("records"):
        yield Finding(
            f"By the parity of the annotator's place the largest difference is {two(row['standardised'])} standard "
            f"errors; {chance(row['p_max'])} over the sources."
        )
    yield Finding(LIMITS, caution=True)


def _outside(real: pd.DataFrame, frame: pd.DataFrame) -> str:
    """For which attributes the real groups differ more than relabelled ones."""
    clear, rest = (
        [
            f"{spaced(str(row['attribute']))} ({chance(row['pvalue'])})"
            for row in rows.sort_values("pvalue", kind="stable").to_dict("records")
        ]
        for rows in (real[real["pvalue"] <= LEVEL], real[real["pvalue"] > LEVEL])
    )
    name = f"the largest difference in {WORDS[str(real['statistic'].iloc[0])]}"
    words = f"{capital(name)} lies beyond those of relabelled annotators for {listing(clear)}." if clear else ""
    if rest:
        words += (
            f" For {listing(rest)} it is not shown to."
            if clear
            else (f"For {listing(rest)} {name} is not shown to lie beyond those of relabelled annotators.")
        )
    draws = int(frame[frame["kind"] == RELABELLED].groupby("attribute").size().max())
    least = 1 / (1 + draws)
    return words + (f" With {plural(draws, 'relabelling')} no p is below {p_value(least)}." if least > LEVEL else "")


def _pictures(run: Run) -> Iterator[Picture]:
    frame = run.table("alignment_placebos")
    if frame is not None and frame["standardised"].notna().any():
        yield Picture("alignment-placebos", *CLOUD, placebo_figure(frame))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = run.table("alignment_placebos")
    if frame is None:
        return
    rows = []
    for row in frame[frame["kind"] != RELABELLED].to_dict("records"):
        dealt = frame[(frame["kind"] == RELABELLED) & (frame["attribute"] == row["attribute"])]["standardised"].dropna()
        middle, top = (number(float(np.quantile(dealt, q))) if len(dealt) else "–" for q in (0.5, 0.95))
        p = "–" if np.isnan(row["pvalue"]) else p_value(row["pvalue"])
        name = "even or odd place" if row["kind"] == PARITY else spaced(str(row["attribute"]))
        largest = [two(row[column]) for column in ("largest", "standardised")]
        rows.append([name, *largest, middle, top, p, count(len(dealt)), count(row["n_differences"])])
    columns = [
        "attribute", "largest difference", "in standard errors", "relabelled, median", "95\xa0% of them below", "p",
        "relabellings", "differences",
    ]  # fmt: skip
    yield PageTable("Placebo attributes", columns, rows)


SECTION = Section("alignment-placebos", "Groups that mean nothing", _findings, _pictures, _tables)
