"""The section on statements that a model writes of each region."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.cell_scores import in_percent, share
from geobias.report.estimates import between, p_or_dash
from geobias.report.interviews import named
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, number, plural
from geobias.report.prompts import asked_table
from geobias.report.run import Run
from geobias.report.section import Finding, Section
from geobias.report.sides import texts_of

if TYPE_CHECKING:
    import pandas as pd

SHOWN, OF_PAIR, LEVEL = 3, 8, 0.05
LIMITS = (
    "Agreement is as good as what judges pairs; 'lexical' knows words alone. Pairs are all ordered pairs of two "
    "different statements of a region: the paper does not say which it takes."
)


def _lines(run: Run) -> pd.DataFrame | None:
    frame = run.table("written_statements")
    return None if frame is None else texts_of(frame, "region", "statement")


def _alignment(run: Run) -> pd.DataFrame | None:
    frame = run.table("written_alignment")
    return None if frame is None else texts_of(frame, "model", "region")


def _odds(run: Run) -> pd.DataFrame | None:
    """Words that part two regions, the clearest first."""
    frame = run.table("word_odds")
    if frame is None:
        return None
    frame = texts_of(frame, "word", "region_a", "region_b")
    return frame.sort_values(["q", "p"], kind="stable")


def _findings(run: Run) -> Iterator[Finding]:
    lines, alignment, odds = _lines(run), _alignment(run), _odds(run)
    if lines is None:
        return
    told = [f"{region} {count(n)}" for region, n in lines.groupby("region", sort=False).size().items()]
    repeats = int(lines["repeats"].sum())
    yield Finding(
        f"'{named(run.record.get('responder'))}' wrote {plural(len(lines), 'statement')}: {listing(told)}. "
        f"{count(repeats)} of them say again what another one of their region does, and count by their words alone."
    )
    judge = ((run.record.get("successor") or {}).get("generating") or {}).get("entailment", "")
    known = alignment[alignment["value"].notna()] if alignment is not None else None
    if known is not None and len(known):
        top, low = known.loc[known["value"].idxmax()], known.loc[known["value"].idxmin()]
        said = f"By '{judge}' statements of one region agree most for {top['region']}: {share(top)} of its pairs "
        said += "that are either are entailed, not contradicted"
        said += f", and least for {low['region']}: {share(low)}." if len(known) > 1 else "."
        yield Finding(said, headline=True)
    if odds is not None:
        clear = odds[odds["q"] <= LEVEL]
        words = [f"“{row['word']}” ({row['region_a']}–{row['region_b']})" for row in clear[:SHOWN].to_dict("records")]
        yield Finding(
            f"Of {plural(len(odds), 'word')} and pairs of regions {count(len(clear))} have odds that differ (q at most "
            f"{LEVEL:g})" + (f", most clearly {listing(words)}." if words else ".")
        )
    yield Finding(LIMITS, caution=True)


def _tables(run: Run) -> Iterator[PageTable]:
    lines, alignment, odds = _lines(run), _alignment(run), _odds(run)
    if alignment is not None:
        rows = [
            [row["region"], in_percent(row), count(row["entailed"]), count(row["contradicted"]), count(row["neutral"]),
             count(row["statements"])]
            for row in alignment.to_dict("records")
        ]  # fmt: skip
        columns = ["region", "entailed, of those that are either [%]", "entailed", "contradicted", "neither",
                   "statements"]  # fmt: skip
        yield PageTable("Do statements of a region agree?", columns, rows)
    if odds is not None:
        rows = [
            [row["region_a"], row["region_b"], row["word"], f"{number(row['odds_ratio'])} "
             f"{between(row['low'], row['high'], number)}".strip(), f"{count(row['count_a'])} and "
             f"{count(row['count_b'])}", p_or_dash(row["p"]), p_or_dash(row["q"])]
            for row in odds.groupby(["region_a", "region_b"], sort=False).head(OF_PAIR).to_dict("records")
        ]  # fmt: skip
        columns = ["region", "beside", "word", "odds ratio", "counts", "p", "q"]
        title = f"Words that part regions (of two regions the {OF_PAIR} clearest)"
        yield PageTable(title, columns, rows, names=3, folded=True)
    if lines is not None:
        first = lines[~lines["repeats"].astype(bool)].groupby("region", sort=False).head(SHOWN)
        rows = [[row["region"], row["statement"]] for row in first.to_dict("records")]
        yield PageTable("The first statements of each region", ["region", "statement"], rows, names=2, folded=True)
    if words := (run.record.get("successor") or {}).get("generating"):
        yield asked_table("How statements were asked for", words)


SECTION = Section("written-statements", "What it writes of each region", _findings, tables=_tables)
