"""Word odds ratios (EtiCor++): which words part the texts of two regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geobias.arguments import number, whole
from geobias.corpora import normalise_text
from geobias.errors import InputError, require
from geobias.stats import benjamini_hochberg
from geobias.tables import WordOdds, WordOddsTable


def word_odds(
    texts: Sequence[str],
    regions: Sequence[str],
    *,
    units: np.ndarray | None = None,
    least: int = 5,
    constant: float = 0.5,
    level: float = 0.95,
) -> WordOddsTable:
    """The odds of every word in one region over those in another, for every two regions.

    With f occurrences of the word among s words of the region, the ratio is [f_a / (s_a - f_a)] / [f_b / (s_b - f_b)],
    a constant added to each of the four counts so that it stays finite. Words are those of `normalise_text`.

    The interval is Student's, of the ratio's logarithm: words of one unit come together, so errors are over units of
    each region, linearised, and at least those of independent words (Woolf 1955). Errors take the texts of two regions
    as independent.

    Parameters
    ----------
    units : int64 (n,), texts that are drawn together, such as near-duplicates; None = each alone.
    least : occurrences in both regions together below which a word is left out.

    Raises
    ------
    InputError : fewer than two regions, texts and regions of unlike lengths, a region without words.
    """
    least = whole("least", least, 1)
    constant = number("constant", constant, "be above 0", lambda v: v > 0, "Pass 0.5.")
    level = number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
    if len(texts) != len(regions):
        got = f"there are {len(regions)}"
        raise InputError(f"there must be a region for each of {len(texts)} texts", got, "Align them.")
    own = np.arange(len(texts)) if units is None else np.asarray(units)
    names = [name for name in dict.fromkeys(regions) if name]
    if len(names) < 2:
        raise InputError("words must be of two or more regions", f"there are {names}", "Name other texts.")
    spoken = {name: _Spoken.of(texts, [place for place, of in enumerate(regions) if of == name], own) for name in names}
    for name, found in spoken.items():
        if not found.total:
            raise InputError("every region must have words", f"'{name}' has none", "Leave it out.")
    rows: list[WordOdds] = []
    for a, b in combinations(names, 2):
        rows += _of_pair((a, spoken[a]), (b, spoken[b]), least, constant, level)
    return WordOddsTable(tuple(rows))


@dataclass(frozen=True)
class _Spoken:
    """Words of one region: `counts` of each, `total` of all; over units, `squares` of each word's counts, `products`
    of them with the unit's words, `lengths` the sum of squares of these, and how many `units` there are."""

    counts: Counter[str]
    squares: Counter[str]
    products: Counter[str]
    total: int
    lengths: int
    units: int

    @classmethod
    def of(cls, texts: Sequence[str], places: Sequence[int], units: np.ndarray) -> _Spoken:
        by_unit: dict[int, Counter[str]] = {}
        for place in places:
            by_unit.setdefault(int(units[place]), Counter()).update(normalise_text(texts[place]).split())
        counts: Counter[str] = Counter()
        squares: Counter[str] = Counter()
        products: Counter[str] = Counter()
        lengths = [sum(words.values()) for words in by_unit.values()]
        for words, length in zip(by_unit.values(), lengths, strict=True):
            for word, count in words.items():
                counts[word] += count
                squares[word] += count**2
                products[word] += count * length
        return cls(counts, squares, products, sum(lengths), sum(length**2 for length in lengths), len(by_unit))

    def log_odds(self, words: Sequence[str], constant: float) -> tuple[np.ndarray, np.ndarray]:
        """float64 (k,): logarithms of the odds, and their variances."""
        counts, squares, products = (
            np.array([of[word] for word in words], dtype=np.float64)
            for of in (self.counts, self.squares, self.products)
        )
        others = self.total - counts + constant
        share = counts / self.total
        # Sum over units of (count - share x length)^2, of the linearised logarithm of the odds.
        sums = squares - 2 * share * products + share**2 * self.lengths
        slope = self.total / ((counts + constant) * others)
        correction = self.units / (self.units - 1) if self.units > 1 else np.nan
        alone = 1 / (counts + constant) + 1 / others
        return np.log((counts + constant) / others), np.maximum(alone, correction * sums * slope**2)


def _of_pair(
    a: tuple[str, _Spoken], b: tuple[str, _Spoken], least: int, constant: float, level: float
) -> Iterator[WordOdds]:
    law = require("scipy.stats", extra="study", purpose="intervals of odds ratios")
    (name_a, of_a), (name_b, of_b) = a, b
    together = of_a.counts + of_b.counts
    words = sorted(word for word, count in together.items() if count >= least)
    (first, var_a), (second, var_b) = of_a.log_odds(words, constant), of_b.log_odds(words, constant)
    ratio, error = first - second, np.sqrt(var_a + var_b)
    df = max(min(of_a.units, of_b.units) - 1, 1)
    half = law.t.ppf((1 + level) / 2, df) * error
    p = 2 * law.t.sf(np.abs(ratio) / error, df)
    q = benjamini_hochberg(p)
    for at, word in enumerate(words):
        counts = of_a.counts[word], of_b.counts[word], of_a.total, of_b.total
        odds, low, high = (float(np.exp(end[at])) for end in (ratio, ratio - half, ratio + half))
        yield WordOdds(word, name_a, name_b, *counts, odds, low, high, float(p[at]), float(q[at]), level)
