"""EtiquetteWrongTable and EtiquetteAbstentionTable: which types are answered wrongly, and what is not answered, why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from geobias.tables.etiquette_scores import cell_name
from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval

NAN = float("nan")


@dataclass(frozen=True)
class EtiquetteWrong:
    """Wrong answers about one type of etiquette in one region ("" = all), in percent with intervals at `level`.

    Attributes
    ----------
    wrong, answered : counts.
    percent : of the answers about the type that are wrong. share : of the region's wrong answers that are about the
        type: a type with more statements has more of them.
    """

    model: str
    region: str
    type: str
    wrong: int
    answered: int
    percent: float = NAN
    low: float = NAN
    high: float = NAN
    share: float = NAN
    share_low: float = NAN
    share_high: float = NAN
    level: float = 0.95


@dataclass(frozen=True, repr=False)
class EtiquetteWrongTable(RowTable):
    """A row a region and type."""

    rows: tuple[EtiquetteWrong, ...]

    row_type: ClassVar[type] = EtiquetteWrong
    key: ClassVar[tuple[str, ...]] = ("model", "region", "type")
    noun: ClassVar[str] = "rate"

    @staticmethod
    def told(row: EtiquetteWrong) -> dict[str, str]:
        return {
            "model": row.model,
            "cell": cell_name(row.region, row.type),
            "wrong [%]": interval(row.percent, row.low, row.high),
            "of all wrong [%]": interval(row.share, row.share_low, row.share_high),
            "answered": str(row.answered),
        }

    @staticmethod
    def size(row: EtiquetteWrong) -> float:
        return row.percent


@dataclass(frozen=True)
class EtiquetteAbstention:
    """How often statements of a cell were not answered, for one reason ("" = for any).

    count : of `asked`. share : of 1, with its interval at `level`.
    """

    model: str
    region: str
    type: str
    reason: str
    count: int
    asked: int
    share: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95


@dataclass(frozen=True, repr=False)
class EtiquetteAbstentionTable(RowTable):
    """A row a cell and reason."""

    rows: tuple[EtiquetteAbstention, ...]

    row_type: ClassVar[type] = EtiquetteAbstention
    key: ClassVar[tuple[str, ...]] = ("model", "region", "type", "reason")
    noun: ClassVar[str] = "abstention rate"

    @staticmethod
    def told(row: EtiquetteAbstention) -> dict[str, str]:
        return {
            "model": row.model,
            "cell": cell_name(row.region, row.type),
            "reason": row.reason or "any",
            "share": interval(row.share, row.low, row.high),
            "asked": str(row.asked),
        }

    @staticmethod
    def size(row: EtiquetteAbstention) -> float:
        return row.share
