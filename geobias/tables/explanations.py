"""Why two groups differ: WordDifferenceTable, DocumentDifferenceTable, ExplanationTable and MaskedExcessTable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")
LOG_ODDS, TRANSPORT, AXIS = "log-odds", "transport", "axis"
EXPLAINING = (LOG_ODDS, TRANSPORT, AXIS)
"""Methods by which words are found."""
WORD, TOKEN = "word", "token"
"""What a row is about."""
FOUND, NAMED, ALIKE = "words found", "words named", "other words"
"""Whose masking a row tells of: words that the methods found, those that were named, and others as frequent as the
found ones, which none of the methods found."""


@dataclass(frozen=True)
class WordDifference:
    """What one word has to do with the difference of two groups, by one method.

    Attributes
    ----------
    unit : `WORD`, or `TOKEN` of the encoder. said_more_by : the group with the larger rate.
    count_a, count_b : occurrences in the compared texts. frequency : share of the compared tokens, mean of the groups.
    value, low, high : "log-odds": of A over B, by an informative prior. "transport": what the word's tokens add
        to the excess of the two groups beyond what so many tokens have of it. "axis": what they add likewise to the
        distance of the groups' held-out means along the discriminant axis, in standard deviations. Interval at `level`.
    share : the word's part of the whole (excess, or distance along the axis); NaN of log-odds.
    statistic : value over its scale, by which words are ranked: its standard deviation when units are permuted; of
        "transport" the root of the frequency (and the median one). p of it, p_max over all words of the method (max-T),
        p_smallest the least that `n_permutations` could give.
    verdict, alpha, lacking : what `geobias.relations.judge_words` decides.
    """

    group_a: str
    group_b: str
    unit: str
    method: str
    word: str
    said_more_by: str = ""
    count_a: int = 0
    count_b: int = 0
    frequency: float = NAN
    value: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    share: float = NAN
    statistic: float = NAN
    p: float = NAN
    p_max: float = NAN
    p_smallest: float = NAN
    n_permutations: int = 0
    verdict: str = ""
    alpha: float = NAN
    lacking: str = ""


@dataclass(frozen=True, repr=False)
class WordDifferenceTable(RowTable):
    """A row a pair, unit, method and word."""

    rows: tuple[WordDifference, ...]

    row_type: ClassVar[type] = WordDifference
    key: ClassVar[tuple[str, ...]] = ("group_a", "group_b", "unit", "method", "word")
    noun: ClassVar[str] = "word"
    block: ClassVar[str] = "method"

    @staticmethod
    def told(row: WordDifference) -> dict[str, str]:
        return {
            row.unit: row.word,
            "said more by": row.said_more_by,
            "count": f"{row.count_a} : {row.count_b}",
            "value": interval(row.value, row.low, row.high, "+"),
            "p": number(row.p_max),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: WordDifference) -> float:
        return abs(row.statistic) if row.method == LOG_ODDS else row.statistic


@dataclass(frozen=True)
class DocumentDifference:
    """How far one text lies from the other group, beyond how far it lies from its own.

    Attributes
    ----------
    document : its id. tokens : that were compared.
    excess, low, high : mean over its tokens of the transport potential to samples of the other group, less that to
        other samples of its own, with an interval over these samples at `level`.
    log_odds : mean over its words of their log-odds of A over B. axis : the place on the discriminant axis of the unit
        (author, text) that it belongs to, fitted without that; above 0 on the side of A.
    """

    group_a: str
    group_b: str
    document: str
    group: str
    tokens: int = 0
    excess: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    log_odds: float = NAN
    axis: float = NAN


@dataclass(frozen=True, repr=False)
class DocumentDifferenceTable(RowTable):
    """A row a pair and text that was in a sample."""

    rows: tuple[DocumentDifference, ...]

    row_type: ClassVar[type] = DocumentDifference
    key: ClassVar[tuple[str, ...]] = ("group_a", "group_b", "document")
    noun: ClassVar[str] = "text"
    block: ClassVar[str] = "group"

    @staticmethod
    def told(row: DocumentDifference) -> dict[str, str]:
        return {
            "text": row.document,
            "excess": interval(row.excess, row.low, row.high, "+"),
            "log-odds": number(row.log_odds, "+"),
            "axis": number(row.axis, "+"),
        }

    @staticmethod
    def size(row: DocumentDifference) -> float:
        return row.excess


@dataclass(frozen=True)
class Explanation:
    """One method on a pair: what its words are parts of, and how many of them it found.

    Attributes
    ----------
    whole, low, high, p : the excess of "transport", the distance of held-out means of "axis" (standard deviations),
        with interval at `level` and permutation p; NaN of "log-odds", which makes no sum.
    n_items, n_found : words that took part, and that were found.
    units_a, units_b, samples_a, samples_b, m : units of the groups, their samples, and units of a sample.
    """

    group_a: str
    group_b: str
    unit: str
    method: str
    whole: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    p: float = NAN
    n_items: int = 0
    n_found: int = 0
    units_a: int = 0
    units_b: int = 0
    samples_a: int = 0
    samples_b: int = 0
    m: int = 0
    alpha: float = NAN


@dataclass(frozen=True, repr=False)
class ExplanationTable(RowTable):
    """A row a pair, unit and method."""

    rows: tuple[Explanation, ...]

    row_type: ClassVar[type] = Explanation
    key: ClassVar[tuple[str, ...]] = ("group_a", "group_b", "unit", "method")
    noun: ClassVar[str] = "explanation"

    @staticmethod
    def told(row: Explanation) -> dict[str, str]:
        return {
            "pair": pair(row.group_a, row.group_b),
            "by": f"{row.method}, {row.unit}s",
            "whole": interval(row.whole, row.low, row.high, "+"),
            "found": f"{row.n_found} of {row.n_items}",
        }


@dataclass(frozen=True)
class MaskedExcess:
    """The excess of two groups with some words masked in every text, and their tokens left out.

    Attributes
    ----------
    masked : whose words: `FOUND`, `NAMED` or `ALIKE`. words : them, with blanks between; n_words : how many.
    how : "mask" = the encoder's mask token stood for them, "left out" = it has none.
    occurrences : share of the pair's words that were masked.
    before : the excess with all words. value, low, high : with these masked, with its interval at `level`, and its
        permutation p. left, left_low, left_high : value over before.
    verdict, alpha : whether the groups are still different, by `geobias.relations.judge_words`.
    """

    group_a: str
    group_b: str
    masked: str
    n_words: int = 0
    words: str = ""
    how: str = ""
    occurrences: float = NAN
    before: float = NAN
    value: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    left: float = NAN
    left_low: float = NAN
    left_high: float = NAN
    p_permutation: float = NAN
    p_smallest: float = NAN
    verdict: str = ""
    alpha: float = NAN


@dataclass(frozen=True, repr=False)
class MaskedExcessTable(RowTable):
    """A row a pair and set of masked words."""

    rows: tuple[MaskedExcess, ...]

    row_type: ClassVar[type] = MaskedExcess
    key: ClassVar[tuple[str, ...]] = ("group_a", "group_b", "masked")
    noun: ClassVar[str] = "masking"

    @staticmethod
    def told(row: MaskedExcess) -> dict[str, str]:
        return {
            "masked": f"{row.n_words} {row.masked}",
            "excess": interval(row.value, row.low, row.high, "+"),
            "left": interval(row.left, row.left_low, row.left_high),
            "regions without them": row.verdict or NOT_JUDGED,
        }
