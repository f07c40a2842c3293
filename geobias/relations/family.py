"""One coefficient of many pairs of tables on the same permutations, and its corrections over that family."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from geobias.relations.aligning import Aligned
from geobias.relations.joint import Tested, max_adjusted
from geobias.stats import (
    DISTANCE,
    PermutationSource,
    PermutationTestResult,
    asymptotic_pvalue,
    benjamini_hochberg,
    holm,
    max_statistic,
    permutation_test,
    tested_alternative,
)
from geobias.tables import Relation


def relate_family(
    pairs: Sequence[Aligned],
    coefficient: str,
    alternative: str,
    source: PermutationSource,
    primary: Collection[int] = (),
) -> list[Relation]:
    """A row for every pair of tables, with the corrections over all of them.

    primary : the place of the relation that was declared beforehand, if one was: it is a family of its own, so that its
        corrections change nothing, and the others are the family behind it.
    """
    alternative = tested_alternative(coefficient, alternative)
    found: dict[int, Tested] = {}
    for members in _batches(pairs, coefficient):
        tested = _relate_batch([pairs[i] for i in members], coefficient, alternative, source)
        found.update(zip(members, tested, strict=True))
    out: dict[int, Relation] = {}
    for family in (primary, [i for i in range(len(pairs)) if i not in primary]):
        out.update(
            zip(family, _corrected([pairs[i] for i in family], [found[i] for i in family], alternative), strict=True)
        )
    return [replace(out[i], primary=i in primary) for i in range(len(pairs))]


def _corrected(pairs: Sequence[Aligned], tested: Sequence[Tested], alternative: str) -> list[Relation]:
    """The rows of one family with their corrections."""
    rows = [row for row, _ in tested]
    p = [row.p_qap for row in rows]
    q, by_holm = benjamini_hochberg(p), holm(p)
    by_max, note = max_adjusted(pairs, tested, alternative)
    return [
        replace(
            row,
            q_bh=float(q[i]),
            p_holm=float(by_holm[i]),
            p_max=float(by_max[i]),
            note=_joined(row.note, note if not np.isnan(row.statistic) else ""),
        )
        for i, row in enumerate(rows)
    ]


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _batches(pairs: Sequence[Aligned], coefficient: str) -> list[list[int]]:
    """Positions whose first vector is the same and complete: it is then permuted once for all of them."""
    batches: dict[tuple, list[int]] = {}
    for i, pair in enumerate(pairs):
        alone = bool(pair.problem(coefficient)) or not pair.known.all()
        batches.setdefault((i,) if alone else (pair.groups, pair.first.tobytes()), []).append(i)
    return list(batches.values())


def _relate_batch(
    pairs: Sequence[Aligned], coefficient: str, alternative: str, source: PermutationSource
) -> list[Tested]:
    """Relations of one coefficient for pairs that share their first vector."""
    blank = [_blank(pair, coefficient, alternative) for pair in pairs]
    if pairs[0].problem(coefficient):
        return [(row, np.empty(0)) for row in blank]
    x, ys, used = pairs[0].first, np.stack([pair.second for pair in pairs]), pairs[0].known
    options = {"coefficient": coefficient, "alternative": alternative}
    by_groups = permutation_test(x, ys, source.of_groups(len(pairs[0].groups)), **options)
    by_pairs = permutation_test(x[used], ys[:, used], source.of_pairs(int(used.sum())), **options)
    rows = []
    for k, row in enumerate(blank):
        statistic = float(by_groups.statistic[k])
        undefined = np.isnan(statistic)
        tested = replace(
            row,
            statistic=statistic,
            p_qap=float(by_groups.pvalue[k]),
            qap_method=by_groups.method,
            n_permutations=by_groups.n_resamples,
            p_smallest=float(by_groups.smallest[k]),
            p_seed_sd=float(by_groups.seed_sd[k]),
            p_opposite=_opposite(by_groups, k, coefficient),
            p_asymptotic=np.nan if undefined else asymptotic_pvalue(x[used], ys[k, used], coefficient, alternative),
            p_naive=float(by_pairs.pvalue[k]),
            note=_joined(row.note, _distance_note(coefficient, undefined)),
        )
        rows.append((tested, by_groups.null[k]))
    return rows


def _opposite(test: PermutationTestResult, k: int, coefficient: str) -> float:
    """p of the direction that a one-sided test did not ask for; NaN where there is none."""
    other = {"greater": "less", "less": "greater"}.get(test.alternative)
    if other is None or coefficient in DISTANCE:
        return np.nan
    return float(
        max_statistic(test.statistic[k : k + 1], test.null[k : k + 1], exact=test.method == "exact", alternative=other)[
            0
        ]
    )


def _distance_note(coefficient: str, undefined: bool) -> str:
    """Why a distance correlation, or its asymptotic p, is NaN."""
    if coefficient not in DISTANCE:
        return ""
    return "the centred distances of a table are all zero" if undefined else "no asymptotic p for distance correlation"


def _blank(pair: Aligned, coefficient: str, alternative: str) -> Relation:
    """The row of a pair before, or without, a statistic."""
    return Relation(
        x=pair.x,
        y=pair.y,
        coefficient=coefficient,
        statistic=np.nan,
        n_groups=len(pair.groups),
        n_pairs=int(pair.known.sum()),
        groups=", ".join(pair.groups),
        alternative=alternative,
        p_qap=np.nan,
        qap_method="",
        n_permutations=0,
        p_smallest=np.nan,
        p_asymptotic=np.nan,
        p_naive=np.nan,
        note=_joined(pair.note, pair.problem(coefficient)),
    )
