"""RegionBiasTable and RegionConfusionTable: which regions a model names for statements, and in whose place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")
PREFERENCE, BIAS_FOR, IDENTIFIED = "preference", "bias_for", "identified"


@dataclass(frozen=True)
class RegionBias:
    """A score of one region, in percent; of region "" the spread: the root mean square of score less expected.

    Attributes
    ----------
    score : `PREFERENCE`, the region's share of all namings; `BIAS_FOR`, its share of the rates at which regions are
        named for others' statements where the right region is not; `IDENTIFIED`, how many answers about its statements
        name it, of which region "" is all statements.
    value, low, high : mean over the answers to each statement, with its interval at `level` over statements.
    sd : standard deviation over the answers; NaN of one.
    expected : without any bias; of the spread, what chance alone gives; of `IDENTIFIED`, how often it is named for
        others' statements.
    excess, excess_low, excess_high : value less expected, and its interval.
    n, answers : statements, and answers to each.
    """

    model: str
    score: str
    region: str
    value: float = NAN
    low: float = NAN
    high: float = NAN
    sd: float = NAN
    expected: float = NAN
    excess: float = NAN
    excess_low: float = NAN
    excess_high: float = NAN
    level: float = 0.95
    n: int = 0
    answers: int = 1


@dataclass(frozen=True, repr=False)
class RegionBiasTable(RowTable):
    """A row a score and region, and one of each score's spread."""

    rows: tuple[RegionBias, ...]

    row_type: ClassVar[type] = RegionBias
    key: ClassVar[tuple[str, ...]] = ("model", "score", "region")
    noun: ClassVar[str] = "region score"
    block: ClassVar[str] = "score"

    @staticmethod
    def told(row: RegionBias) -> dict[str, str]:
        return {
            "model": row.model,
            "region": row.region or "(spread)",
            "score": interval(row.value, row.low, row.high),
            "expected": number(row.expected),
            "excess": interval(row.excess, row.excess_low, row.excess_high, "+"),
        }

    @staticmethod
    def size(row: RegionBias) -> float:
        return abs(row.excess)


@dataclass(frozen=True)
class RegionConfusion:
    """How often `named` is named for statements of `region` whose own region is not: the pairwise bias score.

    count, sd : mean over the answers to each statement, and its standard deviation (NaN of one answer).
    percent, low, high : the same of all `n` statements of the region, with the interval at `level`.
    """

    model: str
    region: str
    named: str
    count: float
    sd: float = NAN
    percent: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    n: int = 0


@dataclass(frozen=True, repr=False)
class RegionConfusionTable(RowTable):
    """A row an ordered pair of regions."""

    rows: tuple[RegionConfusion, ...]

    row_type: ClassVar[type] = RegionConfusion
    key: ClassVar[tuple[str, ...]] = ("model", "region", "named")
    noun: ClassVar[str] = "ordered pair"

    @staticmethod
    def told(row: RegionConfusion) -> dict[str, str]:
        return {
            "model": row.model,
            "taken for": f"{row.region} for {row.named}",
            "count": number(row.count),
            "percent": interval(row.percent, row.low, row.high),
        }

    @staticmethod
    def size(row: RegionConfusion) -> float:
        return row.percent
