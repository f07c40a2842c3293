"""Pairs of groups on the axis: equal to scipy's distances of weighted projections."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from geobias.errors import InputError
from geobias.measures.resonance import Projections, projection_pairs


def side(rng, groups=4):
    nation = np.concatenate([np.arange(groups), rng.integers(0, groups, 60)])
    values = rng.normal(nation / 3, 1)
    return Projections(values, {"nation": [f"n{at}" for at in nation]}, rng.gamma(1, size=len(values)) + 0.01)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000))
def test_means_and_wasserstein_are_scipys(seed):
    one = side(np.random.default_rng(seed))
    mean, apart = projection_pairs(one, "survey")
    nation = np.asarray(one.attributes["nation"])
    for at, (a, b) in enumerate(combinations(mean.groups, 2)):
        (x, u), (y, v) = ((one.values[nation == name], one.weights[nation == name]) for name in (a, b))
        assert mean.vector()[at] == pytest.approx(abs(np.average(x, weights=u) - np.average(y, weights=v)), abs=1e-12)
        assert apart.vector()[at] == pytest.approx(wasserstein_distance(x, y, u, v), abs=1e-9)
    assert (apart.vector() >= mean.vector() - 1e-9).all()  # Jensen


def test_respondents_without_a_projection_weight_or_nation_count_for_nothing():
    values, nations = np.array([0.0, 1.0, 5.0, np.nan, 3.0]), ["de", "jp", "jp", "de", ""]
    mean, _ = projection_pairs(Projections(values, {"nation": nations}, np.array([1, 1, 0, 1, 1.0])), "survey")
    assert mean.vector().tolist() == [1.0]
    assert mean.sizes == {"de": 1, "jp": 1}


def test_one_group_has_no_pairs():
    with pytest.raises(InputError) as error:
        projection_pairs(Projections(np.zeros(3), {"nation": ["de", "de", ""]}), "survey")
    assert str(error.value) == (
        "distances on the axis must be of two groups or more, but those with a projection are ['de']. "
        "Pass projections of more values of 'nation'."
    )
