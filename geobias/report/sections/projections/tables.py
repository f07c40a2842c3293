"""Boxes, distances and spreads as tables of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.coefficients import spaced
from geobias.report.estimates import between, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, percent
from geobias.report.sides import estimate

if TYPE_CHECKING:
    import pandas as pd

SHORT = 20  # rows up to which a table is open
QUANTILES = {"lowest": "5\xa0%", "lower": "25\xa0%", "median": "median", "upper": "75\xa0%", "highest": "95\xa0%"}


def box_table(boxes: pd.DataFrame) -> PageTable:
    rows = [
        [
            row["group"] or "all", spaced(row["attribute"]), row["side"],
            row["note"] or ("few" if row["small"] else ""),
            estimate(row["mean"], row["low"], row["high"]), *(_plain(row[name]) for name in QUANTILES), count(row["n"]),
            count(row["clusters"]),
        ]
        for row in boxes.to_dict("records")
    ]  # fmt: skip
    columns = ["group", "attribute", "side", "note", "mean", *QUANTILES.values(), "rows", "prompts or respondents"]
    return PageTable("Projections by group", columns, rows, names=4, folded=True)


def distance_table(distances: pd.DataFrame) -> PageTable:
    rows = [
        [
            row["group"] or "all", spaced(row["attribute"]),
            row["note"] or f"{number(row['distance'])} {between(row['low'], row['high'], number)}".strip(),
            *(_plain(row[name]) for name in ("model_mean", "survey_mean")),
            *(number(row[name]) for name in ("model_sd", "survey_sd")), count(row["n_model"]), count(row["n_survey"]),
        ]
        for row in distances.to_dict("records")
    ]  # fmt: skip
    columns = [
        "group", "attribute", "Wasserstein distance", "mean, model", "mean, survey", "sd, model", "sd, survey",
        "answers", "respondents",
    ]  # fmt: skip
    return PageTable("Answers and respondents apart", columns, rows, names=2, folded=len(rows) > SHORT)


def spread_table(spreads: pd.DataFrame) -> PageTable:
    rows = [
        [
            spaced(str(row["attribute"])), str(row["side"]), number(row["between"]), number(row["within"]),
            percent(row["share"]), count(row["groups"]), count(row["n"]),
        ]
        for row in spreads.to_dict("records")
    ]  # fmt: skip
    columns = ["attribute", "side", "between groups", "within groups", "share between", "groups", "rows"]
    return PageTable("Variance of projections", columns, rows, names=2)


def _plain(value: float) -> str:
    return "–" if value != value else signed(value)
