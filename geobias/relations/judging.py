"""The one judge of relations: which word of a verdict each of them gets, and what decided it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from geobias.arguments import number
from geobias.relations.lacking import ALONE, HOLM, MAX_T, lacking
from geobias.relations.stating import level
from geobias.stats import ControlResult, holm
from geobias.tables import (
    CONTROL,
    CORRECTION,
    FEW_GROUPS,
    MANY_RELATIONS,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    SUPPORTED,
    UNTESTABLE,
    Relation,
)

_CORRECTIONS = {MAX_T: "p_max", HOLM: "p_holm", ALONE: "p_qap"}
_PVALUES = ("p_qap", "q_bh", "p_holm", "p_max")
Control = ControlResult | float | None


def judge(rows: Iterable[Relation], control: Control = None, *, alpha: float = 0.05) -> tuple[Relation, ...]:
    """The relations with their verdicts filled in, each judged beside those that it was corrected with.

    A relation is "supported" where its p, adjusted over its family by max-T (or by Holm where that has none), is at
    most `alpha`, and so is the p of the negative control if one was run; it "cannot be tested" where
    no permutation could have given such a p (`lacking` says why), is "not computed" where it has no p, and else "not
    separable". The primary relation, declared beforehand, goes by its own p. A test that is one-sided supports nothing
    in the other direction, however strong.

    control : of the whole pipeline, a `ControlResult` or its p-value.
    """
    alpha, p_control = level(alpha), _control_p(control)
    judged = list(rows)
    families: dict[tuple[str, str, str, bool], list[int]] = defaultdict(list)
    for place, row in enumerate(judged):
        families[row.family, row.coefficient, row.excluded, row.primary].append(place)
    for places in families.values():
        for place, row in zip(places, _judged([judged[at] for at in places], p_control, alpha), strict=True):
            judged[place] = row
    return tuple(judged)


def _control_p(control: Control) -> float:
    """The p-value of a control; NaN where none was run, or where it gave none."""
    value = control.pvalue if isinstance(control, ControlResult) else control
    if value is None or (isinstance(value, (float, np.floating)) and np.isnan(value)):
        return float("nan")
    must = "be a ControlResult, a p-value or None"
    return number("control", value, must, lambda v: 0 <= v <= 1, "Pass what geobias.stats.control_pvalue gives.")


def _judged(family: Sequence[Relation], p_control: float, alpha: float) -> list[Relation]:
    """Rows of one family, coefficient and set of groups; the primary one is a family of its own."""
    tested = [row for row in family if not np.isnan(row.p_qap)]
    correction = next(
        name for name, field in _CORRECTIONS.items() if not any(np.isnan(getattr(row, field)) for row in tested)
    )
    correction = ALONE if family[0].primary else correction
    attainable = iter(_attainable(tested, correction))
    out = []
    for row in family:
        if np.isnan(row.p_qap):
            out.append(replace(row, verdict=NOT_COMPUTED, alpha=alpha, p_control=p_control))
            continue
        p, least = getattr(row, _CORRECTIONS[correction]), next(attainable)
        passed = p <= alpha and not p_control > alpha
        word = UNTESTABLE if least > alpha else SUPPORTED if passed else NOT_SEPARABLE
        lacks = lacking(least, row.p_smallest, row.n_permutations, alpha, few=FEW_GROUPS, many=MANY_RELATIONS)
        decided = {"p_decisive": p, "decided_by": correction, "p_attainable": least, "lacking": lacks}
        decided |= {"passes": _passes(row, alpha), "stopped_by": _stopped_by(row, p, word, alpha)}
        out.append(replace(row, verdict=word, alpha=alpha, p_control=p_control, **decided))
    return out


def _passes(row: Relation, alpha: float) -> str:
    """The fields of a row that hold a p-value of at most alpha."""
    return ", ".join(name for name in _PVALUES if getattr(row, name) <= alpha)


def _stopped_by(row: Relation, p: float, word: str, alpha: float) -> str:
    """Why a relation with a p-value of at most alpha is not supported all the same."""
    if word != NOT_SEPARABLE:
        return ""
    return CONTROL if p <= alpha else CORRECTION if row.p_qap <= alpha else ""


def _attainable(tested: Sequence[Relation], correction: str) -> list[float]:
    """The least that the p of each row could be after the correction.

    Of Holm's it is what Holm makes of the least p of every row. The largest statistic over a family can be as rare as
    one alone; where rows are on different groups, each block of them is weighted by its share: see `joint`.
    """
    smallest = [row.p_smallest for row in tested]
    if correction == HOLM:
        return holm(smallest).tolist()
    if correction == ALONE:
        return smallest
    sizes = Counter(row.groups for row in tested)
    return [min(1.0, row.p_smallest * (len(tested) / sizes[row.groups])) for row in tested]
