"""The verdict on distances: what survives the correction over pairs of regions, and what no permutation could show."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from geobias.errors import InputError
from geobias.relations import (
    DIFFERENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
    Verdict,
    judge_separations,
    separation_verdict,
)
from geobias.tables import FEW_PERMUTATIONS, FEW_SAMPLES, MANY_PAIRS, Separation, SeparationTable

ROW = Separation(
    "sinkhorn", "au", "ca", 90, 90, 15, value=20.5, floor_a=20.0, floor_b=20.0, floor=20.0, excess=0.5,
    p_permutation=0.001, p_smallest=0.001, n_permutations=999,
)  # fmt: skip


def table(*pvalues: float, smallest: float = 0.001, quantity: str = "sinkhorn") -> SeparationTable:
    pairs = [("au", "ca"), ("au", "nz"), ("ca", "nz")]
    rows = [
        replace(ROW, quantity=quantity, group_a=a, group_b=b, p_permutation=p, p_smallest=smallest)
        for (a, b), p in zip(pairs, pvalues, strict=True)
    ]
    return SeparationTable(tuple(rows))


def judged(*tables: SeparationTable, pooled_groups: tuple[str, ...] = ()) -> Verdict:
    return separation_verdict([judge_separations(table, pooled_groups) for table in tables])


@pytest.mark.parametrize(
    ("pvalues", "smallest", "word"),
    [
        ((0.016, 0.5, 0.5), 0.001, DIFFERENT),  # 3 x .016 = .048
        ((0.018, 0.5, 0.5), 0.001, NOT_SEPARABLE),
        ((0.02, 0.02, 0.02), 0.02, UNTESTABLE),  # even the least, .02, is above .05 over three pairs
    ],
)
def test_the_word_follows_holm_over_the_pairs_of_regions(pvalues, smallest, word):
    found = judged(table(*pvalues, smallest=smallest))
    assert found.word == word
    assert found.p_adjusted == pytest.approx(3 * min(pvalues))
    assert found.p_attainable == pytest.approx(3 * smallest)
    assert (found.correction, found.n_tested) == ("Holm", 3)


def test_the_sentence_counts_every_quantity_and_names_the_largest():
    found = judged(table(0.001, 0.5, 0.5), table(0.001, 0.001, 0.5, quantity="energy"))
    assert found.sentence == (
        "1 of 3 pairs of regions is apart by sinkhorn; 2 of 3 pairs of regions are apart by energy (permutation p "
        "after Holm over pairs, at level 0.05). Largest by the first: au–ca, excess +0.5 over a floor of 20."
    )


def test_pairs_with_a_pooled_group_do_not_count():
    found = judged(table(0.02, 0.5, 0.001), pooled_groups=("nz",))
    assert found.n_tested == 1
    assert found.p_adjusted == pytest.approx(0.02)


def test_without_a_test_nothing_is_separable():
    nan = float("nan")
    found = judged(table(nan, nan, nan))
    assert (found.word, found.sentence) == (UNTESTABLE, "No pair of regions could be tested.")


def test_every_pair_carries_its_verdict_level_and_deciding_p():
    made = replace(table(0.02, 0.001, float("nan")), details={"m": 15})
    rows = judge_separations(made, (), 0.01).rows
    assert [row.verdict for row in rows] == [NOT_SEPARABLE, DIFFERENT, NOT_COMPUTED]
    assert [row.alpha for row in rows] == [0.01] * 3
    assert [row.p_holm for row in rows[:2]] == [0.02, 0.002]
    with_pooled = judge_separations(made, ("ca",), 0.05)
    assert [row.verdict for row in with_pooled.rows] == ["", DIFFERENT, ""]
    assert with_pooled.details == {"m": 15}


def many(groups: int, splits: int, p: float, permutations: int | None = None) -> SeparationTable:
    """All pairs of so many groups, each tested by `splits` splits (two of which are alike) or by permutations drawn."""
    smallest = 2 / splits if permutations is None else 1 / (permutations + 1)
    row = replace(ROW, p_permutation=p, p_smallest=smallest, n_permutations=permutations or splits)
    pairs = combinations(range(groups), 2)
    return SeparationTable(tuple(replace(row, group_a=f"g{a}", group_b=f"g{b}") for a, b in pairs))


@pytest.mark.parametrize(
    ("made", "word", "lacking", "words"),
    [
        # 8 groups of 120 to 300 texts whose means lie 10 apart: every split of 6 + 6 samples, 28 pairs.
        (many(8, 924, 2 / 924), UNTESTABLE, MANY_PAIRS, "so many pairs of regions, 28, that the 924 ways to split"),
        (many(7, 924, 2 / 924), DIFFERENT, "", "Yes: all 21 pairs of regions lie further apart"),
        (many(33, 924, 2 / 924), UNTESTABLE, MANY_PAIRS, "so many pairs of regions, 528, that the 924 ways to split"),
        (many(38, 0, 1e-4, 9_999), UNTESTABLE, MANY_PAIRS, "703, that 9,999 permutations of each cannot tell one from"),
        (many(40, 0, 1e-4, 9_999), UNTESTABLE, MANY_PAIRS, "780, that 9,999 permutations of each cannot tell one from"),
        (many(40, 0, 5e-5, 19_999), DIFFERENT, "", "Yes: all 780 pairs of regions lie further apart"),
        (many(40, 0, 0.02, 19_999), NOT_SEPARABLE, "", "no two regions lie further apart"),
        (many(2, 20, 0.1), UNTESTABLE, FEW_SAMPLES, "there are too few texts for any test to tell two regions apart"),
        (many(8, 20, 0.1), UNTESTABLE, FEW_SAMPLES, "there are too few texts for any test to tell two regions apart"),
        (many(2, 0, 0.1, 9), UNTESTABLE, FEW_PERMUTATIONS, "9 permutations are too few for any test"),
        (many(2, 0, 0.5, 1), UNTESTABLE, FEW_PERMUTATIONS, "1 permutation is too few for any test"),
    ],
)
def test_many_pairs_and_few_samples_have_words_of_their_own(made, word, lacking, words):
    rows = judge_separations(made, ())
    found = separation_verdict([rows])
    assert {(row.verdict, row.lacking) for row in rows.rows} == {(word, lacking)}
    assert (found.word, found.n_tested) == (word, len(made.rows))
    assert words in found.answer
    assert (found.p_attainable > 0.05) == (word == UNTESTABLE)


def test_a_pair_with_fewer_samples_than_others_is_judged_by_its_own_least_p():
    made = table(0.001, 0.4, 0.4)
    rows = (*made.rows[:2], replace(made.rows[2], p_smallest=0.1, n_permutations=10))
    judged_rows = judge_separations(SeparationTable(rows), ()).rows
    assert [row.verdict for row in judged_rows] == [DIFFERENT, NOT_SEPARABLE, UNTESTABLE]
    assert [row.lacking for row in judged_rows] == ["", "", FEW_SAMPLES]


def test_a_quantity_that_was_not_computed_is_not_counted():
    nothing = SeparationTable(tuple(replace(row, p_permutation=float("nan")) for row in table(1, 1, 1).rows))
    found = judged(table(0.001, 0.5, 0.5), nothing)
    assert found.sentence.startswith("1 of 3 pairs of regions is apart by sinkhorn (permutation p")


def test_a_verdict_needs_a_table():
    with pytest.raises(InputError, match="a verdict on separations needs a table, but there is none"):
        separation_verdict([])
