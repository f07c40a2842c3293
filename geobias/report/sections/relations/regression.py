"""The regression on pairs: a table, and what stays of a distance once the covariates are taken into account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import chance, p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COVARIATES, capital, count, listing, number, percent, plural, quantity_label
from geobias.report.section import Finding
from geobias.tables import AT_M, EXCESS, Quantity

if TYPE_CHECKING:
    import pandas as pd

SHOWN, MOST_WORDS = 12, 3  # rows shown without being asked for; regressions that are told, the table has them all


def regression_table(frame: pd.DataFrame) -> PageTable:
    """Every term of every regression with its test by permutation; the test that takes pairs as independent last."""
    noted = bool((frame["note"].fillna("") != "").any())
    rows = [
        [quantity_label(str(r["response"])), quantity_label(str(r["term"])), signed(r["standardised"]), number(r["t"]),
         p_value(r["p_qap"]), p_value(r["p_smallest"]), p_value(r["p_ols"]), count(r["df"]), percent(r["r2"]),
         *[str(r["note"] or "")] * noted]
        for r in frame.to_dict("records")
    ]  # fmt: skip
    columns = ["response", "term", "standardised", "t", "p QAP", "smallest p", "p OLS (anti-conservative)",
               "residual df", "R²", *["note"] * noted]  # fmt: skip
    return PageTable("Regression on pairs", columns, rows, names=2, folded=len(rows) > SHOWN)


def is_covariate(term: str) -> bool:
    """
    >>> is_covariate("difference[length]"), is_covariate("sinkhorn_excess")
    (True, False)
    """
    quantity = Quantity.parse(term)
    return bool(quantity.metric) and quantity.kind in COVARIATES


def regression_findings(frame: pd.DataFrame, gap: str) -> Iterator[Finding]:
    """Each distance of the regressions on the main gap, given the covariates beside it."""
    # Regressions are of gaps at one size, the main gap is named as it is measured.
    wanted = {gap, Quantity.parse(gap).changed(estimate=AT_M)} if gap else set()
    part = frame[frame["response"].astype(str).isin(wanted)]
    part = part if len(part) else frame[frame["response"] == frame["response"].iloc[0]]
    models = sorted(_models(part), key=lambda model: not Quantity.parse(str(model["term"].iloc[0])).has(EXCESS))
    for model in models[:MOST_WORDS]:
        terms = [quantity_label(str(term)) for term in model["term"] if is_covariate(str(term))]
        for row in model.to_dict("records"):
            if not is_covariate(str(row["term"])) and not np.isnan(row["standardised"]):
                yield Finding(_sentence(row, terms))


def _sentence(row: Mapping[str, Any], covariates: list[str]) -> str:
    given = f" with {listing(covariates)} taken into account" if covariates else ""
    return (
        f"{capital(quantity_label(str(row['term'])))}{given}: the standardised coefficient for the "
        f"{quantity_label(str(row['response']))} is {signed(row['standardised'])}, {chance(row['p_qap'])} by double "
        f"semi-partialling over {plural(row['n_groups'], 'group')} (smallest p attainable is "
        f"{p_value(row['p_smallest'])}), with {plural(row['df'], 'residual degree')} of freedom."
    )


def _models(part: pd.DataFrame) -> list[pd.DataFrame]:
    """The regressions of one response one by one: a distance after a covariate begins the next."""
    terms = part["term"].astype(str).tolist()
    begins = [0] + [i for i in range(1, len(terms)) if is_covariate(terms[i - 1]) and not is_covariate(terms[i])]
    return [part.iloc[start:end] for start, end in zip(begins, [*begins[1:], len(terms)], strict=True)]
