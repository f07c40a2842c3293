"""What a model states when it is asked a survey's items, beside what its texts say and what respondents answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")
STATED, WRITTEN = "stated", "written"
NATIONS, CELLS = "nations", "cells"


@dataclass(frozen=True)
class StatedValue:
    """One value of one nation; nation "" = all, value "" = the projection.

    Attributes
    ----------
    stated : mean place of the item's answers by their probabilities; written : mean score of the texts; survey : mean
        of respondents. Of a value in -1..1, of the projection in units of the loadings; the traditional end positive.
    *_error, *_low, *_high : standard error, and the interval at `level`. Of stated, written and `difference`, which is
        stated less written, personas (nation, age and sex) are the units; of the survey respondents.
    n_stated, n_written, n_survey : questions whose answers were scored, responses, respondents. personas : those that
        both were asked of, which alone count. note : why something is missing.
    """

    nation: str
    value: str
    stated: float = NAN
    stated_error: float = NAN
    stated_low: float = NAN
    stated_high: float = NAN
    written: float = NAN
    written_error: float = NAN
    written_low: float = NAN
    written_high: float = NAN
    survey: float = NAN
    survey_error: float = NAN
    survey_low: float = NAN
    survey_high: float = NAN
    difference: float = NAN
    difference_low: float = NAN
    difference_high: float = NAN
    level: float = 0.95
    n_stated: int = 0
    n_written: int = 0
    n_survey: int = 0
    personas: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class StatedValueTable(RowTable):
    """A row a nation and value, with the projection and all nations."""

    row_type: ClassVar[type] = StatedValue
    key: ClassVar[tuple[str, ...]] = ("nation", "value")
    noun: ClassVar[str] = "mean"
    block: ClassVar[str] = "nation"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "value": row.value or "projection",
            "stated": interval(row.stated, row.stated_low, row.stated_high, "+"),
            "written": interval(row.written, row.written_low, row.written_high, "+"),
            "survey": number(row.survey, "+"),
        }


@dataclass(frozen=True)
class StatedAgreement:
    """How far two sides go together in one value; value "" = the projection.

    Attributes
    ----------
    side_a, side_b : among "stated", "written", "survey".
    between : "nations", r of their means; "cells", r over the personas of a nation, averaged over nations.
    r, low, high : Pearson's, with its interval at `level` on Fisher's scale: of nations as that of so many pairs, of
        cells by Student's law over nations. p : two-sided, of no correlation. spearman : of the same.
        Both are of means as they were measured, which noise draws towards 0.
    units : nations, or personas in all; nations : those that it rests on. note : why there is none.
    """

    value: str
    side_a: str
    side_b: str
    between: str
    r: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    p: float = NAN
    spearman: float = NAN
    units: int = 0
    nations: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class StatedAgreementTable(RowTable):
    """A row a value, two sides and what they are compared between."""

    row_type: ClassVar[type] = StatedAgreement
    key: ClassVar[tuple[str, ...]] = ("value", "side_a", "side_b", "between")
    noun: ClassVar[str] = "coefficient"
    block: ClassVar[str] = "between"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "value": row.value or "projection",
            "sides": f"{row.side_a}, {row.side_b}",
            "r": interval(row.r, row.low, row.high, "+"),
            "p": number(row.p),
            "units": str(row.units),
        }

    @staticmethod
    def size(row: Any) -> float:
        return abs(row.r)
