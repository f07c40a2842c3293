"""What is certified, what keeps the rest from it, where nations rank, and which design moves them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import chance
from geobias.report.phrases import census, count, listing, percent, plural
from geobias.report.section import Finding
from geobias.report.sections.certificate.rows import DESIGN, NATION, NATION_DESIGN
from geobias.report.sides import design_name, estimate
from geobias.tables import DIFFERENT, NOT_SEPARABLE

if TYPE_CHECKING:
    import pandas as pd

LIMITS = (
    "A certificate speaks of designs like those that were declared; where these are alike, it says little of others. "
    "Demographic cells are taken as they are."
)
FEW = 3  # nations that a sentence names


def pair_findings(rows: pd.DataFrame, headline: bool) -> Iterator[Finding]:
    """How many pairs are certified, the largest, what it leans on, and what stopped the others."""
    yield Finding(_counted(rows), headline=headline)
    certified = rows[rows["verdict"] == DIFFERENT]
    if len(certified):
        yield Finding(_largest(certified))
    yield from (Finding(text) for text in (_stopped(rows),) if text)
    yield Finding(LIMITS, caution=True)


def _counted(rows: pd.DataFrame) -> str:
    designs = int(rows["n_designs"].max())
    if (rows["verdict"] == "").all():
        return f"{plural(len(rows), 'pair')} of nations over {plural(designs, 'design')}; none was judged."
    words = rows["verdict"].where(rows["verdict"] != "", "not computed")
    told = census(words.tolist(), rows["lacking"].tolist())
    return f"Of {plural(len(rows), 'pair')} of nations over {plural(designs, 'design')}, {told}."


def _largest(certified: pd.DataFrame) -> str:
    row = certified.loc[certified["difference"].idxmax()]
    leaning = certified.loc[certified["p_weakest"].idxmax()]
    named = f"{leaning['group_a']} over {leaning['group_b']}"
    text = (
        f"The largest certified difference: {row['group_a']} over {row['group_b']}, "
        f"{estimate(row['difference'], row['low'], row['high'])}; by single designs {_ends(row)}."
    )
    if len(certified) > 1:
        text += (
            f" The one that leans most on a single design: {named}, {chance(leaning['p_weakest'])} without "
            f"'{design_name(leaning['weakest_without'])}'."
        )
    return text


def _ends(row: pd.Series) -> str:
    return (
        f"from {estimate(row['least'], float('nan'), 0)} ({design_name(row['least_design'])}) to "
        f"{estimate(row['most'], float('nan'), 0)} ({design_name(row['most_design'])})"
    )


def _stopped(rows: pd.DataFrame) -> str:
    """Pairs with a small p over all designs that are not certified, and what stopped each."""
    near = rows[(rows["verdict"] == NOT_SEPARABLE) & (rows["p_holm"] <= rows["alpha"])]
    if near.empty:
        return ""
    turned = int((near["kept"] < near["n_designs"]).sum())
    reasons = [f"{count(turned)} because a design turns the sign"] if turned else []
    if len(near) > turned:
        reasons.append(f"{count(len(near) - turned)} because p is larger with one design left out")
    return (
        f"{plural(len(near), 'further pair')} {'has' if len(near) == 1 else 'have'} a small p over all designs and "
        f"{'is' if len(near) == 1 else 'are'} not certified: {listing(reasons)}."
    )


def rank_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """Nations that keep their rank by every design, and what the certified ranks leave open."""
    frame = frame.sort_values("mean", ascending=False, kind="stable")
    ends = [
        f"{row['nation']} ({estimate(row['mean'], row['low'], row['high'])}, rank {_ranks(row['first'], row['last'])} "
        "by single designs)"
        for row in frame.iloc[[0, -1]].to_dict("records")
    ]
    yield Finding(f"Most traditional on average is {ends[0]}, least {ends[1]}.")
    judged = frame[frame["rank_high"] > 0]
    if len(judged):
        alone = judged.loc[judged["rank_low"] == judged["rank_high"], "nation"].astype(str).tolist()
        named = f": {listing(alone)}" if 0 < len(alone) <= FEW else ""
        yield Finding(
            f"Certified differences leave {count(len(alone)) if alone else 'none'} of {plural(len(judged), 'nation')} "
            f"a single rank{named}."
        )


def _ranks(first: float, last: float) -> str:
    return f"{first:g}" if first == last else f"{first:g} to {last:g}"


def variation_findings(components: pd.DataFrame | None, effects: pd.DataFrame | None) -> Iterator[Finding]:
    """What one answer varies by, and which design moves nations."""
    if components is not None:
        rows = components.set_index("component")
        parts = [
            f"{words} {percent(rows.loc[name, 'share'])} [{percent(rows.loc[name, 'share_low'])}, "
            f"{percent(rows.loc[name, 'share_high'])}]"
            for name, words in ((NATION, "nations make"), (DESIGN, "designs that move all nations alike"),
                                (NATION_DESIGN, "designs that move single nations"))
            if name in rows.index and rows.loc[name, "share"] == rows.loc[name, "share"]
        ]  # fmt: skip
        if parts:
            yield Finding(f"Of the variance of one answer {listing(parts)}.")
    if effects is not None:
        yield Finding(_mover(effects))


def _mover(effects: pd.DataFrame) -> str:
    row, shift = effects.iloc[0], effects.loc[effects["shift"].abs().idxmax()]
    turned = f"turns {plural(row['flipped'], 'pair')}" if row["flipped"] else "turns no pair"
    return (
        f"The design that moves single nations most is '{design_name(row['design'])}' ({percent(row['share'])} of what "
        f"designs do to them): {row['nation']} by {estimate(row['by'], float('nan'), 0)} most of all, and it {turned} "
        f"of nations. '{design_name(shift['design'])}' moves all nations most, by "
        f"{estimate(shift['shift'], float('nan'), 0)}, which touches no difference."
    )
