"""How many differences in alignment were found, the clearest, what could have been found, and what is a group's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import WORDS, R, group_name, spaced, two, up_to_two, with_interval
from geobias.report.estimates import chance
from geobias.report.phrases import census, count, plural
from geobias.report.section import Finding
from geobias.tables import NOT_SEPARABLE

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
HELD_OUT = (
    "Labels were made by one half of the annotators of each group and are compared with the answers of the other half, "
    "so no label shares the noise of those whom it is compared with."
)
LIMITS = (
    "A label that a group's own annotators made shares their noise, and goes with that group more than with any other; "
    "no correction takes that away. Coefficients above 1 are a sign of it, and such pairs are not tested; "
    "alignment.held_out=<attribute> has labels made by other annotators of each group."
)


def difference_findings(
    rows: pd.DataFrame, untold: pd.DataFrame, *, headline: bool, held_out: bool = False
) -> Iterator[Finding]:
    """rows : of `deciding_rows`; untold : those without a test; held_out : whether labels are of other people."""
    if len(rows):
        yield Finding(_counted(rows), headline=headline)
        yield Finding(_clearest(rows), headline=headline)
        yield from (Finding(text) for text in (_detectable(rows), _raw(rows)) if text)
    if len(untold):
        reason = untold.loc[untold["note"].fillna("") != "", "note"].mode()
        why = f", most often because {reason.iloc[0]}" if len(reason) else ""
        yield Finding(f"{plural(len(untold), 'further pair')} of groups with a source cannot be told{why}.")
    yield Finding(HELD_OUT if held_out else LIMITS, caution=True)


def part_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """The largest own part, and how many are clear over their family."""
    known = frame[frame["own"].notna()]
    if known.empty:
        return
    row = known.loc[known["own"].idxmax()]
    clear = int((known["p_max"] <= LEVEL).sum())
    yield Finding(
        f"Own part: a group's {WORDS[str(row['statistic'])]} less the mean one of the other groups. The largest is "
        f"that of {group_name(str(row['attribute']), str(row['group']))} with {row['source']}, "
        f"{with_interval(row['own'], row['low'], row['high'])} of {two(row['whole'])}; {count(clear)} of "
        f"{plural(len(known), 'own part')} {'differs' if clear == 1 else 'differ'} from 0 over "
        f"{'its' if clear == 1 else 'their'} family."
    )


def _counted(rows: pd.DataFrame) -> str:
    attributes = [spaced(str(name)) for name in dict.fromkeys(rows["attribute"])]
    pairs = plural(len(rows), "comparison")
    judged = rows[rows["verdict"].fillna("") != ""]
    told = census(judged["verdict"], [""] * len(judged)) if len(judged) else "none was judged"
    return (
        f"By {WORDS[str(rows['statistic'].iloc[0])]}, of {pairs} of two groups with one source, over "
        f"{plural(len(attributes), 'attribute')}, {told}."
    )


def _clearest(rows: pd.DataFrame) -> str:
    row = rows.iloc[0]
    return (
        f"The clearest: {row['source']} goes more with {row['group_a']} than with {row['group_b']} "
        f"({spaced(str(row['attribute']))}), by {with_interval(row['difference'], row['low'], row['high'])}; "
        f"{chance(row['p_family'])} over the pairs of the attribute with all sources."
    )


def _detectable(rows: pd.DataFrame) -> str:
    known = rows.loc[(rows["verdict"] == NOT_SEPARABLE) & rows["detectable"].notna(), "detectable"]
    if known.empty:
        return ""
    low, middle, high = map(up_to_two, known.quantile([0, 0.5, 1]))
    reach = low if len(known) == 1 else f"{low} to {high} (half of them at most {middle})"
    return (
        f"Where groups are not separable, a difference of {reach} would have been found in 80\xa0% of cases with so "
        "many annotators and items; smaller ones are not ruled out."
    )


def _raw(rows: pd.DataFrame) -> str:
    known = rows[rows["r_p"].notna()]
    if rows["statistic"].iloc[0] == R or known.empty:
        return ""
    found, ours = (int((known[name] <= LEVEL).sum()) for name in ("r_p", "p_family"))
    return (
        f"By r as published {count(found)} of the same {count(len(known))} would be called different over their "
        f"family, {count(ours)} by {WORDS[str(rows['statistic'].iloc[0])]}; r also differs where groups differ in "
        "numbers, noise and strictness alone."
    )
