"""The stability certificate: differences of nations over designs, nations' ranks, and what each design moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class NationDifference:
    """The mean projection of one nation less that of another, over one set of demographic cells, designs as the unit.

    Attributes
    ----------
    difference, low, high : mean over designs with Student's interval at `level`, designs drawn anew.
    error : its standard error: over designs, and at least that of answers. t, df : difference over it; designs - 1.
    p : that there is no difference. p_holm : over all pairs. p_max : over all pairs by the largest t, signs of whole
        designs flipped; it counts designs as symmetric about their mean, and no more.
    p_weakest, weakest_without : the largest p with all designs and with any one left out, and which that is ("" may be
        the design of the study, and says nothing where `p` itself is the largest).
    n_designs, kept : designs, and those in which the difference has the sign of the mean: 0 has none.
    least, most : the least and the largest difference over designs, `least_design`, `most_design` which they are.
    verdict, alpha, lacking : left to `geobias.relations.judge_resonances`. note : why there is nothing.
    """

    group_a: str
    group_b: str
    difference: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    error: float = NAN
    t: float = NAN
    df: int = 0
    p: float = NAN
    p_holm: float = NAN
    p_max: float = NAN
    p_weakest: float = NAN
    weakest_without: str = ""
    n_designs: int = 0
    kept: int = 0
    least: float = NAN
    most: float = NAN
    least_design: str = ""
    most_design: str = ""
    alpha: float = NAN
    verdict: str = ""
    lacking: str = ""
    note: str = ""


@dataclass(frozen=True, repr=False)
class NationDifferenceTable(RowTable):
    """A row a pair of nations."""

    row_type: ClassVar[type] = NationDifference
    key: ClassVar[tuple[str, ...]] = ("group_a", "group_b")
    noun: ClassVar[str] = "pair"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "pair": pair(row.group_a, row.group_b),
            "difference": interval(row.difference, row.low, row.high, "+"),
            "p": number(row.p_weakest),
            "same sign": f"{row.kept} of {row.n_designs}",
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: Any) -> float:
        return abs(row.difference)


@dataclass(frozen=True)
class NationRank:
    """One nation among the others; rank 1 is the most traditional.

    Attributes
    ----------
    mean, low, high : mean projection over designs, with Student's interval at `level`, designs drawn anew: what moves
        all nations alike is in it, so that it says nothing of differences.
    rank : by the mean. first, last : the best and worst rank over designs, each a mean over cells.
    rank_low, rank_high : the ranks that the certified differences leave open, filled in with the verdicts.
    """

    nation: str
    mean: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    rank: float = NAN
    first: float = NAN
    last: float = NAN
    rank_low: int = 0
    rank_high: int = 0


@dataclass(frozen=True, repr=False)
class NationRankTable(RowTable):
    """A row a nation, the most traditional first."""

    row_type: ClassVar[type] = NationRank
    key: ClassVar[tuple[str, ...]] = ("nation",)
    noun: ClassVar[str] = "nation"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "nation": row.nation,
            "mean": interval(row.mean, row.low, row.high, "+"),
            "rank": number(row.rank),
            "over designs": f"{row.first:g} to {row.last:g}",
            "certified": f"{row.rank_low} to {row.rank_high}" if row.rank_high else NOT_JUDGED,
        }


@dataclass(frozen=True)
class DesignEffect:
    """What one design moves.

    Attributes
    ----------
    design : its name; "" = the one of the study. shift : its mean over nations and cells less that of all designs.
    moved : root mean square over nations of what it does to a nation beyond `shift`. share : of the sum of squares of
        nation x design that is its own; the largest share is the design that moves nations' differences most.
    correlation : Spearman's, of nations' means by this design with those by all others together.
    flipped : pairs whose difference has another sign than by all others together.
    nation, by : the nation that it moves most, and by how much beyond `shift`.
    """

    design: str
    shift: float
    moved: float
    share: float = NAN
    correlation: float = NAN
    flipped: int = 0
    nation: str = ""
    by: float = NAN


@dataclass(frozen=True, repr=False)
class DesignEffectTable(RowTable):
    """A row a design."""

    row_type: ClassVar[type] = DesignEffect
    noun: ClassVar[str] = "design"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "design": row.design or "as published",
            "shift": number(row.shift, "+"),
            "moved": number(row.moved),
            "share": number(row.share),
            "pairs flipped": str(row.flipped),
            "most": f"{row.nation} {number(row.by, '+')}",
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.share
