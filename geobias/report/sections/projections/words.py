"""How far answers lie from respondents, where they differ most, and what both vary by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import names_in_order, some
from geobias.report.estimates import between
from geobias.report.phrases import listing, number, percent, plural
from geobias.report.section import Finding
from geobias.report.sides import estimate
from geobias.tables import MODEL, NOTE, SURVEY

if TYPE_CHECKING:
    import pandas as pd

DISTANCE = (
    "The distance is the first Wasserstein distance: how far projections of one side would have to be moved, on "
    "average, to be distributed as the other's. Two samples of one law lie apart too, so its interval tells how "
    "exactly it was measured, not whether there is one. A person has one projection, and so has an answer; answers to "
    "one prompt are not people, and spread otherwise."
)


def box_findings(boxes: pd.DataFrame, headline: bool) -> Iterator[Finding]:
    """Where both sides lie over all, and which groups are small."""
    known = boxes[boxes["mean"].notna()]
    whole = known[known["attribute"] == ""].set_index("side")
    parts = [
        f"{words} {estimate(*whole.loc[side, ['mean', 'low', 'high']])} ({plural(whole.loc[side, 'n'], noun)})"
        for side, words, noun in (
            (MODEL, "the mean projection of answers is", "answer"),
            (SURVEY, "that of respondents", "respondent"),
        )
        if side in whole.index
    ]
    if parts:
        yield Finding(f"Over all, {listing(parts)}.", headline=headline)
    for side, words in ((MODEL, "few answers or prompts"), (SURVEY, "few respondents")):
        small = known[(known["side"] == side) & known["small"].astype(bool) & (known["attribute"] != "")]
        if len(small):
            yield Finding(f"Rest on {words}, and are drawn hollow: {some(small['group'])}.", notice=NOTE)


def distance_findings(distances: pd.DataFrame, headline: bool) -> Iterator[Finding]:
    """The distance over all, and the nearest and furthest group of every attribute."""
    whole = distances[(distances["attribute"] == "") & distances["distance"].notna()]
    for row in whole.to_dict("records"):
        yield Finding(f"Answers and respondents lie {_apart(row)} apart by their distributions.", headline=headline)
    for attribute in names_in_order(distances, "attribute"):
        part = distances[(distances["attribute"] == attribute) & distances["distance"].notna()]
        if len(part) > 1:
            near, far = (part.loc[getattr(part["distance"], end)()] for end in ("idxmin", "idxmax"))
            yield Finding(
                f"By {attribute}, nearest to respondents are the answers for {near['group']} ({_apart(near)}), "
                f"furthest those for {far['group']} ({_apart(far)})."
            )
    lost = distances[(distances["attribute"] != "") & distances["distance"].isna()]
    for note, part in lost.groupby("note", sort=False):
        yield Finding(f"Not told, for {note}: {some(part['group'])}.")
    yield Finding(DISTANCE, caution=True)


def spread_findings(spreads: pd.DataFrame) -> Iterator[Finding]:
    """The share of the variance between groups of both sides, an attribute after the other."""
    parts = []
    for attribute, part in spreads[spreads["share"].notna()].groupby("attribute", sort=False):
        shares = part.set_index("side")["share"]
        if {MODEL, SURVEY} <= set(shares.index):
            parts.append(
                f"{attribute} {percent(shares[MODEL])} of the model and {percent(shares[SURVEY])} of the survey"
            )
    if parts:
        yield Finding(f"Of the variance of projections, there lies between the groups of {'; of '.join(parts)}.")


def _apart(row) -> str:
    return f"{number(row['distance'])} {between(row['low'], row['high'], number)}".strip()
