"""GeneratedAlignmentTable and WordOddsTable: do generated statements agree, and which words part two regions?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair

NAN = float("nan")


@dataclass(frozen=True)
class GeneratedAlignment:
    """Of pairs of statements generated for a region: entailed / (entailed + contradicted), a share of 1.

    low, high : its interval at `level`, over statements. entailed, contradicted, neutral : pairs. statements : in them.
    """

    model: str
    region: str
    value: float
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    entailed: int = 0
    contradicted: int = 0
    neutral: int = 0
    statements: int = 0


@dataclass(frozen=True, repr=False)
class GeneratedAlignmentTable(RowTable):
    """A row a region."""

    rows: tuple[GeneratedAlignment, ...]

    row_type: ClassVar[type] = GeneratedAlignment
    key: ClassVar[tuple[str, ...]] = ("model", "region")
    noun: ClassVar[str] = "region"

    @staticmethod
    def told(row: GeneratedAlignment) -> dict[str, str]:
        return {
            "model": row.model,
            "region": row.region,
            "alignment": interval(row.value, row.low, row.high),
            "pairs": str(row.entailed + row.contradicted + row.neutral),
            "statements": str(row.statements),
        }


@dataclass(frozen=True)
class WordOdds:
    """The odds of a word in texts of one region over those in another.

    Attributes
    ----------
    count_a, count_b : occurrences. total_a, total_b : words of all texts.
    odds_ratio, low, high : above 1 where the word belongs to `region_a`, with its interval at `level` over texts.
    p, q : two-sided, and as the false discovery rate over all words of the pair (Benjamini and Hochberg).
    """

    word: str
    region_a: str
    region_b: str
    count_a: int
    count_b: int
    total_a: int
    total_b: int
    odds_ratio: float
    low: float = NAN
    high: float = NAN
    p: float = NAN
    q: float = NAN
    level: float = 0.95


@dataclass(frozen=True, repr=False)
class WordOddsTable(RowTable):
    """A row a word and pair of regions."""

    rows: tuple[WordOdds, ...]

    row_type: ClassVar[type] = WordOdds
    key: ClassVar[tuple[str, ...]] = ("word", "region_a", "region_b")
    noun: ClassVar[str] = "word"

    @staticmethod
    def told(row: WordOdds) -> dict[str, str]:
        return {
            "pair": pair(row.region_a, row.region_b),
            "word": row.word,
            "odds ratio": interval(row.odds_ratio, row.low, row.high),
            "counts": f"{row.count_a} and {row.count_b}",
            "q": number(row.q),
        }

    @staticmethod
    def size(row: WordOdds) -> float:
        return abs(math.log(row.odds_ratio)) if row.odds_ratio > 0 else NAN
