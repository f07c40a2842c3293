"""The verdict on texts: every word in its corner, what a null could have shown, and how often equivalence errs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.relations import (
    DIFFERENT,
    EQUIVALENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
    difference_verdict,
    judge_differences,
)
from geobias.stats import holm
from geobias.tables import FEW_PERMUTATIONS, FEW_SAMPLES, MANY_PAIRS, PLACEBO, Difference, DifferenceTable

NAN = float("nan")
ROW = Difference(
    "au", "ca", 90, 80, z=9.0, strongest="energy", p_permutation=0.0005, p_max=0.001, p_smallest=1 / 2000,
    n_permutations=1999, auc=0.71, auc_low=0.66, auc_high=0.75, best_auc=0.76, best_auc_low=0.7, best_auc_high=0.81,
    margin=0.64, p_equivalent=0.99, detectable_auc=0.62,
)  # fmt: skip
NULL = {"p_permutation": 0.3, "p_max": 0.8, "auc": 0.51, "auc_low": 0.46, "auc_high": 0.56, "p_equivalent": 0.4}
ALIKE = {**NULL, "p_equivalent": 0.004}


def table(*values: dict, groups: str = "abc", **shared) -> DifferenceTable:
    pairs = list(combinations(groups, 2))[: len(values)]
    return DifferenceTable(
        tuple(replace(ROW, group_a=a, group_b=b, **shared, **one) for (a, b), one in zip(pairs, values, strict=True))
    )


def words(made: DifferenceTable, pooled: tuple[str, ...] = (), alpha: float = 0.05) -> list[tuple[str, str]]:
    return [(row.verdict, row.lacking) for row in judge_differences(made, pooled, alpha).rows]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([{}], (DIFFERENT, "")),
        ([{"p_max": 0.051}], (NOT_SEPARABLE, "")),
        ([ALIKE], (EQUIVALENT, "")),
        ([{"p_equivalent": 0.001}], (DIFFERENT, "")),  # shown to differ, and by less than the margin
        ([{"p_permutation": NAN, "p_max": NAN, "p_equivalent": NAN}], (NOT_COMPUTED, "")),
        ([{"p_permutation": NAN, "p_max": NAN, "p_equivalent": 0.01}], (EQUIVALENT, "")),
        # Three units a group split in ten ways; more permutations would not help.
        ([{"n_a": 3, "n_b": 3, "p_permutation": 0.1, "p_max": 0.1}], (UNTESTABLE, FEW_SAMPLES)),
        (
            [{"n_permutations": 9, "p_smallest": 0.1, "p_permutation": 0.1, "p_max": 0.1}],
            (UNTESTABLE, FEW_PERMUTATIONS),
        ),
        # Without max-T, Holm over so many pairs asks for more permutations than were drawn.
        (
            [{"p_max": NAN, "p_smallest": 0.02, "n_permutations": 49, "p_permutation": 0.02}] * 3,
            (UNTESTABLE, MANY_PAIRS),
        ),
        ([{"p_max": NAN}] * 3, (DIFFERENT, "")),
    ],
)
def test_every_word_has_its_corner(values, expected):
    assert set(words(table(*values))) == {expected}


def test_one_pair_without_max_t_takes_holm_for_all_so_that_the_level_holds():
    made = table({"p_permutation": 0.02, "p_max": 0.03}, {"p_permutation": 0.02, "p_max": NAN}, NULL)
    assert [word for word, _ in words(made)] == [NOT_SEPARABLE] * 3  # 3 x .02
    found = difference_verdict(judge_differences(made, ()))
    assert (found.correction, found.p_adjusted) == ("Holm", pytest.approx(0.06))


def test_pooled_groups_are_left_and_adjusted_and_placebo_rows_are_judged_among_themselves():
    made = table({}, NULL, NULL)
    extra = [replace(row, adjusted="length", p_max=0.9) for row in made.rows]
    placebo = replace(ROW, group_a="a, shorter", group_b="a, longer", compared=PLACEBO, p_max=NAN, p_permutation=0.04)
    rows = judge_differences(DifferenceTable((*made.rows, *extra, placebo)), ("c",)).rows
    assert [row.verdict for row in rows] == [DIFFERENT, "", "", NOT_SEPARABLE, "", "", DIFFERENT]
    both = judge_differences(DifferenceTable((*made.rows, *extra)), ())
    assert (difference_verdict(both).word, difference_verdict(both, "length").word) == (DIFFERENT, NOT_SEPARABLE)
    assert difference_verdict(both, "length").answer.endswith("Groups were compared at one distribution of length.")
    with pytest.raises(InputError, match="needs pairs of groups, but none is adjusted for 'topic'"):
        difference_verdict(both, "topic")


@pytest.mark.parametrize(
    ("values", "word", "answer"),
    [
        (
            [{}],
            DIFFERENT,
            "Yes: the two regions differ. The largest: a–b, told apart with a held-out AUC of 0.71 (95 % interval 0.66 "
            "to 0.75).",
        ),
        (
            [{}, {"auc": 0.8, "auc_low": 0.7, "auc_high": 0.9}, NULL],
            DIFFERENT,
            "In part: 2 of 3 pairs of regions differ. The largest: a–c, told apart with a held-out AUC of 0.80 (95 % "
            "interval 0.70 to 0.90). With this many texts a difference that the best linear rule tells with an AUC of "
            "0.62 would have been found in 80 % of cases.",
        ),
        (
            [{}, NULL, NULL],
            DIFFERENT,
            "In part: 1 of 3 pairs of regions differs. The largest: a–b, told apart with a held-out AUC of 0.71 (95 % "
            "interval 0.66 to 0.75). With this many texts a difference that the best linear rule tells with an AUC of "
            "0.62 would have been found in 80 % of cases in each pair that is not separable.",
        ),
        (
            [NULL, {**NULL, "detectable_auc": 0.7}],
            NOT_SEPARABLE,
            "Not as far as these texts show: no two regions differ. The largest: a–b, told apart with a held-out AUC "
            "of 0.51 (95 % interval 0.46 to 0.56). With this many texts a difference that the best linear rule tells "
            "with an AUC of 0.70 would have been found in 80 % of cases in each pair.",
        ),
        (
            [{**NULL, "auc": 0.48, "auc_low": 0.39, "auc_high": 0.58, "detectable_auc": NAN}],
            NOT_SEPARABLE,
            "Not as far as these texts show: no two regions differ. The largest: a–b, told apart with a held-out AUC "
            "of 0.48 (95 % interval 0.39 to 0.58), no better than chance.",
        ),
        (
            [ALIKE, {**ALIKE, "auc": NAN, "best_auc": NAN}],
            EQUIVALENT,
            "No: both pairs of regions are equivalent within the margin, a difference that the best linear rule tells "
            "with an AUC of 0.64. The largest: a–b, told apart with a held-out AUC of 0.51 (95 % interval 0.46 to "
            "0.56).",
        ),
        (
            [{**ALIKE, "auc": NAN}, {**NULL, "auc": NAN, "best_auc": NAN, "detectable_auc": NAN}],
            NOT_SEPARABLE,
            "Not as far as these texts show: no two regions differ. 1 is equivalent within the margin, a difference "
            "that the best linear rule tells with an AUC of 0.64.",
        ),
        (
            [{"n_a": 3, "n_b": 3, "p_permutation": 0.1, "p_max": 0.1}],
            UNTESTABLE,
            "It cannot be said: there are too few texts for any test to tell two regions apart.",
        ),
        (  # four units a group: 35 ways, which are enough for one pair and not for three; more permutations are no use
            [{"n_a": 4, "n_b": 4, "p_permutation": 0.03, "p_max": NAN}] * 3,
            UNTESTABLE,
            "It cannot be said: there are so many pairs of regions, 3, that the few ways to split the texts of a pair "
            "cannot tell one from chance.",
        ),
        (
            [{"p_permutation": NAN, "p_max": NAN, "p_equivalent": NAN}],
            UNTESTABLE,
            "It cannot be said: no two regions could be tested.",
        ),
    ],
)
def test_texts_are_answered_in_plain_words_with_a_size(values, word, answer):
    found = difference_verdict(judge_differences(table(*values), ()))
    assert (found.word, found.answer) == (word, answer)


def test_a_pair_without_p_that_is_equivalent_hides_no_other():
    """Its p is not known, and no p that is known is above or below that."""
    unknown = {"p_permutation": NAN, "p_max": NAN, "p_smallest": NAN, "z": NAN, "p_equivalent": 0.001}
    made = judge_differences(table(unknown, {}), ())
    assert [row.verdict for row in made.rows] == [EQUIVALENT, DIFFERENT]
    found = difference_verdict(made)
    assert found.p_adjusted == ROW.p_max
    assert "Clearest: a–c, p = 0.0005 before correction, most by energy" in found.sentence
    alone = difference_verdict(judge_differences(table(unknown), ()))
    assert alone.word == EQUIVALENT
    assert np.isnan(alone.p_adjusted)
    assert "Clearest: a–b, no p, best linear rule" in alone.sentence


def test_the_sentence_counts_every_word_and_names_the_clearest_pair():
    made = judge_differences(table({"p_equivalent": 0.001}, NULL, ALIKE), ())
    assert difference_verdict(made).sentence == (
        "Of 3 pairs of regions 1 is different, 1 is not separable, 1 is equivalent within the margin (omnibus "
        "permutation p, max-T over pairs, at level 0.05); the means of 1 of the different lie within the "
        "margin. Clearest: a–b, p = 0.0005 before correction, most by energy, best linear rule AUC 0.76 "
        "(95 % interval 0.70 to 0.81)."
    )


@given(st.lists(st.tuples(*[st.floats(1 / 2000, 1)] * 2), min_size=1, max_size=6), st.sampled_from([0.01, 0.05]))
def test_no_word_says_more_than_its_p(pvalues, alpha):
    made = table(*[{"p_permutation": p, "p_max": p, "p_equivalent": q} for p, q in pvalues], groups="abcd")
    adjusted = holm([q for _, q in pvalues])
    for (p, _), q, row in zip(pvalues, adjusted, judge_differences(made, (), alpha).rows, strict=True):
        assert (row.verdict == DIFFERENT) == (p <= alpha)
        assert (row.verdict == EQUIVALENT) == (p > alpha and q <= alpha)
        assert row.alpha == alpha


def test_holm_keeps_equivalence_of_pairs_on_the_margin_to_its_level():
    """15 pairs that lie on the margin, where p of equivalence is uniform: any called equivalent is an error."""
    rng, wrong = np.random.default_rng(0), {"holm": 0, "alone": 0}
    for _ in range(400):
        p = rng.uniform(size=15)
        found = judge_differences(table(*[{**NULL, "p_equivalent": q} for q in p], groups="abcdef"), ()).rows
        wrong["holm"] += any(row.verdict == EQUIVALENT for row in found)
        wrong["alone"] += bool((p <= 0.05).any())
    assert wrong["holm"] <= 34  # 99.9 % of series with a rate of .05
    assert wrong["alone"] > 180
