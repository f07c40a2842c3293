from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.relations import SUPPORTED, judge
from geobias.report.sections.relations.words import LIMITS, relation_findings, relation_sentence
from geobias.tables import Relation, RelationTable

NAN = float("nan")
PLAIN = Relation(
    x="sinkhorn", y="gap[accuracy]", coefficient="spearman", statistic=0.4, n_groups=6, n_pairs=15, groups="AU, CA",
    alternative="two-sided", p_qap=0.2, qap_method="exact", n_permutations=720, p_smallest=1 / 720,
    p_asymptotic=0.1, p_naive=0.1, family="distance-gap", q_bh=0.5,
)  # fmt: skip


def judged(control=None, alpha=0.05, **values):
    [row] = judge([replace(PLAIN, **values)], control, alpha=alpha)
    return row


def sentence(control=None, alpha=0.05, **values):
    return relation_sentence(vars(judged(control, alpha, **values)))


def findings(*rows, gaps=None):
    return list(relation_findings(RelationTable(judge(rows)).to_frame(), gaps))


def test_relation_that_chance_could_make():
    assert sentence() == (
        "Sinkhorn divergence and gap in accuracy: not separable. Spearman's ρ is +0.40 over 15 pairs of 6 "
        "groups, p = 0.200 by 720 permutations (all; smallest p attainable is 0.0014), corrected q = 0.500."
    )


def test_relation_that_stands():
    text = sentence(statistic=-0.8, p_qap=0.002, q_bh=0.01, p_holm=0.01)
    assert text.startswith(
        "Sinkhorn divergence and gap in accuracy: supported (the larger the one, the smaller the other). "
    )
    assert "ρ is −0.80" in text
    assert "p = 0.0020" in text
    assert sentence(p_holm=0.01).startswith(
        "Sinkhorn divergence and gap in accuracy: supported (the larger the one, the larger"
    )


def test_small_p_does_not_stand_without_its_correction():
    assert sentence(p_qap=0.01, p_holm=0.3).startswith(
        "Sinkhorn divergence and gap in accuracy: not separable once all relations that were tested are taken together."
    )


def test_largest_statistic_decides_and_the_size_has_a_word():
    text = sentence(p_qap=0.01, q_bh=0.03, p_max=0.07, strength="weak")
    assert text.startswith("Sinkhorn divergence and gap in accuracy: not separable once all")
    assert "Spearman's ρ is +0.40 (weak) over 15 pairs" in text
    assert text.endswith(", corrected q = 0.030, max-T p = 0.070.")
    assert ": supported (" in sentence(p_qap=0.01, q_bh=0.06, p_max=0.04)


def test_distance_correlation_has_no_direction():
    text = sentence(coefficient="distance_correlation", p_qap=0.01, p_holm=0.01)
    assert text.startswith(
        "Sinkhorn divergence and gap in accuracy: supported. Distance correlation (squared, bias-corrected) is +0.40"
    )


def test_families_count_what_passes_either_correction():
    rows = [replace(PLAIN, p_qap=0.01, q_bh=0.02, p_max=0.06), replace(PLAIN, y="gap[auc]", p_max=0.9)]
    assert findings(*rows)[2].text.endswith("and 1 has a corrected q ≤ 0.05 and none has a max-T p ≤ 0.05.")


def test_uncorrected_p_is_said_to_be_so():
    assert sentence(p_qap=0.01, q_bh=NAN).endswith(", not corrected for other tests.")
    assert ": supported (" in sentence(p_qap=0.01, q_bh=NAN)


def test_few_groups_cannot_be_tested_whatever_the_coefficient():
    assert sentence(statistic=1.0, n_groups=3, n_pairs=3, p_qap=1 / 3, p_smallest=1 / 3, q_bh=1 / 3) == (
        "Sinkhorn divergence and gap in accuracy: cannot be tested with so few groups (smallest p attainable is 0.333)."
        " Spearman's ρ is +1.00 over 3 pairs of 3 groups."
    )


def test_relation_without_a_coefficient_gives_the_reason():
    text = sentence(statistic=NAN, p_qap=NAN, note="needs at least 3 groups in common, there are 2")
    assert text == (
        "Sinkhorn divergence and gap in accuracy: no coefficient could be computed (needs at least 3 groups in common, "
        "there are 2)."
    )


def test_sampled_permutations_are_called_so():
    assert "p < 0.0001 by 9,999 permutations (sampled;" in sentence(
        p_qap=0.00009, qap_method="sampled", n_permutations=9999
    )


def test_the_level_and_the_control_that_were_judged_by_are_those_of_the_sentence():
    assert ": supported (" in sentence(p_qap=0.002, p_holm=0.03, control=0.04)
    assert ": not separable once all" in sentence(p_qap=0.002, p_holm=0.03, alpha=0.01)
    assert sentence(p_qap=0.002, p_holm=0.03, control=0.3).startswith(
        "Sinkhorn divergence and gap in accuracy: not separable, for random partitions of the texts give as "
        "much (p = 0.300 of the negative control). Spearman's ρ is +0.40"
    )
    rows = judge([replace(PLAIN, p_qap=0.02), replace(PLAIN, y="gap[auc]", p_qap=0.3)], alpha=0.01)
    texts = [finding.text for finding in relation_findings(RelationTable(rows).to_frame(), None)]
    assert "tested by Spearman's ρ, none has p ≤ 0.01 (about 0.0 would" in texts[2]


@given(
    st.floats(-1, 1), st.floats(0, 1), st.one_of(st.just(NAN), st.floats(0, 1)), st.sampled_from([1 / 720, 0.05, 0.33])
)
def test_supported_is_said_only_where_the_judge_says_so(statistic, p, holm, smallest):
    row = judged(statistic=statistic, p_qap=p, p_holm=holm, p_smallest=smallest)
    text = relation_sentence(vars(row))
    assert (": supported" in text) == (row.verdict == SUPPORTED)
    assert "signific" not in text


def test_main_gap_is_told_and_each_family_summed_up():
    rows = [
        PLAIN,
        replace(PLAIN, x="lda", p_qap=0.01),
        replace(PLAIN, y="gap[auc]", p_qap=0.02, q_bh=0.04),
        replace(PLAIN, coefficient="kendall_tau_b"),
        replace(PLAIN, y="lda", family="distance-distance"),
    ]
    found = findings(*rows, gaps=pd.DataFrame({"quantity": ["dcor[auc]", "gap[auc]", "gap[accuracy]"]}))
    assert [f.text.split(":")[0] for f in found[:2]] == [
        "Sinkhorn divergence and gap in accuracy",
        "LDA centroid distance (in sample) and gap in accuracy",
    ]
    assert [f.headline for f in found] == [True, False, False, False]
    assert found[2].text == (
        "Of 3 relations (distance-gap) tested by Spearman's ρ, 2 have p ≤ 0.05 (about 0.2 would if none were related), "
        "and 1 has a corrected q ≤ 0.05."
    )
    assert (found[3].text, found[3].caution) == (LIMITS, True)


def test_distance_beyond_its_floor_opens_before_all_others():
    found = findings(PLAIN, replace(PLAIN, x="sinkhorn_excess"), replace(PLAIN, x="energy"))
    assert [f.headline for f in found[:3]] == [False, True, False]


DECLARED = {
    "primary": True, "alternative": "greater", "p_opposite": 0.9, "low": -0.1, "high": 0.7, "level": 0.95,
    "interval": "bootstrap of units and models", "reliability_x": 0.25, "reliability_y": 0.27, "ceiling": 0.26,
    "corrected": 1.54,
}  # fmt: skip


def test_the_declared_relation_says_what_noise_lets_show_before_it_is_not_separable():
    assert sentence(**DECLARED) == (
        "Sinkhorn divergence and gap in accuracy, the relation declared beforehand: tables as noisy as these show a "
        "coefficient of at most 0.26 on average; not separable. Spearman's ρ is +0.40 over 15 pairs of 6 groups, "
        "95\xa0% interval [−0.10, +0.70] (bootstrap of units and models), one-sided p = 0.200 by 720 permutations "
        "(all; smallest p attainable is 0.0014), which needs no correction. The reliability of the first table is "
        "0.25, that of the second 0.27; corrected for it the coefficient is +1.54."
    )
    assert ": tables as noisy as these show no relation on average; not separable." in sentence(
        **DECLARED | {"ceiling": 0.0}
    )
    assert "at most" not in sentence(**DECLARED | {"p_qap": 0.01})


def test_a_coefficient_that_cannot_be_tested_is_not_called_strong():
    few = {"statistic": 1.0, "strength": "strong", "n_groups": 3, "n_pairs": 3, "p_smallest": 1 / 6, "p_qap": 0.2}
    assert "(strong)" not in sentence(**few)
    assert "Spearman's ρ is +1.00 over 3 pairs of 3 groups" in sentence(**few)


def test_no_correction_is_told_of_the_declared_relation_and_it_is_not_counted_in_its_family():
    first = replace(PLAIN, p_qap=0.04, p_holm=0.04, p_max=0.04, **{"primary": True})
    rows = [first, replace(PLAIN, y="gap[auc]", p_max=0.9), replace(PLAIN, y="gap[f1]", p_max=0.9)]
    found = findings(*rows, gaps=pd.DataFrame({"quantity": ["gap[accuracy]"]}))
    assert "which needs no correction." in found[0].text
    assert not any(word in found[0].text for word in ("max-T", "Holm", "corrected q", "taken together"))
    assert found[1].text.startswith("Of 2 further relations (distance-gap) tested by Spearman's ρ, none has p ≤ 0.05")
    assert found[0].headline


def test_the_other_direction_is_said_in_words():
    text = sentence(**DECLARED | {"statistic": -0.7, "p_qap": 0.99, "p_opposite": 0.012})
    assert (
        "not separable in the direction that was asked, but the other way (the larger the one, the smaller the other, "
        "p = 0.012 in that direction)."
    ) in text
    assert ", p = 0.012 in the other direction, corrected q" in sentence(p_qap=0.99, p_opposite=0.012)


def test_cross_fitted_distance_opens_rather_than_the_in_sample_one():
    found = findings(replace(PLAIN, x="lda"), replace(PLAIN, x="lda_crossfit"))
    assert [f.headline for f in found[:2]] == [False, True]


def test_without_gaps_the_distances_are_told():
    found = findings(replace(PLAIN, y="lda"), replace(PLAIN, y="energy"))
    assert [f.text.split(":")[0] for f in found[:2]] == [
        "Sinkhorn divergence and LDA centroid distance (in sample)",
        "Sinkhorn divergence and energy distance",
    ]


@pytest.mark.parametrize(("p", "words"), [(0.9, "none has p ≤ 0.05"), (0.01, "2 have p ≤ 0.05")])
def test_none_is_written_out(p, words):
    assert words in findings(replace(PLAIN, p_qap=p), replace(PLAIN, y="gap[auc]", p_qap=p))[2].text


def test_what_a_correction_puts_out_of_reach_is_said_with_its_numbers():
    rows = [replace(PLAIN, x=x, p_qap=0.05, p_smallest=1 / 24, p_holm=0.1) for x in ("lda", "sinkhorn")]
    text = relation_sentence(vars(judge(rows)[0]))
    assert "cannot be tested with so many relations (smallest p attainable after Holm is 0.083)." in text


def test_the_p_that_decided_is_among_those_that_are_said():
    assert sentence(p_qap=0.03, p_holm=0.09).endswith(", corrected q = 0.500, Holm's p = 0.090.")
    rows = [replace(PLAIN, x=x, p_qap=0.03, p_holm=0.06, q_bh=0.03) for x in ("lda", "sinkhorn")]
    assert findings(*rows)[2].text.endswith("and 2 have a corrected q ≤ 0.05 and none has a Holm p ≤ 0.05.")
