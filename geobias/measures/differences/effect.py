"""Effect: the size of the difference of two groups."""

from __future__ import annotations

from dataclasses import dataclass

NAN = float("nan")


@dataclass(frozen=True)
class Effect:
    """The size of the difference of two groups; fields as in `geobias.tables.Difference`, n_a and n_b in units."""

    group_a: str
    group_b: str
    n_a: int
    n_b: int
    distance: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    auc: float = NAN
    auc_low: float = NAN
    auc_high: float = NAN
    best_auc: float = NAN
    best_auc_low: float = NAN
    best_auc_high: float = NAN
    margin: float = NAN
    p_equivalent: float = NAN
    detectable_auc: float = NAN
    note: str = ""
