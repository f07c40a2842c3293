"""The section on why pairs of groups differ: of each pair that `geobias explain` was asked about."""

from __future__ import annotations

import math
from collections.abc import Iterator

from geobias.report.estimates import between, p_or_dash, signed_number
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, percent
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.explanations.figures import masked_figure, word_figure
from geobias.report.sections.explanations.rows import CALLED, Pair, pairs_of
from geobias.report.sections.explanations.words import LIMITS, explanation_findings
from geobias.tables import EXPLAINING, TOKEN, WORD

READ = (
    "The first words of each method, with intervals; filled where the word stands out from all words tested together. "
    "Log-odds: which region says the word more. Transport: what its tokens add to the distance of the two clouds over "
    "the noise floor, beyond what so many tokens have of it. Discriminant axis: what they add likewise to the distance "
    "of the regions' texts along the axis that tells them apart. An interval that is far wider than the values is cut."
)
LEFT = (
    "The excess over the noise floor with all words, and measured again with some masked in every text and their "
    "tokens left out. Other words are as frequent as those found: what masking does by itself."
)
_ROWS, _TEXTS = 20, 10


def _findings(run: Run) -> Iterator[Finding]:
    pairs = list(pairs_of(run))
    for pair in pairs:
        yield from explanation_findings(pair)
    if pairs:
        yield Finding(LIMITS, caution=True)


def _pictures(run: Run) -> Iterator[Picture]:
    for place, pair in enumerate(pairs_of(run)):
        more = f"-{place + 1}" * (place > 0)
        yield Picture(
            f"explained-words{more}", f"Words that make {pair.label} differ", READ, word_figure(pair, run.groups)
        )
        if (pair.masked["n_words"] > 0).any():
            yield Picture(f"explained-masked{more}", f"{pair.label} without words", LEFT, masked_figure(pair))


def _tables(run: Run) -> Iterator[PageTable]:
    for pair in pairs_of(run):
        for unit in (WORD, TOKEN):
            for method in EXPLAINING:
                yield _words(pair, method, unit)
        if len(pair.masked):
            yield _masked(pair)
        for group in pair.groups:
            yield _texts(pair, group)


def _words(pair: Pair, method: str, unit: str) -> PageTable:
    rows = pair.of(method, unit)
    a, b = pair.groups
    cells = [
        [str(r["word"]), str(r["said_more_by"]), count(r["count_a"]), count(r["count_b"]), signed_number(r["value"]),
         between(r["low"], r["high"]), _percent(r["share"]), percent(r["frequency"]),
         p_or_dash(r["p_max"]), str(r["verdict"])]
        for r in rows.head(_ROWS).to_dict("records")
    ]  # fmt: skip
    columns = [unit, "said more by", a, b, "value", "interval", "share", "of tokens", f"p over all {unit}s", "verdict"]
    title = f"{pair.label}: {unit}s by {CALLED[method]}, the first {len(cells)} of {count(len(rows))}"
    return PageTable(title, columns, cells, names=2, folded=True)


def _masked(pair: Pair) -> PageTable:
    rows = [
        [str(r["masked"]), str(r["words"]), count(r["n_words"]), percent(r["occurrences"]), signed_number(r["value"]),
         between(r["low"], r["high"]), _percent(r["left"]),
         p_or_dash(r["p_permutation"]), str(r["verdict"] or "–")]
        for r in pair.masked.to_dict("records")
    ]  # fmt: skip
    columns = ["masked", "words", "number", "of all words", "excess", "interval", "left", "p", "verdict"]
    return PageTable(f"{pair.label}: excess with words masked", columns, rows, names=2, folded=True)


def _texts(pair: Pair, group: str) -> PageTable:
    rows = pair.texts[pair.texts["group"] == group] if len(pair.texts) else pair.texts
    cells = [
        [str(r["document"]), count(r["tokens"]), signed_number(r["excess"]), between(r["low"], r["high"]),
         signed_number(r["log_odds"]), signed_number(r["axis"])]
        for r in rows.head(_TEXTS).to_dict("records")
    ]  # fmt: skip
    columns = ["id", "tokens", "excess", "interval", "log-odds of its words", "on the axis"]
    title = f"{pair.label}: the texts of {group} that lie farthest from the other, by id"
    return PageTable(title, columns, cells, folded=True)


def _percent(share: float) -> str:
    return "–" if math.isnan(share) else percent(share)


SECTION = Section("explanations", "Why regions differ", _findings, _pictures, _tables)
