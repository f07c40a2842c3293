"""Specifications of one study, a row each: what varies between them, and what each found."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class Specification:
    """How one distance goes with one gap in one run, as one of the specifications of a multiverse.

    Attributes
    ----------
    specification : its number, from 1. run : the folder of its run.
    x, y : the quantities that are related. coefficient, alternative : as in `Relation`, one for all specifications.
    statistic : the coefficient over `n_pairs` pairs of `n_groups` groups, whose names are in `groups`.
    p_qap : by permuting groups, of this specification alone; p_max : over all specifications (max-T on the same
        permutations); p_smallest : the least that `p_max` could be.
    verdict, alpha : of the relation over all specifications, at the level alpha. verdict_alone : what the run itself
        decided on this relation, corrected within that run; "" = it did not judge it.
    rank : place among the coefficients, the smallest first; 0 = undefined. low, high : the middle `level` of the
        coefficient of this rank where groups are permuted in all specifications together.
    pairs_different, pairs_compared : pairs of regions whose texts differ by the run's own test, of those compared.
    note : why something is NaN.
    """

    specification: int
    run: str
    x: str
    y: str
    coefficient: str
    statistic: float
    n_groups: int
    n_pairs: int
    groups: str
    alternative: str
    p_qap: float = NAN
    p_max: float = NAN
    p_smallest: float = NAN
    verdict: str = ""
    alpha: float = NAN
    verdict_alone: str = ""
    rank: int = 0
    low: float = NAN
    high: float = NAN
    level: float = NAN
    pairs_different: int = 0
    pairs_compared: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class SpecificationTable(RowTable):
    """Specifications, one per row; `to_frame` has the fields of `Specification` as columns."""

    rows: tuple[Specification, ...]

    row_type = Specification
    key = ("specification",)
    noun = "specification"

    @staticmethod
    def told(row: Specification) -> dict[str, str]:
        return {
            "specification": str(row.specification),
            "x": row.x,
            "y": row.y,
            "value": number(row.statistic, "+"),
            "p": number(row.p_qap),
            "p of all": number(row.p_max),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: Specification) -> float:
        return abs(row.statistic)


@dataclass(frozen=True)
class Choice:
    """The `value` that a specification has of a `setting` that varies, both as text."""

    specification: int
    setting: str
    value: str


@dataclass(frozen=True, repr=False)
class ChoiceTable(RowTable):
    """What varies between specifications, a row for every specification and setting."""

    rows: tuple[Choice, ...]

    row_type = Choice
    key = ("specification", "setting")
    noun = "choice"
