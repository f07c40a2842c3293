"""Relations between pairwise tables: does one quantity go with another over the pairs of groups?

Pairs share groups, so their values depend on each other. The p-value to read is `p_relabel`: the groups of
one table are relabelled, rows and columns together (Mantel 1967), over all G! labellings where these are few.
Beside it stand two that take pairs as independent, and so reject too often: scipy's `p_asymptotic`, and
`p_pair_shuffle`, which shuffles single pairs as published work does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from geobias.stats.coefficients import coefficient_name
from geobias.stats.multiplicity import benjamini_hochberg
from geobias.stats.permutation import PermutationSource, Seed, permutation_test
from geobias.stats.rank import asymptotic_pvalue, check_alternative, merge_ties
from geobias.stats.samples import as_sample, measured_groups
from geobias.tables import PairTable, Relation, RelationTable

DEFAULT_COEFFICIENTS = ("spearman", "kendall", "pearson")
_LEAST = 3  # groups, and pairs: with fewer a coefficient is +1 or -1 whatever the data


def relate(
    x: PairTable,
    y: PairTable,
    *,
    coefficients: Sequence[str] = DEFAULT_COEFFICIENTS,
    groups: Sequence[str] | None = None,
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    missing: str = "drop-pair",
    tie_tolerance: float = 1e-8,
    rng: Seed = None,
) -> list[Relation]:
    """Relate two tables by each coefficient; see `relate_all`, which does it for many and adds corrections.

    >>> values = np.array([[0, 1, 2, 4], [1, 0, 3, 6], [2, 3, 0, 5], [4, 6, 5, 0.0]])
    >>> x = PairTable(("a", "b", "c", "d"), values[None], "distance")
    >>> y = PairTable(("a", "b", "c", "d"), values[None] ** 2, "gap")
    >>> [row] = relate(x, y, coefficients=["spearman"], rng=0)
    >>> round(row.statistic, 6), round(row.p_relabel, 4), row.relabel_method, row.n_relabelings
    (1.0, 0.0417, 'exact', 24)
    """
    table = relate_all(
        [(x, y)],
        coefficients=coefficients,
        groups=groups,
        alternative=alternative,
        exact_limit=exact_limit,
        n_resamples=n_resamples,
        missing=missing,
        tie_tolerance=tie_tolerance,
        rng=rng,
    )
    return [replace(row, q_relabel=np.nan) for row in table.rows]


def relate_all(
    combinations: Iterable[tuple[PairTable, PairTable]],
    *,
    family: str = "",
    coefficients: Sequence[str] = DEFAULT_COEFFICIENTS,
    groups: Sequence[str] | None = None,
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    missing: str = "drop-pair",
    tie_tolerance: float = 1e-8,
    rng: Seed = None,
) -> RelationTable:
    """Relate many pairs of tables, e.g. `itertools.product(distances, gaps)`; rows come in that order.

    Parameters
    ----------
    combinations : pairs (x, y); values are the means over repeats, and groups are matched by name.
    family : name of the hypotheses that belong together. `q_relabel` is Benjamini-Hochberg's over all rows of
        one coefficient in this call; correct each family by a call of its own.
    coefficients : "spearman", "kendall" (tau-b), "kendall_tau_a", "pearson"; rows carry the full name.
    groups : the groups to use; None = the base groups of both tables, so unions and references stay out.
    alternative : "two-sided", "greater" or "less".
    exact_limit, n_resamples : all G! relabellings where G! <= exact_limit (8! = 40,320), else `n_resamples`
        drawn, with p = (b + 1) / (m + 1). Shuffles of pairs likewise.
    missing : "drop-pair" leaves out a pair that either table lacks, and in each relabelling those that then
        meet a missing one; "drop-group" leaves out the group with most missing pairs (of equals the last by
        name) until none is missing. `n_groups`, `n_pairs` and `note` say what was used.
    tie_tolerance : values of a table closer than this share of its largest magnitude are taken as equal: gaps
        of the same counts differ by rounding alone. About 7 decimals at 10 points, and the same in any unit.
    rng : seed; an int gives the same numbers whatever else is related in the call.

    Returns
    -------
    RelationTable. A row is NaN, and its `note` says why, with fewer than 3 common groups or pairs, or where a
    table is constant. Raises InputError for unknown groups, coefficients, policies, and infinite values.
    """
    check_alternative(alternative)
    names = list(dict.fromkeys(coefficient_name(name) for name in coefficients))
    pairs = [_align(x, y, groups, missing, tie_tolerance) for x, y in combinations]
    source = PermutationSource(rng, exact_limit, n_resamples)
    table: dict[str, list[Relation]] = {}
    for name in names:
        found: dict[int, Relation] = {}
        for members in _batches(pairs):
            rows = _relate_batch([pairs[i] for i in members], name, alternative, source)
            found.update(zip(members, rows, strict=True))
        q = benjamini_hochberg([found[i].p_relabel for i in range(len(pairs))])
        table[name] = [replace(found[i], family=family, q_relabel=float(q[i])) for i in range(len(pairs))]
    return RelationTable(tuple(table[name][i] for i in range(len(pairs)) for name in names))


@dataclass(frozen=True)
class _Aligned:
    """Two tables on the same groups: float64 (pairs,) each, NaN in both where either was not measured."""

    x: str
    y: str
    groups: tuple[str, ...]
    first: np.ndarray
    second: np.ndarray
    note: str

    @property
    def known(self) -> np.ndarray:
        return ~np.isnan(self.first)

    def problem(self) -> str:
        """Why no coefficient can be computed; empty where one can."""
        if len(self.groups) < _LEAST:
            return f"needs at least {_LEAST} groups in common, there are {len(self.groups)}"
        count = int(self.known.sum())
        if count < _LEAST:
            return f"needs at least {_LEAST} measured pairs, there are {count}"
        for name, values in ((self.x, self.first), (self.y, self.second)):
            if np.nanmin(values) == np.nanmax(values):
                return f"'{name}' is constant over the {count} pairs used"
        return ""


def _align(x: PairTable, y: PairTable, groups: Sequence[str] | None, missing: str, tie_tolerance: float) -> _Aligned:
    common = tuple(name for name in x.base_groups if name in y.base_groups)
    names = common if groups is None else tuple(groups)
    tables = [as_sample(table.select(names).mean(), table.quantity) for table in (x, y)]
    unknown = np.isnan(tables[0]) | np.isnan(tables[1])
    np.fill_diagonal(unknown, False)
    kept, note = measured_groups(names, unknown, missing)
    index, upper = np.ix_(kept, kept), np.triu_indices(len(kept), 1)
    lost = unknown[index][upper]
    if lost.any():
        note = "; ".join(filter(None, [note, f"{lost.sum()} of {len(lost)} pairs not measured"]))
    first, second = (merge_ties(np.where(lost, np.nan, t[index][upper]), tie_tolerance) for t in tables)
    return _Aligned(x.quantity, y.quantity, tuple(names[i] for i in kept), first, second, note)


def _batches(pairs: Sequence[_Aligned]) -> list[list[int]]:
    """Positions whose first vector is the same and complete: it is then permuted once for all of them."""
    batches: dict[tuple, list[int]] = {}
    for i, pair in enumerate(pairs):
        alone = bool(pair.problem()) or not pair.known.all()
        batches.setdefault((i,) if alone else (pair.groups, pair.first.tobytes()), []).append(i)
    return list(batches.values())


def _relate_batch(
    pairs: Sequence[_Aligned], coefficient: str, alternative: str, source: PermutationSource
) -> list[Relation]:
    """Relations of one coefficient for pairs that share their first vector."""
    blank = [_blank(pair, coefficient, alternative) for pair in pairs]
    if pairs[0].problem():
        return blank
    x, ys, used = pairs[0].first, np.stack([pair.second for pair in pairs]), pairs[0].known
    options = {"coefficient": coefficient, "alternative": alternative}
    relabel = permutation_test(x, ys, source.relabelings(len(pairs[0].groups)), **options)
    shuffle = permutation_test(x[used], ys[:, used], source.shuffles(int(used.sum())), **options)
    return [
        replace(
            row,
            statistic=float(relabel.statistic[k]),
            p_relabel=float(relabel.pvalue[k]),
            relabel_method=relabel.method,
            n_relabelings=relabel.n_resamples,
            p_smallest=float(relabel.smallest[k]),
            p_asymptotic=asymptotic_pvalue(x[used], ys[k, used], coefficient, alternative),
            p_pair_shuffle=float(shuffle.pvalue[k]),
        )
        for k, row in enumerate(blank)
    ]


def _blank(pair: _Aligned, coefficient: str, alternative: str) -> Relation:
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
        p_relabel=np.nan,
        relabel_method="",
        n_relabelings=0,
        p_smallest=np.nan,
        p_asymptotic=np.nan,
        p_pair_shuffle=np.nan,
        note="; ".join(filter(None, [pair.note, pair.problem()])),
    )
