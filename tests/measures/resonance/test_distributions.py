"""Distances are scipy's; variance between and within adds up to the whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from geobias.errors import InputError
from geobias.measures.resonance import Projections, ResonanceSettings, projection_distances, projection_spreads

FEW = ResonanceSettings(replicates=99)


def sides(seed, n=40, m=60):
    rng = np.random.default_rng(seed)
    nations = np.array(["de", "jp"], dtype=object)
    model = Projections(rng.normal(size=n).round(1), {"nation": nations[np.arange(n) % 2]})
    survey = Projections(
        np.where(np.arange(m) == 3, np.nan, rng.normal(0.4, 1, m).round(1)),
        {"nation": nations[np.arange(m) % 2]},
        rng.integers(0, 3, m).astype(float),
    )
    return model, survey


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_distances_are_scipys(seed):
    model, survey = sides(seed)
    for row in projection_distances(model, survey, ["nation"], FEW).rows:
        own, other = (
            ~np.isnan(side.values) & ((side.labels("nation") == row.group) | (row.group == ""))
            for side in (model, survey)
        )
        exact = wasserstein_distance(model.values[own], survey.values[other], v_weights=survey.weights[other])
        assert row.distance == pytest.approx(exact)
        assert row.low <= row.distance <= row.high
        assert row.n_survey == (survey.weights[other] > 0).sum()


def test_the_error_of_far_sides_is_that_of_their_means():
    # Where one lies above the other everywhere the distance is the difference of means, whose error is known.
    rng = np.random.default_rng(0)
    model = Projections(rng.normal(size=200), {"sex": ["man"] * 200})
    survey = Projections(rng.normal(20, 2, 300), {"sex": ["man"] * 300})
    row = projection_distances(model, survey, [], ResonanceSettings(replicates=199)).rows[0]
    assert row.distance == pytest.approx(survey.values.mean() - model.values.mean())
    assert row.error == pytest.approx(np.hypot(model.values.std() / 200**0.5, survey.values.std() / 300**0.5), rel=0.15)


def test_answers_are_drawn_within_their_prompt():
    # Prompts that always get the same answer do not vary, however far they lie apart.
    values = np.repeat([-1.0, 1.0], 10)
    model = Projections(values, {}, clusters=np.repeat([0, 1], 10))
    survey = Projections(np.full(5, 3.0), {})
    assert projection_distances(model, survey, []).rows[0].error == pytest.approx(0)
    assert projection_distances(Projections(values, {}), survey, []).rows[0].error > 0.1


def test_a_group_of_one_side_is_told_of():
    one, other = Projections([1.0], {"sex": ["man"]}), Projections([2.0], {"sex": ["woman"]})
    notes = [row.note for row in projection_distances(one, other, ["sex"], FEW).rows]
    assert notes == ["", "the survey has no row of it", "the model has no row of it"]


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_variance_adds_up(seed):
    model, survey = sides(seed)
    first, second = projection_spreads(model, survey, ["nation"]).rows
    assert first.between + first.within == pytest.approx(model.values.var())
    y, w = survey.values[~np.isnan(survey.values)], survey.weights[~np.isnan(survey.values)]
    whole = np.average((y - np.average(y, weights=w)) ** 2, weights=w)
    assert second.between + second.within == pytest.approx(whole)
    assert (first.side, second.side) == ("model", "survey")
    assert second.share == pytest.approx(second.between / whole)


def test_what_is_refused():
    with pytest.raises(InputError) as error:
        Projections([1.0], {"sex": []})
    assert str(error.value) == "'sex' must have 1 entries, but it has 0. Align both."
    one = Projections([1.0], {"sex": ["man"]})
    with pytest.raises(InputError) as error:
        projection_distances(one, one, ["age"], FEW)
    assert str(error.value) == "'age' must be an attribute of both sides, but it is not. There are ['sex']."
