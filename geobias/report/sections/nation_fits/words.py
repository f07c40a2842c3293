"""How well the model's cells go with those of the survey, and what that rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.coefficients import some
from geobias.report.estimates import chance, signed, with_ends
from geobias.report.phrases import count, number, plural
from geobias.report.section import Finding
from geobias.report.sections.nation_fits.rows import LAW
from geobias.tables import NOTE

if TYPE_CHECKING:
    import pandas as pd

LEVEL, FEW = 0.05, 6
LIMITS = (
    "Cells are the observations: many answers to one prompt are one of them. RMSE is of model less survey, without a "
    "fitted line; its interval leaves the noise of the means out, those of slope and R² do not, and such noise pulls "
    "both towards 0. A line through the cells of one nation tells of ages and sexes alone: a model may have them right "
    "and the nation wrong. p is for itself, not corrected for the number of nations."
)


def fit_findings(fits: pd.DataFrame, headline: bool) -> Iterator[Finding]:
    """fits : of one scoring and definition."""
    nations = fits[(fits["nation"] != "") & fits["rmse"].notna()]
    whole = fits[fits["nation"] == ""]
    for row in whole.to_dict("records"):
        yield Finding(
            f"Over {plural(row['cells'], 'cell')} of nation, age and sex, model and survey lie apart by an RMSE of "
            f"{number(row['rmse'])}{_without_noise(row)}; the model is on average {with_ends(row, 'bias', signed)} "
            "from the survey, the traditional end above 0.",
            headline=headline,
        )
    if len(nations):
        near, far = (nations.loc[getattr(nations["rmse"], end)()] for end in ("idxmin", "idxmax"))
        text = f"Nearest is {near['nation']} (RMSE {with_ends(near, 'rmse', number)})"
        yield Finding(
            f"{text}, furthest {far['nation']} ({with_ends(far, 'rmse', number)})." if len(nations) > 1 else f"{text}."
        )
        yield from _slopes(nations, str(fits["definition"].iloc[0]))
    few = nations[nations["cells"] < FEW]
    if len(few):
        yield Finding(f"Rest on fewer than {FEW} cells: {some(few['nation'])}.", notice=NOTE)
    lost = fits[fits["note"] != ""]
    for note, part in lost.groupby("note", sort=False):
        yield Finding(f"Of {some(part['nation'])} slope and R² cannot be told: {note}.")
    yield Finding(LIMITS, caution=True)


def _slopes(nations: pd.DataFrame, definition: str) -> Iterator[Finding]:
    known = nations[nations["slope_p"].notna()]
    if known.empty:
        return
    clear = known[known["slope_p"] <= LEVEL]
    rising = int((clear["slope"] > 0).sum())
    best = known.loc[known["slope_p"].idxmin()]
    yield Finding(
        f"By {LAW.get(definition, definition)}, the survey's means go with the model's, p at most {LEVEL:g}, in "
        f"{count(len(clear)) if len(clear) else 'none'} of {plural(len(known), 'nation')}"
        f"{f', upwards in {count(rising)}' if len(clear) else ''}. Clearest: {best['nation']}, slope "
        f"{with_ends(best, 'slope', signed)}, R² {with_ends(best, 'r2', number)}, "
        f"{chance(best['slope_p'])}."
    )


def _without_noise(row: Mapping[Any, Any]) -> str:
    """The interval of RMSE, which the value itself may lie above."""
    low, high = row["rmse_low"], row["rmse_high"]
    return "" if low != low or high != high else f" ({number(low)} to {number(high)} without the noise of the means)"
