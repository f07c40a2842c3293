"""Words are claimed by p over all words, at a level that all methods share."""

from __future__ import annotations

from geobias.relations import judge_masked, judge_words
from geobias.tables import DIFFERENT, NOT_SEPARABLE, UNTESTABLE, MaskedExcess, WordDifference


def word(p_max, p_smallest=0.001, permutations=999):
    return WordDifference(
        "uk", "us", "word", "axis", "queue", p_max=p_max, p_smallest=p_smallest, n_permutations=permutations
    )


def test_three_methods_share_the_level():
    rows = judge_words([word(0.016), word(0.017)], 0.05)
    assert [row.verdict for row in rows] == [DIFFERENT, NOT_SEPARABLE]
    assert rows[0].alpha * 3 == 0.05


def test_too_few_permutations_or_samples_are_told():
    drawn, all_of_them = judge_words([word(0.1, 1 / 20, 19), word(0.1, 0.1, 20)])
    assert (drawn.verdict, drawn.lacking) == (UNTESTABLE, "so few permutations")
    assert (all_of_them.verdict, all_of_them.lacking) == (UNTESTABLE, "so few samples")


def test_groups_without_words_are_judged_by_what_is_left():
    rows = [MaskedExcess("uk", "us", "words found", p_permutation=p, p_smallest=s) for p, s in
            ((0.05, 0.01), (0.06, 0.01), (0.2, 0.1))]  # fmt: skip
    assert [row.verdict for row in judge_masked(rows)] == [DIFFERENT, NOT_SEPARABLE, UNTESTABLE]
