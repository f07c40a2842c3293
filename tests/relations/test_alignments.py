"""The verdict on alignment: which comparisons differ, which are alike, and what random groups do to it."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from geobias.corpora import make_judgements
from geobias.errors import InputError
from geobias.measures.alignment import AlignmentSettings, alignment_differences, alignment_placebos
from geobias.relations import (
    DIFFERENT,
    EQUIVALENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
    AnswerTable,
    alignment_verdict,
    answer_alignments,
    judge_alignments,
)
from geobias.tables import (
    CONTROL,
    CORRECTION,
    FEW_ANNOTATORS,
    REAL,
    RELABELLED,
    AlignmentDifference,
    AlignmentDifferenceTable,
    AlignmentPlacebo,
    AlignmentPlaceboTable,
)

NAN = float("nan")


def comparison(difference: float = 0.3, error: float = 0.05, **values) -> AlignmentDifference:
    """A row with p and interval by Student's law with 60 degrees of freedom."""
    half = stats.t.ppf(0.975, 60) * error
    p = 2 * stats.t.sf(abs(difference) / error, 60)
    row = AlignmentDifference(
        "latent", "labels", "region", "north", "west", 0.8, 0.8 - difference, difference, difference - half,
        difference + half, 0.95, error, difference / error, 60.0, p, n_a=40, n_b=30, n_items=90, decisive=True,
        detectable=3.6 * error,
    )  # fmt: skip
    return replace(row, **{"p_max": p} | values)


NULL = {"difference": 0.05}
ALIKE = {"difference": 0.01, "error": 0.02}
LOST = {"p": NAN, "p_max": NAN, "low": NAN, "high": NAN, "note": "fewer than 10 items with answers of two"}


def table(*values: dict) -> AlignmentDifferenceTable:
    """Rows of one attribute, pairs in their order."""
    pairs = list(combinations(["north", "east", "south", "west"], 2))
    rows = [comparison(**{"group_a": a, "group_b": b} | one) for (a, b), one in zip(pairs, values, strict=False)]
    return AlignmentDifferenceTable(tuple(rows))


def placebos(pvalue: float, draws: int, attribute: str = "region", statistic: str = "latent") -> AlignmentPlaceboTable:
    dealt = [AlignmentPlacebo(statistic, attribute, RELABELLED, draw) for draw in range(draws)]
    return AlignmentPlaceboTable((AlignmentPlacebo(statistic, attribute, REAL, pvalue=pvalue), *dealt))


@pytest.mark.parametrize(
    ("values", "word", "lacking", "stopped_by"),
    [
        ({}, DIFFERENT, "", ""),
        (NULL, NOT_SEPARABLE, "", ""),
        (ALIKE, EQUIVALENT, "", ""),
        ({"difference": 0.05, "error": 0.01}, DIFFERENT, "", ""),  # shown, if smaller than the margin
        ({"difference": 0.12, "p_max": 0.2}, NOT_SEPARABLE, "", CORRECTION),
        (LOST, NOT_COMPUTED, "", ""),
        ({"n_a": 7}, UNTESTABLE, FEW_ANNOTATORS, ""),
        (ALIKE | {"n_b": 7}, UNTESTABLE, FEW_ANNOTATORS, ""),
        ({"n_a": 8, "n_b": 8}, DIFFERENT, "", ""),
    ],
)
def test_every_word_has_its_corner(values, word, lacking, stopped_by):
    [row] = judge_alignments(table(values)).rows
    assert (row.verdict, row.lacking, row.stopped_by, row.alpha, row.margin) == (word, lacking, stopped_by, 0.05, 0.1)


def test_rows_that_do_not_decide_are_left():
    made = table({}, {"decisive": False})
    assert judge_alignments(made).rows[1] == made.rows[1]


def test_attributes_are_families_of_their_own():
    other = comparison(attribute="age", p=0.03, p_max=NAN)
    rows = judge_alignments(AlignmentDifferenceTable((*table(NULL, {}).rows, other))).rows
    assert [(row.verdict, row.decided_by) for row in rows] == [
        (NOT_SEPARABLE, "max-T"), (DIFFERENT, "max-T"), (DIFFERENT, "Holm"),
    ]  # fmt: skip


def test_two_coefficients_in_one_family_are_corrected_by_holm():
    made = table({"p": 0.03, "p_max": 0.03}, {"p": 0.03, "p_max": 0.03, "statistic": "corrected"})
    rows = judge_alignments(made).rows
    assert [(row.p_decisive, row.decided_by, row.verdict) for row in rows] == [(0.06, "Holm", NOT_SEPARABLE)] * 2


def step_down(p: list[float]) -> np.ndarray:
    """Holm's by its definition: the largest of (m - k) times the k-th smallest, up to each."""
    return np.array([max(min(1.0, one * sum(other >= one for other in p)) for one in p if one <= mine) for mine in p])


@given(st.lists(st.floats(0.0001, 1), min_size=1, max_size=6, unique=True), st.sampled_from(["holm", "bh"]))
@settings(max_examples=40, deadline=None)
def test_corrections_by_name_are_those_of_their_papers(p, correction):
    rows = judge_alignments(table(*({"p": one} for one in p)), correction=correction).rows
    expected = step_down(p) if correction == "holm" else stats.false_discovery_control(p)
    np.testing.assert_allclose([row.p_decisive for row in rows], expected, rtol=1e-12)
    assert [row.verdict == DIFFERENT for row in rows] == (expected <= 0.05).tolist()


@given(st.floats(-0.2, 0.2), st.floats(0.005, 0.2), st.floats(0.02, 0.4))
@settings(max_examples=60, deadline=None)
def test_a_pair_is_equivalent_where_its_90_percent_interval_lies_within_the_margin(difference, error, margin):
    [row] = judge_alignments(table({"difference": difference, "error": error, "p_max": 1.0}), margin=margin).rows
    half = stats.t.ppf(0.95, 60) * error
    inside = -margin < difference - half and difference + half < margin
    assert (row.p_equivalent <= 0.05) == inside
    assert row.verdict == (EQUIVALENT if inside else NOT_SEPARABLE)


@given(st.permutations(range(6)), st.floats(0.01, 0.2))
@settings(max_examples=20, deadline=None)
def test_verdicts_follow_their_rows(order, alpha):
    made = table({}, NULL, ALIKE, LOST, {"n_a": 5}, {"difference": -0.2})
    straight = judge_alignments(made, alpha=alpha).rows
    mixed = judge_alignments(AlignmentDifferenceTable(tuple(made.rows[at] for at in order)), alpha=alpha).rows
    assert [row.verdict for row in mixed] == [straight[at].verdict for at in order]


@pytest.mark.parametrize(
    ("control", "word", "stopped_by", "told"),
    [
        (None, DIFFERENT, "", "No groups dealt at random were compared."),
        (placebos(0.025, 39), DIFFERENT, "", "Negative control, 39 sets of groups dealt at random: p = 0.025."),
        (placebos(0.3, 39), NOT_SEPARABLE, CONTROL, "Negative control, 39 sets of groups dealt at random: p = 0.300."),
        (placebos(0.05, 19), DIFFERENT, "", "Negative control, 19 sets of groups dealt at random: p = 0.050."),
        (
            placebos(0.5, 9),
            DIFFERENT,
            "",
            "Negative control, 9 sets of groups dealt at random: p = 0.500, too few to stop a verdict.",
        ),
        (placebos(0.3, 39, "age"), DIFFERENT, "", "No groups dealt at random were compared."),
        (placebos(0.3, 39, statistic="r"), DIFFERENT, "", "No groups dealt at random were compared."),
        (placebos(NAN, 39), DIFFERENT, "", "No groups dealt at random were compared."),
    ],
)
def test_groups_dealt_at_random_stop_a_difference(control, word, stopped_by, told):
    judged = judge_alignments(table({}, NULL), control)
    assert (judged.rows[0].verdict, judged.rows[0].stopped_by) == (word, stopped_by)
    found = alignment_verdict(judged, "region")
    assert (found.word, found.sentence.endswith(f" {told}")) == (word, True)
    if stopped_by:
        assert found.answer == "Not as far as these annotators show: groups dealt at random differ as much."
        assert found.p_control == 0.3


CLEAREST = "Clearest: labels goes more with north than with east, by 0.30 (95 % interval 0.20 to 0.40)."


@pytest.mark.parametrize(
    ("values", "word", "answer"),
    [
        (
            [{}],
            DIFFERENT,
            f"Yes: in the one comparison of two groups a source is more aligned with one group. {CLEAREST}",
        ),
        (
            [{}, NULL, {"error": 0.1} | NULL, {"error": 0.2} | NULL, ALIKE],
            DIFFERENT,
            f"In part: in 1 of 5 comparisons of two groups a source is more aligned with one group. {CLEAREST} 1 "
            "comparison is equivalent within the margin, a difference of 0.10. So many annotators would have shown a "
            "difference of 0.18 in 80 % of cases where most was measured, and in half of the other comparisons one of "
            "0.36.",
        ),
        (
            [{"difference": -0.3}, {"difference": 0.25}],
            DIFFERENT,
            "Yes: in all 2 comparisons of two groups a source is more aligned with one group. Clearest: labels goes "
            "more with east than with north, by 0.30 (95 % interval 0.20 to 0.40).",
        ),
        (
            [ALIKE],
            EQUIVALENT,
            "No: the one comparison of two groups is equivalent within the margin, a difference of 0.10.",
        ),
        (
            [ALIKE, ALIKE],
            EQUIVALENT,
            "No: all 2 comparisons of two groups are equivalent within the margin, a difference of 0.10.",
        ),
        (
            [NULL],
            NOT_SEPARABLE,
            "Not as far as these annotators show: no difference between two groups is beyond chance. So many "
            "annotators would have shown a difference of 0.18 in 80 % of cases.",
        ),
        (
            [NULL, NULL],
            NOT_SEPARABLE,
            "Not as far as these annotators show: no difference between two groups is beyond chance. So many "
            "annotators would have shown a difference of 0.18 in 80 % of cases in half of the comparisons.",
        ),
        (
            [NULL | {"error": 0.1}, NULL | {"error": 0.5}, NULL | {"error": 0.5}],
            NOT_SEPARABLE,
            "Not as far as these annotators show: no difference between two groups is beyond chance. So many "
            "annotators would have shown a difference of 0.36 in 80 % of cases where most was measured, and in half of "
            "the comparisons not even one of 1.00.",
        ),
        (
            [NULL | {"error": 0.5}, NULL | {"error": 0.6}],
            NOT_SEPARABLE,
            "Not as far as these annotators show: no difference between two groups is beyond chance. With so few "
            "annotators, not even a difference of 1.00 would have been found in 80 % of cases in any comparison.",
        ),
        (
            [{"n_a": 5}, {"n_b": 7}],
            UNTESTABLE,
            "It cannot be said: one of every two groups has fewer than 8 annotators.",
        ),
        (
            [LOST, LOST, LOST | {"note": "the source does not vary"}],
            UNTESTABLE,
            "It cannot be said: no two groups could be compared (fewer than 10 items with answers of two; the source "
            "does not vary).",
        ),
    ],
)
def test_attributes_are_answered_in_plain_words(values, word, answer):
    found = alignment_verdict(judge_alignments(table(*values)), "region")
    assert (found.word, found.answer) == (word, answer)


def test_the_evidence_has_counts_effect_interval_and_p():
    judged = judge_alignments(table({}, NULL, LOST), placebos(0.01, 99), alpha=0.02)
    found = alignment_verdict(judged, "region")
    assert found.sentence == (
        "Of 2 comparisons of two groups with a source 1 is different, 1 is not separable (latent coefficient, max-T "
        "over them, at level 0.02). Clearest: labels, north 0.80 and east 0.50, difference +0.30 (95 % interval +0.20 "
        "to +0.40), p < 0.0001 before correction and p < 0.0001 after it. Negative control, 99 sets of groups dealt at "
        "random: p = 0.010. 1 more could not be computed (fewer than 10 items with answers of two)."
    )
    assert (found.n_tested, found.p_control, found.alpha, found.correction) == (2, 0.01, 0.02, "max-T")
    lost = alignment_verdict(judge_alignments(table(LOST)), "region")
    assert lost.sentence == "None of 1 comparison of two groups could be computed."


def test_every_attribute_is_asked_about_once():
    rows = [*table({}, NULL).rows, *(replace(row, attribute="age") for row in table(ALIKE).rows)]
    judged = judge_alignments(AlignmentDifferenceTable(tuple(rows)))
    found = answer_alignments(judged)
    assert [(row.family, row.question, row.word) for row in found.rows] == [
        ("alignment[region]", "Is a source more aligned with some groups of region than with others?", DIFFERENT),
        ("alignment[age]", "Is a source more aligned with some groups of age than with others?", EQUIVALENT),
    ]
    assert [row.sentence.split(". ")[-1] for row in found.rows] == [
        "Over all 2 attributes p < 0.0001 (Holm).",
        "Over all 2 attributes p = 0.619 (Holm).",
    ]
    assert AnswerTable.from_frame(found.to_frame()).to_frame().equals(found.to_frame())
    assert answer_alignments(table({})).rows == ()  # not judged
    assert AlignmentDifferenceTable.from_frame(judged.to_frame()).to_frame().equals(judged.to_frame())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1}, "alpha must lie in (0, 1), but it is 1. Pass alpha=0.05."),
        (
            {"correction": "tukey"},
            "correction must be one of ['max', 'holm', 'bh'], but it is 'tukey'. Choose one of them.",
        ),
        ({"margin": 0}, "margin must be above 0, but it is 0. Pass margin=0.1."),
    ],
)
def test_wrong_settings_are_named(options, message):
    with pytest.raises(InputError) as raised:
        judge_alignments(table({}), **options)
    assert str(raised.value) == message


def test_an_attribute_without_judged_rows_has_no_verdict():
    with pytest.raises(InputError) as raised:
        alignment_verdict(judge_alignments(table({})), "age")
    assert str(raised.value) == (
        "a verdict on alignment needs differences that were judged, but there is none of 'age'. There are ['region']; "
        "pass judge_alignments' table."
    )


QUICK = AlignmentSettings(statistics=("latent",), draws=999)
SHIFTS = {"south": 1.5, "west": -1.0}


def test_unequal_sensitivity_makes_no_difference_in_more_worlds_than_the_level_says():
    runs = 60
    found = [
        alignment_verdict(judge_alignments(alignment_differences(world, ["region"], QUICK)), "region").word
        for seed in range(runs)
        for world in [make_judgements(alignment=0, sensitivity=SHIFTS, items=100, annotators=30, seed=seed)]
    ]
    assert found.count(DIFFERENT) <= stats.binom.ppf(0.995, runs, 0.05)
    assert found.count(DIFFERENT) + found.count(NOT_SEPARABLE) == runs


def test_a_planted_difference_is_found_and_random_groups_do_not_stop_it():
    world = make_judgements(alignment=1, sensitivity=SHIFTS, seed=4)
    judged = judge_alignments(
        alignment_differences(world, ["region", "gender"], QUICK),
        alignment_placebos(world, ["region"], QUICK, draws=19),
    )
    region, gender = answer_alignments(judged).rows
    assert (region.word, region.p_control, gender.word) == (DIFFERENT, 0.05, NOT_SEPARABLE)
    assert region.answer.split("Clearest: ")[1].startswith("labels goes more with north than with ")
    assert math.isnan(gender.p_control)
