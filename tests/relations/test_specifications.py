from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.relations import answer_specifications, relate, relate_all, relate_specifications, with_verdicts_alone
from geobias.tables import NOT_COMPUTED, NOT_SEPARABLE, SUPPORTED, UNTESTABLE


def test_p_values_are_those_that_a_family_of_relations_has(noise_table):
    """`relate_all` goes the other way to the same numbers: by batches of equal tables, and a family's max-T."""
    pairs = [(noise_table(seed), noise_table(seed + 10)) for seed in range(4)]
    rows, agreement = relate_specifications(pairs)
    family = relate_all(pairs, coefficients=["spearman"]).rows
    for name in ("statistic", "p_qap", "p_max"):
        np.testing.assert_allclose([getattr(row, name) for row in rows], [getattr(row, name) for row in family])
    assert agreement.p_any == min(row.p_max for row in family)
    assert [row.specification for row in rows] == [1, 2, 3, 4]
    assert sorted(row.rank for row in rows) == [1, 2, 3, 4]
    assert agreement.method == "exact"
    assert agreement.n_permutations == 720
    assert agreement.same_sign == max(
        np.mean([row.statistic > 0 for row in rows]), np.mean([row.statistic < 0 for row in rows])
    )


def test_a_planted_relation_is_supported_in_the_specifications_that_have_it(noise_table, pair_table):
    x = noise_table(1)
    y = pair_table("abcdef", 3 * x.vector() + 0.01 * noise_table(2).vector(), "gap")
    rows, agreement = relate_specifications([(x, y), (x, noise_table(3)), (x, y)], alternative="greater")
    assert [row.verdict for row in rows] == [SUPPORTED, NOT_SEPARABLE, SUPPORTED]
    assert (agreement.n_supported, agreement.n_tested, agreement.n_distinct) == (2, 3, 2)
    answer = answer_specifications(agreement)
    assert answer.word == SUPPORTED
    assert answer.answer.startswith("In part: the relation is supported in 2 of 3 specifications.")


def test_chance_alone_is_not_separable(noise_table):
    _, agreement = relate_specifications([(noise_table(seed), noise_table(seed + 20)) for seed in range(10)])
    answer = answer_specifications(agreement)
    assert answer.word == NOT_SEPARABLE
    assert "chance could give as much in one of so many specifications" in answer.answer


def test_too_few_groups_cannot_be_tested(noise_table):
    rows, agreement = relate_specifications(
        [(noise_table(seed, "abcd"), noise_table(seed + 9, "abcd")) for seed in (1, 2)]
    )
    assert {row.verdict for row in rows} == {NOT_SEPARABLE}  # 24 permutations: p of 1/24 is there
    rows, agreement = relate_specifications(
        [(noise_table(seed, "abc"), noise_table(seed + 9, "abc")) for seed in (1, 2)]
    )
    assert {row.verdict for row in rows} == {UNTESTABLE}
    assert answer_specifications(agreement).answer.startswith("It cannot be said: the groups are too few")


def test_too_few_permutations_and_other_groups_are_not_called_too_few_groups(noise_table):
    drawn = relate_specifications(
        [(noise_table(seed), noise_table(seed + 9)) for seed in (1, 2)], exact_limit=1, n_resamples=9, rng=0
    )[1]
    answer = answer_specifications(drawn)
    assert answer.word == UNTESTABLE
    assert answer.answer == "It cannot be said: 9 permutations are too few to tell a relation from chance; draw more."
    many = [(noise_table(seed, groups), noise_table(seed + 9, groups)) for seed, groups in enumerate(["abcd", "bcde"])]
    answer = answer_specifications(relate_specifications(many)[1])
    assert answer.word == UNTESTABLE
    assert "no relation could pass the correction for specifications on other groups" in answer.answer


def test_other_groups_are_a_part_of_their_own_with_a_weighted_bonferroni(noise_table):
    six = [(noise_table(seed), noise_table(seed + 10)) for seed in range(3)]
    five = [(noise_table(7, "abcde"), noise_table(8, "abcde"))]
    rows, agreement = relate_specifications([*six, *five])
    alone, _ = relate_specifications(six)
    [single] = relate(*five[0], coefficients=["spearman"])
    np.testing.assert_allclose([row.p_max for row in rows[:3]], np.minimum([row.p_max * 4 / 3 for row in alone], 1))
    assert rows[3].p_max == pytest.approx(min(1, 4 * single.p_qap))
    assert agreement.correction == "max-T within 2 sets of groups, Bonferroni between them"
    assert np.isnan([row.low for row in rows]).all()
    assert np.isnan(agreement.p_median)


def test_an_undefined_specification_is_named_and_takes_no_part(noise_table, pair_table):
    pairs = [(noise_table(seed), noise_table(seed + 10)) for seed in range(2)]
    rows, agreement = relate_specifications([*pairs, (pair_table("abcdef", np.ones(15)), noise_table(3))])
    assert (rows[2].verdict, rows[2].rank, rows[2].note) == (NOT_COMPUTED, 0, "'x' is constant over the 15 pairs used")
    assert (agreement.n_specifications, agreement.n_tested) == (3, 2)
    np.testing.assert_array_equal(
        [row.p_max for row in rows[:2]], [row.p_max for row in relate_specifications(pairs)[0]]
    )
    nothing = (pair_table("abcdef", np.ones(15)), noise_table(3))
    _, none = relate_specifications([nothing, nothing])
    answer = answer_specifications(none)
    assert (answer.word, answer.answer) == (UNTESTABLE, "It cannot be said: nothing could be computed.")
    assert answer.sentence == "None of 2 specifications has a coefficient."


def test_the_word_that_most_runs_came_to(noise_table):
    rows, agreement = relate_specifications([(noise_table(seed), noise_table(seed + 10)) for seed in range(3)])
    told = [
        replace(row, verdict_alone=word) for row, word in zip(rows, [SUPPORTED, NOT_SEPARABLE, SUPPORTED], strict=True)
    ]
    found = with_verdicts_alone(agreement, told)
    assert (found.alone, found.same_verdict) == (SUPPORTED, 2 / 3)
    assert with_verdicts_alone(agreement, rows).alone == ""


def test_one_specification_is_no_multiverse(noise_table):
    words = "a multiverse needs at least two specifications, but there is one. Give more runs, or more than one "
    with pytest.raises(InputError, match=re.escape(words)):
        relate_specifications([(noise_table(1), noise_table(2))])


def test_a_coefficient_that_is_undefined_all_the_same_has_no_p(noise_table, pair_table):
    """Of a table that is constant but for one pair nothing is left once its distances are centred."""
    rows, agreement = relate_specifications(
        [(pair_table("abcdef", np.eye(15)[0]), noise_table(1)), (noise_table(2), noise_table(3))],
        coefficient="distance_correlation",
    )
    assert np.isnan([rows[0].statistic, rows[0].p_max]).all()
    assert rows[0].verdict == NOT_COMPUTED
    assert agreement.n_tested == 1
