"""What a relation could have shown: in its row, and in the words of the verdict."""

import math
from dataclasses import replace

import pytest

from geobias.relations import judge, verdict, with_power
from geobias.stats import groups_for_power, relation_power
from geobias.tables import Relation

ROW = Relation(
    "mahalanobis", "gap_at_m[auc]", "spearman", 0.3, 6, 15, "a, b, c, d, e, f", "greater", 0.2, "exact", 720, 1 / 720,
    0.2, 0.2, family="excess-gap", p_holm=0.2, p_max=0.2, primary=True, reliability_x=0.5, reliability_y=0.5,
    ceiling=0.5,
)  # fmt: skip


def answer(row):
    return verdict(with_power([row])).answer


def test_the_primary_row_has_its_power_at_what_noise_leaves_of_the_true_coefficient():
    [row] = with_power([ROW], 0.6)
    assert row.power == pytest.approx(relation_power(0.3, 6))
    assert (row.groups_needed, row.true_coefficient) == (groups_for_power(0.3), 0.6)
    [less] = with_power([replace(ROW, alternative="less")], 0.6)
    assert (less.true_coefficient, less.power) == (-0.6, pytest.approx(row.power))
    [strict] = with_power([ROW], 0.6, alpha=0.01)
    assert strict.power < row.power


@pytest.mark.parametrize(
    "values", [{"primary": False}, {"coefficient": "kendall_tau_b"}, {"excluded": "without a"}, {"n_groups": 0}]
)
def test_of_other_rows_nothing_is_said(values):
    row = replace(ROW, **values)
    assert math.isnan(with_power([row])[0].groups_needed)
    assert math.isnan(with_power([row])[0].power)


def test_a_relation_that_is_not_separable_says_what_it_would_take():
    eight = replace(ROW, n_groups=8)
    assert answer(eight).endswith(
        " With 8 groups and these tables a true coefficient of 0.7 would be found in 41 % of cases; 80 % needs about "
        "17 groups at these numbers of texts, or about 4.2 times as many texts of every group."
    )
    assert answer(ROW).endswith(
        " found in 29 % of cases; 80 % needs about 17 groups at these numbers of texts; more texts of the same groups "
        "would help little."
    )
    many = replace(ROW, n_groups=30)
    assert answer(many).endswith(
        " With 30 groups and these tables a true coefficient of 0.7 would be found in 98 % of cases."
    )
    four = replace(ROW, n_groups=4)
    assert answer(four).endswith(
        " To find a true coefficient of 0.7 in 80 % of cases takes about 17 groups at these numbers of texts."
    )


def test_without_reliabilities_it_is_the_least_that_would_do():
    unknown = replace(ROW, ceiling=math.nan, reliability_x=math.nan, n_groups=3, p_smallest=1 / 6, n_permutations=6)
    assert answer(unknown) == (
        "It cannot be said: 3 groups are too few for any test to tell a relation from chance. Even without noise it "
        "takes about 6 groups to find a true coefficient of 0.7 in 80 % of cases."
    )
    assert "Even" not in answer(replace(unknown, n_groups=8, p_smallest=1 / 40320))


def test_where_groups_are_not_what_lacks_they_are_not_asked_for():
    drawn = replace(ROW, p_smallest=0.1, n_permutations=9, qap_method="sampled")
    assert answer(drawn).endswith("draw more.")
    vetoed = replace(ROW, p_qap=0.01, p_max=0.01)
    assert "needs about" not in verdict(with_power(judge([vetoed], 0.4))).answer


def test_tables_without_any_signal_have_the_level_for_power():
    [row] = with_power([replace(ROW, ceiling=0.0, reliability_x=-0.1)])
    assert (row.power, row.texts_needed) == (pytest.approx(0.05), math.inf)
    assert math.isnan(row.groups_needed)
    assert "needs about" not in answer(row)
