"""Corrections over a family, exclusions beside the full result, groups left out one by one."""

from itertools import permutations as orders
from itertools import product

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.relations import Strength, leave_one_group_out, relate, relate_all
from geobias.stats import holm
from geobias.tables import PairTable


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


def test_families_without_a_joint_permutation_have_no_max_t_and_say_why(noise_table):
    x, y, z = noise_table(0), noise_table(1), noise_table(2)
    for combinations, reason in (
        ([(x, y), (x, z.select("abcde"))], "the rows of its family use different groups"),
        ([(x, y), (x, z), (y, z)], "a table stands on both sides of its family"),
    ):
        for row in relate_all(combinations, coefficients=["pearson"], rng=0).rows:
            assert np.isnan(row.p_max)
            assert row.note == f"no max-T p: {reason}"
            assert 0 < row.p_qap <= row.p_holm <= 1


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
