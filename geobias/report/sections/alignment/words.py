"""What r says of a source and groups of annotators, what it mixes, and which groups are not told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import LONG, WORDS, R, group_name, names_in_order, some, two, with_interval
from geobias.report.phrases import capital, count, plural
from geobias.report.section import Finding
from geobias.report.sections.alignment.rows import told
from geobias.tables import NOTE

if TYPE_CHECKING:
    import pandas as pd

MIXES = (
    "r mixes alignment with four other things. Many annotators make a group's mean answers steadier, and r larger. "
    "Annotators who disagree with each other make them noisier, and r smaller. Items that a group finds hard, or on "
    "which all think alike, leave less to agree on. A group that is stricter answers near one end of the scale, where "
    "its mean answers no longer follow its opinions in a straight line, and r falls though opinions stay."
)
ROUNDED = (
    "Mean answers of groups were rounded to whole ones and answers counted once for each row of the file, as the "
    "published code does (paper_compat). This repeats published numbers; for any other use it takes away what several "
    "annotators add to a mean."
)
LEVEL = 0.05


def alignment_findings(frame: pd.DataFrame, headline: bool) -> Iterator[Finding]:
    """A sentence a source, what decides, which groups are not told, and what r mixes."""
    if frame["rounded"].any():
        yield Finding(ROUNDED, notice=NOTE)
    for source in names_in_order(frame, "source"):
        if text := _source(frame[frame["source"] == source], source, frame.attrs["decides"]):
            yield Finding(text, headline=headline)
    if frame.attrs["decides"] != R:
        yield Finding(_decides(frame))
    yield from (Finding(text) for text in (_above_one(frame), _untold(frame)) if text)
    yield Finding(MIXES, caution=True)


def _source(part: pd.DataFrame, source: str, decides: str) -> str:
    groups, everybody = told(part), part[(part["group"] == "") & part["r"].notna()]
    said = []
    if len(everybody):
        row = everybody.iloc[0]
        said.append(f"r is {with_interval(row['r'], row['r_low'], row['r_high'])} with everybody")
        if decides != R and row["value"] == row["value"]:
            said.append(f"{WORDS[decides]} {with_interval(row['value'], row['low'], row['high'])}")
    if len(groups):
        low, high = (groups.loc[getattr(groups["r"], end)()] for end in ("idxmin", "idxmax"))
        named = [f"{two(row['r'])} with {group_name(row['attribute'], row['group'])}" for row in (low, high)]
        reach = f"from {named[0]} to {named[1]}" if len(groups) > 1 else named[1]
        clear = int((groups["p_bonferroni"] <= LEVEL).sum())
        said.append(
            f"r of {plural(len(groups), 'group')} goes {reach}, and of {count(clear)} of them p after Bonferroni is at "
            f"most {LEVEL:g}"
        )
    return f"{source}: {'; '.join(said)}." if said else ""


def _decides(frame: pd.DataFrame) -> str:
    decides, groups = frame.attrs["decides"], told(frame)
    lacking = int(groups["value"].isna().sum())
    words = f"{capital(WORDS[decides])} is {LONG[decides]}."
    if not lacking:
        return words
    reason = groups.loc[groups["value"].isna() & (groups["lacking"] != ""), "lacking"]
    why = f", most often because {reason.mode().iloc[0]}" if len(reason) else ""
    return f"{words} It cannot be told of {count(lacking)} of {plural(len(groups), 'pair')} of group and source{why}."


def _above_one(frame: pd.DataFrame) -> str:
    """Groups whose interval lies above 1, where no correlation lies."""
    rows = told(frame)
    rows = rows[rows["low"] > 1]
    if rows.empty:
        return ""
    named = (
        f"{group_name(row['attribute'], row['group'])} with {row['source']} ({two(row['value'])})"
        for row in rows.sort_values("low", ascending=False, kind="stable").to_dict("records")
    )
    return (
        f"{capital(WORDS[frame.attrs['decides']])} of {plural(len(rows), 'pair')} of group and source lies above 1, "
        "where no correlation can lie: the source shares the noise of these annotators, as a label does that they "
        f"made: {some(named)}."
    )


def _untold(frame: pd.DataFrame) -> str:
    """Groups that are suppressed, by reason; each is named once, whatever the number of sources."""
    rows = frame[(frame["group"] != "") & frame["r"].isna() & (frame["note"] != "")]
    rows = rows.drop_duplicates(["attribute", "group"])
    parts = [
        f"for {note}: {some(group_name(a, g) for a, g in zip(part['attribute'], part['group'], strict=True))}"
        for note, part in rows.groupby("note", sort=False)
    ]
    return (
        f"{plural(len(rows), 'group')} {'is' if len(rows) == 1 else 'are'} not told, {'; '.join(parts)}."
        if parts
        else ""
    )
