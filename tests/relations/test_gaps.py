"""The verdict on scores: who fares unequally, who alike within the margin, and what could not be tested."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

from geobias.errors import InputError
from geobias.relations import (
    DIFFERENT,
    EQUIVALENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
    gap_verdict,
    judge_gaps,
)
from geobias.tables import FEW_SAMPLES, GapInterval, GapIntervalTable

NAN = float("nan")
ROW = GapInterval(
    "auc", "au", "ca", 40, 8.2, 3.1, 13.0, 2.0, 8.3, 6.3, 0.95, "pigeonhole", units_a=90, units_b=60, p=0.0005,
    p_max=0.001, margin=5.0, p_equivalent=0.99, detectable=6.14,
)  # fmt: skip
NULL = {"gap": 1.0, "low": -4.0, "high": 6.0, "p": 0.4, "p_max": 0.9, "p_equivalent": 0.2}
ALIKE = {**NULL, "low": -1.0, "high": 3.0, "p_equivalent": 0.004}


def table(*values: dict) -> GapIntervalTable:
    pairs = list(combinations("abcd", 2))[: len(values)]
    return GapIntervalTable(
        tuple(replace(ROW, group_a=a, group_b=b, **one) for (a, b), one in zip(pairs, values, strict=True))
    )


@pytest.mark.parametrize(
    ("values", "word", "lacking"),
    [
        ({}, DIFFERENT, ""),
        (NULL, NOT_SEPARABLE, ""),
        (ALIKE, EQUIVALENT, ""),
        ({"p_equivalent": 0.001}, DIFFERENT, ""),
        ({"p": NAN, "p_max": NAN, "p_equivalent": NAN}, NOT_COMPUTED, ""),
        ({"units_a": 7}, UNTESTABLE, FEW_SAMPLES),
        ({**ALIKE, "units_b": 7}, UNTESTABLE, FEW_SAMPLES),
        ({"units_a": 8, "units_b": 8}, DIFFERENT, ""),
        ({"units_a": 0, "units_b": 0}, DIFFERENT, ""),  # units were not counted
    ],
)
def test_every_word_has_its_corner(values, word, lacking):
    [row] = judge_gaps(table(values), ()).rows
    assert (row.verdict, row.lacking, row.alpha) == (word, lacking, 0.05)


def test_more_units_can_be_asked_for():
    [row] = judge_gaps(table({"units_a": 19}), (), least_units=20).rows
    assert (row.verdict, row.lacking) == (UNTESTABLE, FEW_SAMPLES)
    verdict = gap_verdict(GapIntervalTable((row,)), "auc")
    assert (verdict.word, verdict.sentence) == (UNTESTABLE, "Of 1 pair of regions 1 cannot be tested by gap[auc].")
    assert math.isnan(verdict.p_adjusted)  # a p that nobody may read
    mixed = judge_gaps(table({"units_a": 7, "p_max": 1e-9}, {}), ())
    assert gap_verdict(mixed, "auc").p_adjusted == ROW.p_max  # of a pair that can be tested
    assert judge_gaps(table({"units_a": 20}), (), least_units=20).rows[0].verdict == DIFFERENT


def test_metrics_are_judged_apart_and_pooled_groups_left():
    made = table({"p": 0.02, "p_max": NAN}, {"p": 0.02, "p_max": NAN}, {"p": 0.02, "p_max": NAN})
    other = replace(ROW, metric="f1")
    rows = judge_gaps(GapIntervalTable((*made.rows, other)), ()).rows
    assert [row.verdict for row in rows] == [NOT_SEPARABLE] * 3 + [DIFFERENT]  # 3 x .02 after Holm, .001 by max-T
    rows = judge_gaps(GapIntervalTable((*made.rows, other)), ("d",)).rows
    assert [row.verdict for row in rows] == [DIFFERENT, DIFFERENT, "", DIFFERENT]  # two pairs are left: 2 x .02


@pytest.mark.parametrize(
    ("values", "word", "answer"),
    [
        (
            [{}],
            DIFFERENT,
            "Yes: the two regions fare unequally. The largest: a–b, gap[auc] +8.2 points (95 % interval +3.1 to "
            "+13.0).",
        ),
        (
            [{}, NULL, ALIKE],
            DIFFERENT,
            "In part: 1 of 3 pairs of regions fares unequally. 1 is equivalent within the margin, a gap of 5.0 points. "
            "The largest: a–b, gap[auc] +8.2 points (95 % interval +3.1 to +13.0). With this many texts a gap of 6.1 "
            "points would have been found in 80 % of cases.",
        ),
        (
            [NULL, {**NULL, "gap": -2.0, "detectable": 9.0}],
            NOT_SEPARABLE,
            "Not as far as these texts show: no two regions fare unequally. The largest: a–c, gap[auc] -2.0 points (95 "
            "% interval -4.0 to +6.0). With this many texts a gap of 9.0 points would have been found in 80 % of cases "
            "in each pair.",
        ),
        (
            [{**NULL, "detectable": NAN}],  # none could have been found
            NOT_SEPARABLE,
            "Not as far as these texts show: no two regions fare unequally. The largest: a–b, gap[auc] +1.0 points (95 "
            "% interval -4.0 to +6.0). With so little measured, not even a gap of 100.0 points would have been found "
            "in 80 % of cases.",
        ),
        (
            [ALIKE, ALIKE],
            EQUIVALENT,
            "No: both pairs of regions are equivalent within the margin, a gap of 5.0 points. The largest: a–b, "
            "gap[auc] +1.0 points (95 % interval -1.0 to +3.0).",
        ),
        (
            [{"units_a": 2}],
            UNTESTABLE,
            "It cannot be said: there are too few texts for any test to tell two regions apart.",
        ),
        ([{"p": NAN, "p_max": NAN, "p_equivalent": NAN}], UNTESTABLE, "It cannot be said: no gap could be tested."),
    ],
)
def test_scores_are_answered_in_plain_words_with_points(values, word, answer):
    found = gap_verdict(judge_gaps(table(*values), ()), "auc")
    assert (found.word, found.answer) == (word, answer)


def test_the_sentence_names_metric_correction_and_clearest_pair():
    found = gap_verdict(judge_gaps(table(NULL, {}), ()), "auc")
    assert found.sentence == (
        "Of 2 pairs of regions 1 is different, 1 is not separable by gap[auc] (p under models and texts resampled, "
        "max-T over pairs, at level 0.05). Clearest: a–c, gap[auc] +8.2 points (95 % interval +3.1 to +13.0), p = "
        "0.0005 before correction and p = 0.0010 after it."
    )
    assert gap_verdict(judge_gaps(table({"p": 0.001}), ()), "auc").sentence.endswith(" to +13.0), p = 0.0010.")
    assert (found.p_adjusted, found.correction, found.n_tested) == (0.001, "max-T", 2)
    with pytest.raises(InputError, match=r"there is none of 'f1'. There are \['auc'\]"):
        gap_verdict(table({}), "f1")
