from __future__ import annotations

from dataclasses import replace

import pytest

from geobias.relations import judge_differences
from geobias.report.groups import Groups
from geobias.report.sections.differences.words import LIMITS, auc, difference_findings, strongest
from geobias.tables import PLACEBO, Difference, DifferenceTable

GROUPS = Groups({"AU": "region", "CA": "region", "UK": "region", "all": "pooled"})
CLEAR = Difference(
    "AU", "CA", 150, 160, strongest="mmd[1.0]", p_permutation=0.0005, p_max=0.001, p_smallest=0.0005,
    n_permutations=1999, auc=0.7, auc_low=0.64, auc_high=0.76, best_auc=0.75, margin=0.64, p_equivalent=0.9,
    detectable_auc=0.66, decisive=True,
)  # fmt: skip
NULL = replace(CLEAR, group_b="UK", p_permutation=0.4, p_max=0.7, auc=0.51, detectable_auc=0.668)
SAME = replace(NULL, group_a="CA", p_equivalent=0.0001, auc=0.5, detectable_auc=0.702)


def texts(*rows):
    frame = judge_differences(DifferenceTable(rows), ("all",)).to_frame()
    return [finding.text for finding in difference_findings(frame, GROUPS)]


def test_counts_of_verdicts_the_clearest_pair_and_what_a_null_could_have_shown_are_told():
    assert texts(CLEAR, NULL, SAME, replace(CLEAR, group_b="all", auc=0.99)) == [
        "Of 3 pairs of regions, 1 is different, 1 is equivalent within the margin and 1 is not separable. AU–CA is "
        "told apart best: on texts held out, a classifier scores a text of one above a text of the other in 70.0\xa0% "
        "of cases [64.0\xa0%, 76.0\xa0%], half being chance; p = 0.0010 over all statistics and pairs.",
        "Where no difference was found, one that the best linear rule tells with an AUC of 0.67 to 0.70 would have "
        "been found in 80\xa0% of cases with this many texts.",
        LIMITS,
    ]


def test_a_classifier_at_chance_tells_nothing_apart():
    best = texts(NULL, replace(SAME, auc=0.47), replace(NULL, group_a="CA", auc=0.48))[0]
    assert "is told apart best" in best
    assert "AU–UK comes nearest to being told apart: " in texts(replace(NULL, auc=0.48), replace(SAME, auc=0.47))[0]


def test_adjusted_groups_are_said_to_be_so_and_stand_beside_those_as_they_are():
    raw = [replace(row, decisive=False) for row in (CLEAR, NULL)]
    alike = [
        replace(row, adjusted="length, label", p_max=0.3, p_permutation=0.2, p_equivalent=0.9, auc=0.6)
        for row in (CLEAR, NULL)
    ]
    found = texts(*raw, *alike)
    assert found[0].startswith(
        "Of 2 pairs of regions, brought to one distribution of length and label, 2 are not separable. "
    )
    assert found[1] == (
        "As they are, 1 of 2 pairs has p ≤ 0.05 over all statistics and pairs; brought to one distribution of length "
        "and label, none of 2. The mean held-out AUC goes from 0.60 to 0.60."
    )


def test_means_before_and_after_adjustment_are_of_the_same_pairs():
    """A pair that matching left too small for a test has no AUC after it, so none counts before it."""
    raw = [replace(row, decisive=False) for row in (CLEAR, NULL)]
    alike = [replace(NULL, adjusted="length", auc=0.5), Difference("AU", "CA", 3, 3, adjusted="length", note="few")]
    assert (
        "As they are, none of 1 pair has p ≤ 0.05 over all statistics and pairs; brought to one distribution of "
        "length, none of 1. The mean held-out AUC goes from 0.51 to 0.50."
    ) in texts(*raw, *alike)


def test_a_placebo_that_could_not_be_tested_does_not_count():
    parts = replace(CLEAR, group_a="AU (shorter)", group_b="AU (longer)", compared=PLACEBO, decisive=False)
    few = Difference("CA (shorter)", "CA (longer)", 3, 6, compared=PLACEBO, note="few")
    rows = [replace(row, adjusted=adjusted) for adjusted in ("", "length") for row in (parts, few)]
    assert "in 1 of 1 regions as they are, and in 1 of 1 once matched by length" in "\n".join(texts(CLEAR, *rows))
    assert not any("Placebo" in text for text in texts(CLEAR, *(row for row in rows if row.note)))


def test_a_pair_without_a_test_has_no_p():
    one = replace(CLEAR, p_permutation=float("nan"), p_max=float("nan"), p_equivalent=0.001)
    assert texts(one)[0].endswith("half being chance; its texts could not be permuted.")


def test_placebo_tells_what_length_alone_gives():
    parts = replace(CLEAR, group_a="AU (shorter)", group_b="AU (longer)", compared=PLACEBO, decisive=False)
    matched = replace(parts, adjusted="length", p_permutation=0.5, auc=0.52)
    assert (
        "Placebo: the shorter and the longer texts of one region differ (p ≤ 0.05) in 1 of 1 regions as they are, and "
        "in none of 1 once matched by length; mean held-out AUC 0.70 and 0.52."
    ) in texts(CLEAR, parts, matched)


def test_what_a_test_lacks_is_said():
    few = replace(CLEAR, n_a=3, n_b=3, p_permutation=0.1, p_max=0.1, p_smallest=0.0005)
    assert texts(few)[0].startswith(
        "The only pair of regions, AU–CA, cannot be tested with so few samples: on texts held out, "
    )


def test_nothing_is_said_where_no_row_decides():
    assert not texts(replace(CLEAR, decisive=False))


@pytest.mark.parametrize(("value", "words"), [(0.9999, ">0.99"), (1.0, "1.00"), (0.004, "0.00"), (0.5, "0.50")])
def test_an_auc_below_1_is_not_written_as_1(value, words):
    assert auc(value) == words


def test_statistics_have_names():
    assert strongest("mmd[1.0]") == "maximum mean discrepancy [1.0]"
    assert strongest("classifier") == "classifier"
