"""Relations between pairwise tables: does one quantity go with another over the pairs of groups?

Pairs share groups, so their values depend on each other. The p-value to read is `p_qap`: the groups of
one table are permuted, rows and columns together (Mantel 1967), over all G! labellings where these are few.
Beside it stand two that take pairs as independent, and so reject too often: scipy's `p_asymptotic`, and
`p_naive`, which permutes single pairs as published work does. Both are anti-conservative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.relations.aligning import align, common_groups
from geobias.relations.family import relate_family
from geobias.relations.strength import Strength
from geobias.stats import PermutationSource, Seed, check_alternative, coefficient_name
from geobias.tables import PairTable, Relation, RelationTable

DEFAULT_COEFFICIENTS = ("spearman", "kendall", "pearson", "distance_correlation")
DEFAULT_STRENGTH = Strength()


def relate(
    x: PairTable,
    y: PairTable,
    *,
    coefficients: Sequence[str] = DEFAULT_COEFFICIENTS,
    groups: Sequence[str] | None = None,
    exclude: Mapping[str, Sequence[str]] | None = None,
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    missing: str = "drop-pair",
    tie_tolerance: float = 1e-8,
    strength: Strength = DEFAULT_STRENGTH,
    rng: Seed = None,
) -> list[Relation]:
    """Relate two tables by each coefficient; see `relate_all`, which does it for many and adds corrections.

    >>> values = np.array([[0, 1, 2, 4], [1, 0, 3, 6], [2, 3, 0, 5], [4, 6, 5, 0.0]])
    >>> x = PairTable(("a", "b", "c", "d"), values[None], "distance")
    >>> y = PairTable(("a", "b", "c", "d"), values[None] ** 2, "gap")
    >>> [row] = relate(x, y, coefficients=["spearman"], rng=0)
    >>> round(row.statistic, 6), round(row.p_qap, 4), row.qap_method, row.n_permutations
    (1.0, 0.0417, 'exact', 24)
    """
    table = relate_all(
        [(x, y)],
        coefficients=coefficients,
        groups=groups,
        exclude=exclude,
        alternative=alternative,
        exact_limit=exact_limit,
        n_resamples=n_resamples,
        missing=missing,
        tie_tolerance=tie_tolerance,
        strength=strength,
        rng=rng,
    )
    return [replace(row, q_bh=np.nan, p_holm=np.nan, p_max=np.nan) for row in table.rows]


def relate_all(
    combinations: Iterable[tuple[PairTable, PairTable]],
    *,
    family: str = "",
    coefficients: Sequence[str] = DEFAULT_COEFFICIENTS,
    groups: Sequence[str] | None = None,
    exclude: Mapping[str, Sequence[str]] | None = None,
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    missing: str = "drop-pair",
    tie_tolerance: float = 1e-8,
    strength: Strength = DEFAULT_STRENGTH,
    primary: tuple[str, str] | None = None,
    rng: Seed = None,
) -> RelationTable:
    """Relate many pairs of tables, e.g. `itertools.product(distances, gaps)`; rows come in that order.

    Parameters
    ----------
    combinations : pairs (x, y); values are the means over repeats, and groups are matched by name.
    family : name of the hypotheses that belong together. `q_bh` (Benjamini-Hochberg), `p_holm` and `p_max`
        (Westfall and Young, all on the same permutations) are over the rows of one coefficient in this call; correct
        each family by a call of its own. Rows on different groups are blocks of `p_max`, each weighted by its share of
        the rows (see `joint`); where a table stands on both sides of the family it is NaN. The note says so.
    coefficients : "spearman", "kendall" (tau-b), "kendall_tau_a", "pearson", "distance_correlation" (bias-corrected, on
        the squared scale, may be negative), "distance_correlation_biased" (its square root before correction, as
        published); rows carry the full name. Distance correlation has no asymptotic p.
    groups : the groups to use; None = the base groups of both tables, so pooled groups and references stay out.
    exclude : label -> groups to leave out, e.g. {"without NZ": ["nz"]}. Each label adds all rows once more, after the
        full ones, without those groups; `excluded` has the label, and corrections are over the rows of one label.
    alternative : "two-sided", "greater" or "less", with the p of the other direction in `p_opposite`; distance
        correlation is tested against "greater" alone.
    exact_limit, n_resamples : all G! permutations where G! <= exact_limit (8! = 40,320), else `n_resamples`
        drawn, with p = (b + 1) / (m + 1). Permutations of pairs likewise.
    missing : "drop-pair" leaves out a pair that either table lacks, and in each permutation those that then
        meet a missing one; "drop-group" leaves out the group with most missing pairs (of equals the last by
        name) until none is missing. `n_groups`, `n_pairs` and `note` say what was used.
    tie_tolerance : values of a table closer than this share of its largest magnitude are taken as equal: gaps
        of the same counts differ by rounding alone. About 7 decimals at 10 points, and the same in any unit.
    strength : the thresholds of the words in `strength`.
    primary : quantities (x, y) of the relation that was declared beforehand, by the first coefficient: it needs no
        correction, and the other rows are the family behind it. None = no relation was.
    rng : seed; an int gives the same numbers whatever else is related in the call.

    Returns
    -------
    RelationTable. A row is NaN, and its `note` says why, with fewer than 3 common groups or pairs, or where a
    table is constant. Raises InputError for unknown groups, coefficients, policies, and infinite values.
    """
    check_alternative(alternative)
    names = list(dict.fromkeys(coefficient_name(name) for name in coefficients))
    given = list(combinations)
    chosen = chosen_groups(given, groups)
    _check_primary(primary, given)
    source = PermutationSource(rng, exact_limit, n_resamples)
    rows: list[Relation] = []
    for label, left_out in [("", ()), *_exclusions(exclude, chosen)]:
        used = [[name for name in members if name not in left_out] for members in chosen]
        pairs = [align(x, y, members, missing, tie_tolerance) for (x, y), members in zip(given, used, strict=True)]
        declared = [i for i, pair in enumerate(pairs) if primary and (pair.x, pair.y) == tuple(primary)]
        tested = {
            name: relate_family(pairs, name, alternative, source, declared if name == names[0] else ())
            for name in names
        }
        rows += [
            replace(row, family=family, excluded=label, strength=strength.word(row.statistic, row.coefficient))
            for row in (tested[name][i] for i in range(len(pairs)) for name in names)
        ]
    return RelationTable(tuple(rows))


def leave_one_group_out(combinations: Iterable[tuple[PairTable, PairTable]], **options: Any) -> RelationTable:
    """`relate_all` with all groups, then without each of them; `excluded` names the one left out.

    It shows whether a relation rests on one group. The p-values belong to the groups that stay, and their corrections
    to the rows without that group; `options` are those of `relate_all`, less `exclude`.
    """
    given = list(combinations)
    used = dict.fromkeys(name for members in chosen_groups(given, options.get("groups")) for name in members)
    return relate_all(given, exclude={name: [name] for name in used}, **options)


def _check_primary(primary: tuple[str, str] | None, given: Sequence[tuple[PairTable, PairTable]]) -> None:
    """A relation that was declared must be among those that are made."""
    pairs = [(str(x.quantity), str(y.quantity)) for x, y in given]
    if primary is not None and pairs.count((str(primary[0]), str(primary[1]))) != 1:
        raise InputError(
            "primary must name the quantities (x, y) of one relation",
            f"{tuple(primary)} names {pairs.count((str(primary[0]), str(primary[1])))}",
            f"There are {pairs}.",
        )


def chosen_groups(
    combinations: Sequence[tuple[PairTable, PairTable]], groups: Sequence[str] | None
) -> list[Sequence[str]]:
    """The groups of every combination, all in one order: the rows of a family share their permutations."""
    if groups is not None:
        return [groups] * len(combinations)
    order = list(dict.fromkeys(name for x, _ in combinations for name in x.groups))
    return [sorted(common_groups(pair), key=order.index) for pair in combinations]


def _exclusions(
    exclude: Mapping[str, Sequence[str]] | None, chosen: Sequence[Sequence[str]]
) -> list[tuple[str, Sequence[str]]]:
    """Labels with the groups they leave out, every one of which must be in use."""
    used = list(dict.fromkeys(name for members in chosen for name in members))
    for label, left_out in (exclude or {}).items():
        unknown = [name for name in left_out if name not in used]
        if isinstance(left_out, str) or not label or (unknown and used):
            raise InputError(
                f"the exclusion '{label}' must have a label and a list of groups that are used",
                f"it is {left_out!r}",
                f"The groups used are {used}.",
            )
    return list((exclude or {}).items())
