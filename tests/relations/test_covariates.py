"""Covariates of pairs against scipy and by hand, and what they refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from geobias.errors import InputError
from geobias.relations import pair_covariate


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("difference", [2, 6, 4]),
        ("mean", [3, 5, 6]),
        ("sum", [6, 10, 12]),
        ("inverse_sum", [1 / 2 + 1 / 4, 1 / 2 + 1 / 8, 1 / 4 + 1 / 8]),
    ],
)
def test_numbers(kind, expected):
    table = pair_covariate({"au": 2, "ca": 4, "nz": 8}, kind, name="length", units="words", pooled_groups=["nz"])
    np.testing.assert_allclose(table.vector(), expected)
    assert (table.quantity, table.units, table.base_groups) == (f"{kind}[length]", "words", ("au", "ca"))
    assert not table.values[0].diagonal().any()


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any), min_size=2, max_size=4))
def test_distributions(counts):
    groups = dict(zip("abcd", counts, strict=False))
    js, tv = (pair_covariate(groups, kind, name="topics") for kind in ("jensen_shannon", "total_variation"))
    shares = {name: np.array(value) / sum(value) for name, value in groups.items()}
    expected = [jensenshannon(shares[a], shares[b], base=2) ** 2 for a, b in js.pairs]
    np.testing.assert_allclose(js.vector(), np.nan_to_num(expected), atol=1e-12)
    np.testing.assert_allclose(tv.vector(), [np.abs(shares[a] - shares[b]).sum() / 2 for a, b in tv.pairs], atol=1e-15)


def test_an_unknown_number_is_not_measured():
    assert np.isnan(pair_covariate({"au": 2, "ca": np.nan, "nz": 8}, name="length").vector()).tolist() == [
        True, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "kind", "message"),
    [
        ({"au": 1}, "ratio", "kind must be one of ['difference', 'mean', 'sum', 'inverse_sum', 'total_variation', "),
        ({"au": [1, 2]}, "mean", "'n' of group 'au' must be one number for kind 'mean', but its shape is (2,)."),
        ({"au": 3, "nz": 0}, "inverse_sum", "'n' of group 'nz' must be positive, but it is 0.0."),
        ({"au": np.inf}, "sum", "'n' of group 'au' must be finite, but it is inf."),
        ({"au": [1, 2], "nz": [1]}, "jensen_shannon", "but the shapes are [(1,), (2,)]."),
        ({"au": 1, "nz": 2}, "jensen_shannon", "'n' must be a distribution over the same categories in every group"),
        ({"au": [0, 0]}, "total_variation", "'n' of group 'au' must be counts or shares, some of them positive, but"),
    ],
)
def test_mistakes_are_named(values, kind, message):
    with pytest.raises(InputError) as error:
        pair_covariate(values, kind, name="n")
    assert message in str(error.value)
