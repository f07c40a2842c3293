"""Critical coefficients of a family, against the p-values that `relate_all` gives on the same permutations."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.relations import critical_coefficients, relate_all
from geobias.stats import PermutationSource
from geobias.tables import PairTable


def table(rng: np.random.Generator, name: str, groups: int = 6, first: int = 0) -> PairTable:
    values = rng.random((groups, groups))
    values = np.triu(values, 1) + np.triu(values, 1).T
    return PairTable(tuple("abcdefgh"[first : first + groups]), values[None], name)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("options", [{}, {"exact_limit": 10, "n_resamples": 499}])
def test_the_largest_of_a_family_is_found_where_it_exceeds_it(alternative, options):
    rng, seen = np.random.default_rng(3), set()
    for _ in range(12):
        gap = table(rng, "gap")
        mixed = rng.random() * gap.values + 0.4 * table(rng, "x").values
        pairs = [(table(rng, f"x{i}"), gap) for i in range(3)] + [(PairTable(gap.groups, mixed, "mixed"), gap)]
        rows = relate_all(pairs, coefficients=["spearman"], alternative=alternative, rng=7, **options).rows
        source = PermutationSource(7, **options)
        [critical] = set(critical_coefficients(pairs, "spearman", source, alpha=0.2, alternative=alternative).tolist())
        turn = {"greater": 1, "less": -1}.get(alternative)
        sizes = [abs(row.statistic) if turn is None else turn * row.statistic for row in rows]
        largest = int(np.argmax(sizes))
        assert (rows[largest].p_max <= 0.2) == (sizes[largest] > critical + 1e-9)
        seen.add(bool(rows[largest].p_max <= 0.2))
    assert seen == {True, False}


def test_relations_on_other_groups_are_a_block_and_what_cannot_be_computed_has_none():
    rng = np.random.default_rng(0)
    gap, constant = table(rng, "gap", 7), PairTable(tuple("abcdefg"), np.ones((1, 7, 7)), "constant")
    pairs = [(table(rng, "x", 7), gap), (table(rng, "y", 7), gap), (table(rng, "z", 6), gap), (constant, gap)]
    found = critical_coefficients(pairs, "pearson", PermutationSource(0), alpha=0.09)
    assert found[0] == found[1] != found[2]
    assert np.isnan(found[3])
    [alone] = critical_coefficients(pairs[2:3], "pearson", PermutationSource(0), alpha=0.03)
    assert found[2] == alone  # one of three that can be computed: a third of the level
