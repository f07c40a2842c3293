"""Relations: the published coefficients and exact p-values, alignment by name, missing pairs, families."""

import json
from itertools import product

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.relations import relate, relate_all
from geobias.stats import benjamini_hochberg
from geobias.tables import PairTable

NAN = float("nan")
DISTANCES = ("bert_short", "bert_long", "lda_long")
NAMES = {"spearman": "rho", "kendall_tau_b": "tau"}


@pytest.fixture(scope="module")
def published(shared):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(shared / "data/regional_bias/pair_summary_sentiment140.csv", index_col=0)
    ends = frame.pop("label_mixed").str.lower().str.split("_", expand=True)
    long = frame.assign(group_a=ends[0], group_b=ends[1], repeat=0, units="").melt(
        ["group_a", "group_b", "repeat", "units"], var_name="quantity"
    )
    return {
        name: PairTable.from_frame(part, pooled_groups=("mixed", "base"))
        for name, part in long.groupby("quantity", sort=False)
    }


@pytest.mark.shared
def test_published_coefficients_and_exact_p_values(shared, published):
    expected = json.loads((shared / "facts/fixtures.json").read_text())["all28_published"]
    combinations = [(published[a], published[b]) for a, b in (key.split("|") for key in expected)]
    groups = published["bert_long"].groups
    rows = relate_all(combinations, coefficients=["spearman", "kendall"], groups=groups, n_resamples=99, rng=0).rows
    assert len(rows) == 2 * len(expected) == 78
    for row in rows:
        fact, name = expected[f"{row.x}|{row.y}"], NAMES[row.coefficient]
        assert row.statistic == pytest.approx(fact[name], abs=1e-6)
        assert row.p_asymptotic == pytest.approx(fact[f"p_{name}"], rel=1e-5)
        assert row.p_qap == pytest.approx(fact[f"mantel_p_{name}"], abs=1e-6)
        assert (row.qap_method, row.n_permutations, row.n_groups, row.n_pairs) == ("exact", 40_320, 8, 28)
        assert 1 / 40_320 <= row.p_smallest <= row.p_qap


@pytest.mark.shared
def test_how_many_published_relations_stand(published):
    distances = [published[name] for name in DISTANCES]
    gaps = [other for name, other in published.items() if name not in DISTANCES]
    groups = distances[0].groups
    rows = relate_all(product(distances, gaps), coefficients=["spearman"], groups=groups, rng=0).rows
    below = [sum(getattr(row, p) < 0.05 for row in rows if not row.y.startswith("f1")) for p in ("p_naive", "p_qap")]
    assert below == [17, 11]
    q = benjamini_hochberg([row.p_qap for row in rows if not row.y.startswith("f1")])
    assert (q < 0.05).sum() == 2
    # Taken together, none stands with a family-wise error of 5 %.
    family = relate_all(
        product(distances, [gap for gap in gaps if not gap.quantity.startswith("f1")]),
        coefficients=["spearman"],
        groups=groups,
        rng=0,
    ).rows
    assert len(family) == 36
    assert min(row.p_max for row in family) == pytest.approx(0.0605, abs=1e-4)
    assert min(row.p_holm for row in family) == pytest.approx(0.0554, abs=1e-4)


@pytest.mark.shared
def test_pooled_groups_stay_out_unless_named(published):
    rows = relate_all(product([published["lda_long"]], [published["accuracy(%)"]]), rng=0).rows
    assert {(row.n_groups, row.n_pairs, row.n_permutations) for row in rows} == {(6, 15, 720)}
    assert all(row.p_qap >= 0.05 for row in rows)
    assert sorted(rows[0].groups.split(", ")) == ["au", "ca", "nz", "uk", "us", "za"]


def test_groups_are_matched_by_name(noise_table):
    x, y = noise_table(0), noise_table(1)
    permuted = y.select("fbdace")
    rows, turned = relate(x, y, rng=0), relate(x, permuted, rng=0)
    assert rows == turned
    wider = noise_table(2, "zabcdefy")
    assert relate(x, wider, rng=0)[0].groups == "a, b, c, d, e, f"


def test_either_table_may_be_permuted(noise_table):
    x, y = noise_table(0), noise_table(1)
    for one, other in zip(relate(x, y, rng=0), relate(y, x, rng=0), strict=True):
        assert one.statistic == pytest.approx(other.statistic, abs=1e-12)
        assert one.p_qap == other.p_qap


def test_repeats_are_averaged_over_what_was_measured(noise_table):
    groups = ("a", "b", "c", "d")
    y = noise_table(1, "abcd")
    twice = np.concatenate([noise_table(0, "abcd").values, noise_table(5, "abcd").values])
    twice[1, 0, 1] = twice[1, 1, 0] = NAN
    mean = np.nanmean(twice, axis=0, keepdims=True)
    x, x_mean = PairTable(groups, twice, "x"), PairTable(groups, mean, "x")
    assert relate(x, y, rng=0) == relate(x_mean, y, rng=0)


def test_ties_by_rounding_are_ties_in_any_unit(pair_table):
    values = np.array([0.1 + 0.2, 0.3, 0.5, 0.7, 0.8, 0.9])
    y = pair_table("abcd", [1, 1, 2, 4, 3, 5], "y")
    for unit in (1e-12, 1, 1e9):
        [row] = relate(pair_table("abcd", values * unit), y, coefficients=["kendall"], rng=0)
        assert row.statistic == pytest.approx(stats.kendalltau(values.round(7), [1, 1, 2, 4, 3, 5]).statistic)
    [strict] = relate(pair_table("abcd", values), y, coefficients=["kendall"], tie_tolerance=0, rng=0)
    assert strict.statistic < row.statistic


def test_one_missing_pair_of_seven_groups_is_dropped_and_counted(noise_table):  # P11
    x, y = noise_table(0, "abcdefg"), noise_table(1, "abcdefg")
    holes = x.values.copy()
    holes[0, 1, 4] = holes[0, 4, 1] = NAN
    x = PairTable(x.groups, holes, "x")
    [by_pair] = relate(x, y, coefficients=["spearman"], rng=0)
    known = ~np.isnan(x.vector())
    assert by_pair.statistic == pytest.approx(stats.spearmanr(x.vector()[known], y.vector()[known]).statistic)
    assert (by_pair.n_groups, by_pair.n_pairs, by_pair.note) == (7, 20, "1 of 21 pairs not measured")
    assert 1 / 5040 <= by_pair.p_smallest <= by_pair.p_qap <= 1

    [by_group] = relate(x, y, coefficients=["spearman"], missing="drop-group", rng=0)
    complete = relate(x, y, coefficients=["spearman"], groups="abcdfg", rng=0)[0]
    assert (by_group.n_groups, by_group.n_pairs) == (6, 15)
    assert by_group.note == "group 'e' left out, 1 of its pairs not measured"
    assert (by_group.statistic, by_group.p_qap) == (complete.statistic, complete.p_qap)


@pytest.mark.parametrize(
    ("x", "y", "note"),
    [
        (("ab", [1]), ("ab", [2]), "needs at least 3 groups in common, there are 2"),
        (("abc", [1, 2, 3]), ("xyz", [1, 3, 2]), "needs at least 3 groups in common, there are 0"),
        (
            ("abc", [1, 2, NAN]),
            ("abc", [1, 3, 2]),
            "1 of 3 pairs not measured; needs at least 3 measured pairs, there are 2",
        ),
        (("abc", [5, 5, 5], "flat"), ("abc", [1, 3, 2]), "'flat' is constant over the 3 pairs used"),
        (("abc", [1, 3, 2]), ("abc", [5, 5, 5 + 1e-12], "flat"), "'flat' is constant over the 3 pairs used"),
        (
            ("abcd", [NAN] * 6),
            ("abcd", [1, 3, 2, 6, 5, 4]),
            "group 'd' left out, 3 of its pairs not measured; group 'c' left out, 2 of its pairs not measured; "
            "group 'b' left out, 1 of its pairs not measured; needs at least 3 groups in common, there are 1",
        ),
    ],
)
def test_undefined_rows_are_nan_and_say_why(x, y, note, pair_table):
    x, y = pair_table(*x), pair_table(*y)
    for row in relate(x, y, rng=0):
        values = [row.statistic, row.p_qap, row.p_smallest, row.p_asymptotic, row.p_naive]
        assert np.isnan(values).all()
        assert row.note == note


def test_smallest_p_of_three_groups(pair_table):
    x = pair_table("abc", [1, 2, 3])
    [row] = relate(x, x, coefficients=["spearman"], rng=0)
    # 1,2,3 against its mirror image is as far from 0, so two of the six labellings are extreme.
    assert row.p_qap == row.p_smallest == row.p_naive == pytest.approx(2 / 6)
    [row] = relate(x, x, coefficients=["spearman"], alternative="greater", rng=0)
    assert row.p_qap == row.p_smallest == pytest.approx(1 / 6)


def test_many_groups_are_sampled(noise_table):
    x = noise_table(0, "abcdefghijkl")
    [row] = relate(x, x, coefficients=["kendall"], n_resamples=99, rng=0)
    assert (row.qap_method, row.n_permutations, row.p_qap, row.p_smallest) == ("sampled", 99, 0.01, 0.01)


def test_rows_of_many_equal_each_alone_in_order(noise_table):
    tables = [noise_table(seed) for seed in range(5)]
    combinations = list(product(tables[:2], tables[2:]))
    rows = relate_all(combinations, family="gaps", rng=5).rows
    alone = [row for x, y in combinations for row in relate(x, y, rng=5)]
    assert [(row.x, row.y, row.coefficient) for row in rows[:5]] == [
        ("q0", "q2", "spearman"),
        ("q0", "q2", "kendall_tau_b"),
        ("q0", "q2", "pearson"),
        ("q0", "q2", "distance_correlation"),
        ("q0", "q3", "spearman"),
    ]
    for together, single in zip(rows, alone, strict=True):
        assert together.statistic == pytest.approx(single.statistic, abs=1e-12)
        assert (together.p_qap, together.p_naive) == (single.p_qap, single.p_naive)
        assert (together.family, single.family) == ("gaps", "")


def test_q_is_corrected_within_one_coefficient_and_skips_nan(pair_table, noise_table):
    tables = [noise_table(seed) for seed in range(4)]
    flat = pair_table("abcdef", np.ones(15), "flat")
    rows = relate_all(product(tables[:1], [*tables[1:], flat]), coefficients=["spearman", "pearson"], rng=0).rows
    for name in ("spearman", "pearson"):
        part = [row for row in rows if row.coefficient == name]
        np.testing.assert_allclose(
            [row.q_bh for row in part[:3]],
            stats.false_discovery_control([row.p_qap for row in part[:3]]),
        )
        assert np.isnan(part[3].q_bh)


def test_nothing_to_relate():
    assert relate_all([]).rows == ()


def test_mistakes_are_named(pair_table, noise_table):
    x, y = noise_table(0), noise_table(1)
    with pytest.raises(InputError, match=r"groups asked of the table 'q0' must be in it, but \['q'\] are not"):
        relate(x, y, groups=["a", "b", "q"])
    with pytest.raises(InputError, match=r"missing must be one of \['drop-pair', 'drop-group'\], but it is 'skip'"):
        relate(x, y, missing="skip")
    infinite = pair_table("abc", [1, np.inf, 2], "sinkhorn")
    with pytest.raises(InputError, match="'sinkhorn' must be finite, with NaN for a missing value"):
        relate(infinite, infinite)
