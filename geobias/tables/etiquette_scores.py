"""EtiquetteScoreTable and EtiquetteCountTable: how right answers about etiquette are, and the counts behind that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from geobias.errors import InputError
from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval

NAN = float("nan")
ANSWERED, AS_WRONG, AS_RIGHT = "answered", "abstentions wrong", "abstentions right"
COUNTED = (ANSWERED, AS_WRONG, AS_RIGHT)
"""What a score is taken over: answers alone; all statements, where abstaining is a mistake; or where it is none. The
last two are the least and the most that the score can be, whatever was not said."""


def cell_name(region: str, etiquette_type: str) -> str:
    """
    >>> cell_name("India", "dining"), cell_name("", "dining"), cell_name("India", ""), cell_name("", "")
    ('India, dining', 'dining', 'India', 'all')
    """
    return ", ".join(filter(None, (region, etiquette_type))) or "all"


@dataclass(frozen=True)
class EtiquetteScore:
    """A score of one model in one cell.

    Attributes
    ----------
    model : that answered. metric : "accuracy", "f1_pos", ..., as `geobias.measures.scores` calls them; "coverage", the
        share of statements that are answered.
    counted : one of `COUNTED`; "" of coverage.
    region, type : the cell; "" = all of them. A score of all regions is the mean of theirs, weighted by `weight`.
    value, low, high : the score with its interval at `level`; NaN where it is undefined.
    n, answered, units : statements asked about, those answered, and units (families of near-duplicates) of these.
    weight : of a region, its share of all statements; NaN in other rows.
    method : "wilson" or "pigeonhole", see `ScoreInterval`.
    """

    model: str
    metric: str
    counted: str
    region: str
    type: str
    value: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    n: int = 0
    answered: int = 0
    units: int = 0
    weight: float = NAN
    method: str = ""


@dataclass(frozen=True, repr=False)
class EtiquetteScoreTable(RowTable):
    """Scores, one a row."""

    rows: tuple[EtiquetteScore, ...]

    row_type: ClassVar[type] = EtiquetteScore
    key: ClassVar[tuple[str, ...]] = ("model", "metric", "counted", "region", "type")
    noun: ClassVar[str] = "score"
    block: ClassVar[str] = "metric"

    @staticmethod
    def told(row: EtiquetteScore) -> dict[str, str]:
        return {
            "model": row.model,
            "cell": cell_name(row.region, row.type),
            "counted": row.counted,
            "value": interval(row.value, row.low, row.high),
            "statements": str(row.n),
            "answered": str(row.answered),
        }

    def one(self, metric: str, counted: str = ANSWERED, region: str = "", etiquette_type: str = "") -> EtiquetteScore:
        """The first row of a cell; raises `InputError` where there is none."""
        for row in self.rows:
            if (row.metric, row.counted, row.region, row.type) == (metric, counted, region, etiquette_type):
                return row
        raise InputError(
            f"the table must have the score {metric!r}, counted {counted!r}, of {cell_name(region, etiquette_type)}",
            f"none of its {len(self.rows)} rows is that",
            "Name another cell, or another score.",
        )


@dataclass(frozen=True)
class EtiquetteCount:
    """Statements of a cell by what was said of them; "pos" are those that their region accepts. "" = all."""

    model: str
    region: str
    type: str
    true_pos: int
    true_neg: int
    false_pos: int
    false_neg: int
    abstained_pos: int = 0
    abstained_neg: int = 0


@dataclass(frozen=True, repr=False)
class EtiquetteCountTable(RowTable):
    """Counts, a cell a row."""

    rows: tuple[EtiquetteCount, ...]

    row_type: ClassVar[type] = EtiquetteCount
    key: ClassVar[tuple[str, ...]] = ("model", "region", "type")
    noun: ClassVar[str] = "cell"

    @staticmethod
    def told(row: EtiquetteCount) -> dict[str, str]:
        counts = ("true_pos", "true_neg", "false_pos", "false_neg", "abstained_pos", "abstained_neg")
        named = {name.replace("_", " "): str(getattr(row, name)) for name in counts}
        return {"model": row.model, "cell": cell_name(row.region, row.type), **named}
