"""Corrections over a family, exclusions beside the full result, groups left out one by one."""

from itertools import permutations as orders
from itertools import product

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.relations import SUPPORTED, UNTESTABLE, Strength, judge, leave_one_group_out, relate, relate_all
from geobias.stats import holm
from geobias.tables import MANY_RELATIONS, PairTable


@pytest.fixture(scope="module")
def family(noise_table):
    """Two distances against three gaps, the first gap made of the first distance."""
    tables = [noise_table(seed, "abcde") for seed in range(5)]
    tables[2] = PairTable(tables[2].groups, tables[2].values / 4 + tables[0].values, "gap")
    return list(product(tables[:2], tables[2:]))


def test_max_t_equals_all_labellings_written_out(family):
    rows = relate_all(family, coefficients=["spearman"], rng=0).rows
    upper = np.triu_indices(5, 1)
    null = np.array(
        [
            [abs(stats.spearmanr(x.values[0][np.ix_(o, o)][upper], y.vector()).statistic) for x, y in family]
            for o in orders(range(5))
        ]
    )
    ranked, before = np.argsort(-null[0]), 0.0
    for place, i in enumerate(ranked):
        before = max(before, (null[:, ranked[place:]].max(1) >= null[0, i] - 1e-9).mean())
        assert rows[i].p_max == pytest.approx(before)
        assert rows[i].p_qap <= rows[i].p_max


def test_holm_over_one_coefficient(family):
    rows = relate_all(family, coefficients=["spearman", "pearson"], rng=0).rows
    for name in ("spearman", "pearson"):
        part = [row for row in rows if row.coefficient == name]
        np.testing.assert_allclose([row.p_holm for row in part], holm([row.p_qap for row in part]))


def test_the_order_of_groups_does_not_matter(family):
    turned = [(x.select("dbeac") if i % 2 else x, y.select("edcba")) for i, (x, y) in enumerate(family)]
    for one, other in zip(relate_all(family, rng=0).rows, relate_all(turned, rng=0).rows, strict=True):
        assert one.statistic == pytest.approx(other.statistic, abs=1e-12)
        assert (one.groups, one.p_qap, one.p_max) == (other.groups, other.p_qap, other.p_max)


def test_a_table_on_both_sides_leaves_no_max_t_and_says_so(noise_table):
    x, y, z = noise_table(0), noise_table(1), noise_table(2)
    for row in relate_all([(x, y), (x, z), (y, z)], coefficients=["pearson"], rng=0).rows:
        assert np.isnan(row.p_max)
        assert row.note == "no max-T p: a table stands on both sides of its family"
        assert 0 < row.p_qap <= row.p_holm <= 1


def test_a_score_that_one_group_lacks_is_a_block_of_its_own_weighted_by_its_size(noise_table):
    x, *gaps = (noise_table(seed) for seed in range(5))
    short = noise_table(9).select("abcde")
    rows = relate_all([(x, gap) for gap in [*gaps, short]], coefficients=["spearman"], rng=0).rows
    alone = relate_all([(x, gap) for gap in gaps], coefficients=["spearman"], rng=0).rows
    for row, other in zip(rows[:4], alone, strict=True):  # 4 of 5 rows, tested at 4 / 5 of the level
        assert row.p_max == pytest.approx(min(1.0, other.p_max * 5 / 4))
    assert rows[4].p_max == pytest.approx(min(1.0, rows[4].p_qap * 5))
    assert {row.note for row in rows} == {"max-T p by blocks that share their groups: 'q9' is on other groups"}


def test_one_score_more_no_longer_costs_a_family_its_verdict(noise_table):
    """Supported at p = .001 by max-T; Holm over 45 made it "cannot be tested" as soon as one group lacked a score."""
    x, *gaps = (noise_table(seed) for seed in range(44))
    related = PairTable(x.groups, 2 * x.values, "same")
    rows = relate_all(
        [(x, y) for y in [related, *gaps, noise_table(50).select("abcde")]], coefficients=["pearson"], rng=0
    )
    judged = judge(rows.rows)
    assert (judged[0].verdict, judged[0].decided_by) == (SUPPORTED, "max-T")
    assert judged[0].p_max == pytest.approx(45 / 44 / 720)
    assert judged[-1].verdict == UNTESTABLE  # five groups: 1 / 120 after a weight of one in 45
    assert (judged[-1].lacking, judged[-1].p_attainable) == (MANY_RELATIONS, pytest.approx(45 * judged[-1].p_smallest))


def test_the_primary_relation_is_a_family_of_its_own(family):
    named = (family[0][0].quantity, family[0][1].quantity)
    rows = relate_all(family, coefficients=["spearman", "pearson"], primary=named, rng=0).rows
    assert [row.primary for row in rows] == [True, *[False] * 11]
    assert rows[0].p_max == rows[0].p_holm == rows[0].q_bh == rows[0].p_qap
    behind = relate_all(family[1:], coefficients=["spearman"], rng=0).rows
    assert [row.p_max for row in rows[2::2]] == [row.p_max for row in behind]
    together = relate_all(family, coefficients=["pearson"], rng=0).rows
    assert [row.p_max for row in rows[1::2]] == [row.p_max for row in together]
    with pytest.raises(
        InputError, match=r"primary must name the quantities \(x, y\) of one relation, but \('a', 'b'\)"
    ):
        relate_all(family, primary=("a", "b"))


@pytest.mark.parametrize(("asked", "other"), [("greater", "less"), ("less", "greater")])
def test_the_p_of_the_other_direction_is_that_of_its_own_test(family, asked, other):
    rows = relate_all(family, alternative=asked, rng=0).rows
    opposite = relate_all(family, alternative=other, rng=0).rows
    for row, turned in zip(rows, opposite, strict=True):
        if row.coefficient == "distance_correlation":
            assert np.isnan(row.p_opposite)
        else:
            assert (row.p_opposite, row.p_qap) == (turned.p_qap, turned.p_opposite)
    assert all(np.isnan(row.p_opposite) for row in relate_all(family, rng=0).rows)


def test_a_single_relation_is_not_corrected(noise_table):
    x, y = noise_table(0), noise_table(1)
    for row in relate_all([(x, y)], rng=0).rows:
        assert row.p_max == row.p_holm == row.q_bh == row.p_qap
    assert all(np.isnan([row.p_max, row.p_holm, row.q_bh]).all() for row in relate(x, y, rng=0))


def test_named_exclusions_stand_beside_the_full_result(family):
    full = relate_all(family, rng=0).rows
    rows = relate_all(family, exclude={"without A": ["a"], "without B and C": ["b", "c"]}, rng=0).rows
    assert rows[: len(full)] == full
    assert [row.excluded for row in rows] == [
        *[""] * len(full), *["without A"] * len(full), *["without B and C"] * len(full)
    ]  # fmt: skip
    alone = relate_all(family, groups="bcde", rng=0).rows
    for row, other in zip(rows[len(full) : 2 * len(full)], alone, strict=True):
        assert (row.groups, row.statistic, row.p_qap, row.p_max) == (
            "b, c, d, e", other.statistic, other.p_qap, other.p_max
        )  # fmt: skip


@pytest.mark.parametrize("wrong", [{"without Q": ["q"]}, {"": ["a"]}, {"without A": "a"}])
def test_exclusions_must_name_groups_in_use(family, wrong):
    [(label, groups)] = wrong.items()
    with pytest.raises(InputError) as error:
        relate_all(family, exclude=wrong)
    assert str(error.value) == (
        f"the exclusion '{label}' must have a label and a list of groups that are used, but it is {groups!r}. "
        "The groups used are ['a', 'b', 'c', 'd', 'e']."
    )


def test_each_group_is_left_out_once(family):
    rows = leave_one_group_out(family[:1], coefficients=["spearman"], rng=0).rows
    assert [row.excluded for row in rows] == ["", "a", "b", "c", "d", "e"]
    for row in rows[1:]:
        [other] = relate(*family[0], coefficients=["spearman"], groups=[g for g in "abcde" if g != row.excluded], rng=0)
        assert (row.statistic, row.p_qap, row.n_groups) == (other.statistic, other.p_qap, 4)
    pooled_groups = [tuple(PairTable(t.groups, t.values, t.quantity, pooled_groups=("e",)) for t in family[0])]
    assert [row.excluded for row in leave_one_group_out(pooled_groups, rng=0).rows[::4]] == ["", "a", "b", "c", "d"]


def test_strength_is_a_setting(family):
    [row] = relate(*family[0], coefficients=["spearman"], rng=0)
    assert row.strength == "strong"
    [row] = relate(*family[0], coefficients=["spearman"], strength=Strength(0.9, 0.98, 0.999), rng=0)
    assert row.strength == "weak"
    assert Strength().word(0.25, "distance_correlation") == "moderate"  # .5 on the scale of a correlation
    below = np.nextafter(0.5, 0)
    assert [Strength().word(value, "spearman") for value in (-0.5, below, -below, 0.494)] == ["moderate"] * 3 + ["weak"]
    assert Strength().word(-0.1, "distance_correlation") == "negligible"
    with pytest.raises(InputError, match=r"must rise within \(0, 1\], but weak, moderate, strong are 0.5, 0.3, 0.7"):
        Strength(0.5, 0.3, 0.7)


def test_seeds_move_sampled_p_as_much_as_is_said(noise_table):  # P15
    x, y = noise_table(6, "abcdefghi"), noise_table(7, "abcdefghi")
    options = {"coefficients": ["pearson"], "n_resamples": 99}
    assert relate(x, y, rng=1, **options) == relate(x, y, rng=1, **options)
    rows = [relate(x, y, rng=seed, **options)[0] for seed in range(200)]
    said = np.mean([row.p_seed_sd for row in rows])
    assert np.std([row.p_qap for row in rows]) == pytest.approx(said, rel=0.25)
    assert relate(x.select("abcde"), y.select("abcde"), rng=0)[0].p_seed_sd == 0


def test_distance_correlation_of_three_groups_or_of_no_variance_says_why(pair_table):  # P01
    [row] = relate(pair_table("abc", [1, 2, 3]), pair_table("abc", [1, 3, 2]), coefficients=["distance_correlation"])
    assert row.note == "bias-corrected distance correlation needs at least 4 measured pairs, there are 3"
    flat = pair_table("abcd", np.ones(6), "flat")
    [row] = relate(flat, pair_table("abcd", np.arange(6)), coefficients=["distance_correlation"])
    assert row.note == "'flat' is constant over the 6 pairs used"
    assert np.isnan([row.statistic, row.p_qap]).all()
    assert row.strength == ""


def test_the_variant_of_tau_is_named(pair_table):  # P06
    x, y = pair_table("abcd", [1, 1, 2, 2, 3, 4]), pair_table("abcd", [1, 2, 2, 3, 3, 4])
    rows = relate(x, y, coefficients=["kendall", "kendall_tau_a"], rng=0)
    assert [row.coefficient for row in rows] == ["kendall_tau_b", "kendall_tau_a"]
    assert rows[1].statistic < rows[0].statistic == pytest.approx(stats.kendalltau(x.vector(), y.vector()).statistic)
