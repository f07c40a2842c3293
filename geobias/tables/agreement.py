"""What all specifications of one study say together: of a relation, and of every pair of groups."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable


@dataclass(frozen=True)
class Agreement:
    """What all specifications say together.

    Attributes
    ----------
    n_specifications, n_tested : how many there are, and have a coefficient. n_distinct : of these, how many relate
        other numbers than those before them; the others vary in what does not reach this relation.
    median, low, high : the middle, smallest and largest coefficient. p_median : of the middle one.
    p_any : of the hypothesis that no specification has a relation, by `correction`; p_smallest : the least it could be.
    n_supported : specifications that are supported after that correction, at the level `alpha`.
    sign, same_sign : the sign most of them have (1 or -1), and the share of those tested that have it.
    alone, same_verdict : the word that most runs came to on their own, and the share of specifications with it.
    method, n_permutations : "exact" or "sampled" permutations of groups, and how many.
    """

    n_specifications: int
    n_tested: int
    n_distinct: int
    median: float
    low: float
    high: float
    p_median: float
    p_any: float
    p_smallest: float
    correction: str
    n_supported: int
    sign: int
    same_sign: float
    alone: str
    same_verdict: float
    coefficient: str
    alternative: str
    method: str
    n_permutations: int
    alpha: float


@dataclass(frozen=True, repr=False)
class AgreementTable(RowTable):
    """One row: what all specifications say together."""

    rows: tuple[Agreement, ...]

    row_type = Agreement
    noun = "summary"


@dataclass(frozen=True)
class PairAgreement:
    """In how many of the runs that compared a pair of groups their texts differ."""

    group_a: str
    group_b: str
    different: int
    compared: int


@dataclass(frozen=True, repr=False)
class PairAgreementTable(RowTable):
    """Pairs of regions, a row each, with the number of runs in which they differ."""

    rows: tuple[PairAgreement, ...]

    row_type = PairAgreement
    key = ("group_a", "group_b")
    noun = "pair"
