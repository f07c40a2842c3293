"""Regression of pairwise tables: alignment, what the rows say, what is refused."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.relations import mrqap, pair_covariate, relate
from geobias.stats import permutations, qap, relabelled_pairs
from geobias.tables import PairTable

NAN = float("nan")


def test_rows_are_those_of_the_arrays(noise_table):
    y, *xs = (noise_table(seed) for seed in range(3))
    found = qap.mrqap(y.vector(), [x.vector() for x in xs], relabelled_pairs(permutations(6)))
    rows = mrqap(y, [x.select("fedcba") for x in xs]).rows
    assert [(row.response, row.term, row.df, row.method) for row in rows] == [
        ("q0", "q1", 12, "exact"),
        ("q0", "q2", 12, "exact"),
    ]
    for i, row in enumerate(rows):
        assert (row.t, row.p_qap, row.p_ols) == (
            pytest.approx(found.t[i]),
            found.pvalue[i],
            pytest.approx(found.p_ols[i]),
        )
        assert (row.n_groups, row.n_pairs, row.n_permutations, row.groups) == (6, 15, 720, "a, b, c, d, e, f")
    frame = mrqap(y, xs).to_frame()
    assert frame[["term", "coefficient", "standardised", "t", "p_qap", "p_ols", "df", "r2"]].shape == (2, 8)


def test_a_relation_that_a_covariate_explains_goes_away():
    """Distance and gap both follow from length, with noise of their own in every group."""
    rng = np.random.default_rng(1)
    length = dict(zip("abcdefg", [3.0, 5, 8, 13, 14, 21, 29], strict=True))
    base = pair_covariate(length, name="length")
    own = {name: dict(zip("abcdefg", 2 * rng.normal(size=7), strict=True)) for name in ("distance", "gap")}
    x, y = (
        PairTable(base.groups, base.values + pair_covariate(effects, "sum", name="").values, name)
        for name, effects in own.items()
    )
    [alone] = relate(x, y, coefficients=["pearson"])
    given_length = {row.term: row for row in mrqap(y, [x, base]).rows}
    assert alone.p_qap < 0.01
    assert given_length["distance"].p_qap > 0.05
    assert given_length["difference[length]"].p_qap < 0.05


def test_pooled_groups_join_by_name_only_and_missing_pairs_cost_a_group(noise_table):
    y, x = noise_table(0, "abcdefg", pooled_groups=("g",)), noise_table(1, "abcdefg", pooled_groups=("g",))
    assert mrqap(y, [x]).rows[0].groups == "a, b, c, d, e, f"
    assert mrqap(y, [x], groups="abcdefg").rows[0].n_groups == 7
    holes = x.values.copy()
    holes[0, 1, 4] = holes[0, 4, 1] = NAN
    [row] = mrqap(y, [PairTable(x.groups, holes, "x", pooled_groups=("g",))]).rows
    assert (row.n_groups, row.note) == (5, "group 'e' left out, 1 of its pairs not measured")


def test_mistakes_are_named(noise_table, pair_table):
    y, x = noise_table(0), noise_table(1)
    with pytest.raises(InputError, match=r"each with a quantity of its own, but several are called \['q1'\]"):
        mrqap(y, [x, x])
    with pytest.raises(InputError, match="a regression must have predictors.*but there is none"):
        mrqap(y, [])
    with pytest.raises(InputError, match="15 pairs less 10 predictors and the intercept leave 4"):
        mrqap(y, [noise_table(seed) for seed in range(1, 11)])
    with pytest.raises(InputError, match=r"a linear equation binds \['q1', 'twice'\]"):
        mrqap(y, [x, PairTable(x.groups, 2 * x.values, "twice")])
    with pytest.raises(InputError, match="'flat' must vary over the pairs, but it is 1 for all"):
        mrqap(y, [x, pair_table("abcdef", np.ones(15), "flat")])
    with pytest.raises(InputError, match="at least 3 groups measured in all of its tables, but there are 0"):
        mrqap(y, [noise_table(1, "uvwxyz")])
