"""What may be said, from rows made up for the purpose and from real families."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.relations import (
    NOT_COMPUTED,
    NOT_SEPARABLE,
    SUPPORTED,
    UNTESTABLE,
    judge,
    judge_separations,
    relate_all,
    verdict,
)
from geobias.stats import control_pvalue
from geobias.tables import FEW_GROUPS, FEW_PERMUTATIONS, MANY_RELATIONS, PairTable, Relation, SeparationTable

NAN = float("nan")
ROW = Relation(
    "sinkhorn", "gap[f1]", "spearman", 0.71, 6, 15, "a, b, c, d, e, f", "two-sided", 0.004, "exact", 720, 1 / 720,
    0.003, 0.002, family="distance-gap", q_bh=0.01, p_holm=0.02, p_max=0.012,
)  # fmt: skip


def test_supported_by_the_largest_statistic_and_the_negative_control():
    found = verdict([ROW, replace(ROW, y="gap[auc]", statistic=0.1, p_qap=0.8, p_max=0.9)], control=0.01)
    assert (found.word, found.row.y, found.p_adjusted, found.correction) == (SUPPORTED, "gap[f1]", 0.012, "max-T")
    assert found.sentence == (
        "sinkhorn and gap[f1]: spearman +0.71 over 15 pairs of 6 groups, p = 0.012 after max-T over 2 relations; "
        "negative control p = 0.010."
    )


def test_a_study_without_a_negative_control_says_nothing_of_one():
    said, unsaid = verdict([ROW]), verdict([ROW], controlled=False)
    assert said.sentence.endswith("p = 0.012 after max-T over 1 relation; no negative control was run.")
    assert unsaid.sentence == said.sentence.replace("; no negative control was run", "")


@pytest.mark.parametrize(
    ("rows", "control", "word", "words"),
    [
        ([ROW], None, SUPPORTED, "no negative control was run"),
        ([ROW], 0.3, NOT_SEPARABLE, "negative control p = 0.300"),
        ([replace(ROW, p_max=0.051)], 0.01, NOT_SEPARABLE, "p = 0.051 after max-T over 1 relation;"),
        ([replace(ROW, p_max=0.05)], 0.05, SUPPORTED, "p = 0.050 after max-T"),
        ([replace(ROW, p_max=0.0004)], 0.01, SUPPORTED, "p = 0.0004 after max-T"),
        ([replace(ROW, p_max=NAN)], 0.01, SUPPORTED, "p = 0.020 after Holm over 1 relation"),
        ([replace(ROW, p_max=NAN, p_holm=NAN)], 0.01, SUPPORTED, "p = 0.0040 after no correction"),
        ([replace(ROW, excluded="without A"), replace(ROW, p_max=0.4)], 0.01, NOT_SEPARABLE, "p = 0.400"),
        (
            [replace(ROW, n_groups=4, p_smallest=1 / 12)],
            0.01,
            UNTESTABLE,
            "With 4 groups the smallest p attainable is 0.083 after max-T over 1 relation, above 0.05.",
        ),
        (
            [replace(ROW, n_groups=5, p_max=NAN, p_smallest=1 / 120, p_holm=0.3)] * 14,
            0.01,
            UNTESTABLE,
            "With 5 groups the smallest p attainable is 0.117 after Holm over 14 relations, above 0.05.",
        ),
        (
            [replace(ROW, p_qap=NAN, n_groups=2, note="few")],
            None,
            UNTESTABLE,
            "Groups that distances and gaps have in common: 2;",
        ),
        ([replace(ROW, p_qap=NAN, note="'x' is flat")], None, UNTESTABLE, "could be computed ('x' is flat)"),
        ([], None, UNTESTABLE, "Groups that distances and gaps have in common: 0;"),
    ],
)
def test_words_follow_from_the_evidence(rows, control, word, words):
    found = verdict(rows, control)
    assert found.word == word
    assert words in found.sentence


@given(*[st.floats(1e-4, 1) for _ in range(3)])
def test_supported_needs_every_piece(p, control, smallest):
    found = verdict([replace(ROW, p_max=p, p_smallest=smallest)], control)
    supported = p <= 0.05 and control <= 0.05 and smallest <= 0.05
    assert (found.word == SUPPORTED) == supported
    assert (found.word == UNTESTABLE) == (smallest > 0.05)


def test_families_of_tables(noise_table):
    tables = [noise_table(seed) for seed in range(5)]
    family = list(product(tables[:2], tables[2:]))
    control = control_pvalue(1.0, [0.1] * 99)
    assert verdict(relate_all(family, coefficients=["spearman"], rng=0).rows, control).word == NOT_SEPARABLE
    related = PairTable(tables[0].groups, tables[0].values * 2, "same")
    found = verdict(relate_all([*family, (tables[0], related)], coefficients=["spearman"], rng=0).rows, control)
    assert (found.word, found.row.y, found.p_control) == (SUPPORTED, "same", 0.01)
    four = [(x.select("abcd"), y.select("abcd")) for x, y in family]
    assert verdict(relate_all(four, coefficients=["pearson"], alternative="less", rng=0).rows).word == NOT_SEPARABLE
    three = [(x.select("abc"), y.select("abc")) for x, y in family]
    assert verdict(relate_all(three, coefficients=["spearman"], rng=0).rows).word == UNTESTABLE


def test_a_primary_relation_decides_and_the_family_stands_beside_it():
    primary = replace(ROW, primary=True, p_qap=0.03, p_max=0.03, p_holm=0.03, alternative="greater")
    others = [replace(ROW, y="gap[auc]"), replace(ROW, y="gap[acc]", p_max=0.9)]
    found = verdict([*others, primary], 0.01)
    assert (found.word, found.p_adjusted, found.correction, found.n_tested) == (SUPPORTED, 0.03, "no correction", 1)
    assert found.sentence == (
        "sinkhorn and gap[f1]: spearman +0.71 over 15 pairs of 6 groups, one-sided p = 0.030 declared beforehand; "
        "negative control p = 0.010. Of 2 further relations 1 is supported (max-T)."
    )
    assert found.answer == "Yes: the larger the sinkhorn, the larger the gap[f1]."
    failed = verdict([replace(primary, p_qap=0.2, p_max=0.2), *others], 0.01)
    assert (failed.word, failed.p_adjusted) == (NOT_SEPARABLE, 0.2)
    assert verdict([primary, *others], 0.3).word == NOT_SEPARABLE  # the control stops it as any other
    assert verdict([replace(primary, p_qap=NAN, note="flat"), *others]).word == UNTESTABLE


def test_a_relation_in_the_other_direction_is_told_and_not_supported():
    turned = replace(
        ROW, statistic=-0.71, alternative="greater", p_qap=0.99, p_max=0.99, p_holm=1.0, p_opposite=0.004, primary=True
    )
    found = verdict([turned], 0.01)
    assert (found.word, judge([turned])[0].verdict) == (NOT_SEPARABLE, NOT_SEPARABLE)
    assert found.answer == (
        "Not in the direction that was asked: it goes the other way, the larger the sinkhorn, the smaller the gap[f1] "
        "(p = 0.0040 in that direction)."
    )
    family = [replace(turned, primary=False), replace(ROW, y="gap[auc]", p_max=0.4, p_opposite=0.6)]
    assert verdict(family).answer == (
        "Not as far as these groups show: chance could give relations as strong. One goes the other way: the larger "
        "the sinkhorn, the smaller the gap[f1]."
    )
    assert "other way" not in verdict([replace(family[0], p_opposite=0.03), family[1]]).answer  # .06 after Holm
    assert "other way" not in verdict([replace(turned, p_opposite=0.2)]).answer


def test_the_most_that_could_show_and_an_interval_are_said_where_they_are_known():
    found = verdict([replace(ROW, p_max=0.3, ceiling=0.31, low=-0.2, high=0.8, level=0.9)], 0.01)
    assert found.answer.startswith(
        "Tables as noisy as these show a coefficient of at most 0.31 on average. Not as far as these"
    )
    nothing = verdict([replace(ROW, p_max=0.3, ceiling=0.0)], 0.01)
    assert nothing.answer.startswith("Tables as noisy as these show no relation on average. Not as far as these")
    assert "spearman +0.71 (90 % interval -0.20 to +0.80) over 15 pairs" in found.sentence


@pytest.mark.parametrize(
    ("values", "count", "lacking", "answer"),
    [
        ({"n_groups": 3, "p_smallest": 1 / 3, "n_permutations": 6}, 1, FEW_GROUPS, "3 groups are too few for any test"),
        (
            {"p_smallest": 0.1, "n_permutations": 9, "qap_method": "sampled"},
            1,
            FEW_PERMUTATIONS,
            "9 permutations are too few for any test to tell a relation from chance; draw more",
        ),
        (
            {"n_groups": 5, "p_smallest": 1 / 120, "n_permutations": 120, "p_max": NAN, "p_holm": 0.3},
            14,
            MANY_RELATIONS,
            "with 5 groups no relation could pass the correction for the 14 that were looked at",
        ),
        ({"p_max": 0.4}, 3, "", "Not as far as these groups show"),
    ],
)
def test_what_a_test_lacks_is_said_in_its_own_words(values, count, lacking, answer):
    rows = [replace(ROW, **values)] * count
    assert {row.lacking for row in judge(rows)} == {lacking}
    assert answer in verdict(rows).answer


def test_each_row_carries_its_verdict_and_what_decided_it():
    rows = [ROW, replace(ROW, y="gap[auc]", p_max=0.4), replace(ROW, y="flat", statistic=NAN, p_qap=NAN, p_max=NAN)]
    first, second, third = judge(rows, 0.01, alpha=0.02)
    assert (first.verdict, first.p_decisive, first.decided_by, first.alpha) == (SUPPORTED, 0.012, "max-T", 0.02)
    assert (first.p_control, first.p_attainable) == (0.01, 1 / 720)
    assert (second.verdict, third.verdict) == (NOT_SEPARABLE, NOT_COMPUTED)
    assert [row.verdict for row in judge(rows, 0.01, alpha=0.01)[:2]] == [NOT_SEPARABLE] * 2
    assert [row.verdict for row in judge(rows, 0.3)[:2]] == [NOT_SEPARABLE] * 2


def test_families_coefficients_and_exclusions_are_judged_apart():
    lost = replace(ROW, p_max=NAN)  # so that Holm decides in its own family, and in no other
    rows = [ROW, replace(lost, family="other"), replace(lost, coefficient="pearson"), replace(lost, excluded="a")]
    assert [row.decided_by for row in judge(rows)] == ["max-T", "Holm", "Holm", "Holm"]


@given(
    st.lists(st.tuples(st.floats(1 / 720, 1), st.floats(0, 1)), min_size=1, max_size=6),
    st.none() | st.floats(0, 1),
    st.sampled_from([0.01, 0.05, 0.2]),
    st.booleans(),
)
def test_a_family_is_supported_exactly_where_one_of_its_relations_is(pvalues, control, alpha, joint):
    p_max = {} if joint else {"p_max": NAN}
    rows = [
        replace(ROW, y=f"gap[{at}]", p_qap=p, p_holm=min(1.0, p * len(pvalues)), **({"p_max": q} | p_max))
        for at, (p, q) in enumerate(pvalues)
    ]
    words = [row.verdict for row in judge(rows, control, alpha=alpha)]
    assert (SUPPORTED in words) == (verdict(rows, control, alpha=alpha).word == SUPPORTED)
    assert all(word != SUPPORTED for word in words) or control is None or control <= alpha


@pytest.mark.parametrize("alpha", ["0.05", NAN, 0, 1, -0.1, None, True])
def test_a_level_is_a_share(alpha):
    for call in (lambda: judge([], alpha=alpha), lambda: verdict([], alpha=alpha)):
        with pytest.raises(InputError, match=r"alpha must lie in \(0, 1\)"):
            call()
    with pytest.raises(InputError, match=r"alpha must lie in \(0, 1\)"):
        judge_separations(SeparationTable(()), (), alpha)


@pytest.mark.parametrize("control", ["0.5", 2, -1, True, [0.5]])
def test_a_control_is_a_probability(control):
    with pytest.raises(InputError, match="control must be a ControlResult, a p-value or None"):
        judge([], control)
