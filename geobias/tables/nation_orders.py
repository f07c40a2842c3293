"""Nations beside a reference: where a model puts them, where a survey or a map does, whether the orders agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class NationPlace:
    """One nation as a reference has it.

    Attributes
    ----------
    reference : "survey", or the name of a map's dimension. model, model_error : mean projection over designs and its
        standard error. value, value_error : of the reference (NaN where it has none). n : respondents; 0 = not told.
    """

    reference: str
    nation: str
    model: float = NAN
    model_error: float = NAN
    value: float = NAN
    value_error: float = NAN
    n: int = 0


@dataclass(frozen=True, repr=False)
class NationPlaceTable(RowTable):
    """A row a reference and nation."""

    row_type: ClassVar[type] = NationPlace
    key: ClassVar[tuple[str, ...]] = ("reference", "nation")
    noun: ClassVar[str] = "nation"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "reference": row.reference,
            "nation": row.nation,
            "model": number(row.model),
            "there": number(row.value),
        }


@dataclass(frozen=True)
class NationOrder:
    """Whether a model puts nations in the order that a reference does.

    Attributes
    ----------
    coefficient : Spearman's, of the nations' means with the reference. low, high : its interval at `level`, means drawn
        anew by their errors: of these nations, not of others. n_nations : that both have.
    p : that orders have nothing to do with each other, one-sided, nations permuted. p_attainable : the least that it
        can be. p_holm : over references. method : "exact" or "sampled" permutations.
    verdict, alpha, lacking : left to `geobias.relations.judge_orders`. note : why there is nothing.
    """

    reference: str
    coefficient: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    p: float = NAN
    p_attainable: float = NAN
    p_holm: float = NAN
    method: str = ""
    n_nations: int = 0
    alpha: float = NAN
    verdict: str = ""
    lacking: str = ""
    note: str = ""


@dataclass(frozen=True, repr=False)
class NationOrderTable(RowTable):
    """A row a reference."""

    row_type: ClassVar[type] = NationOrder
    key: ClassVar[tuple[str, ...]] = ("reference",)
    noun: ClassVar[str] = "order"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "reference": row.reference,
            "Spearman": interval(row.coefficient, row.low, row.high, "+"),
            "p": number(row.p_holm),
            "verdict": row.verdict or NOT_JUDGED,
        }
