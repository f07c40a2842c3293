"""Graded answers: right and wrong ones score as answers about etiquette do, distances are mean losses."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.measures.etiquette import (
    EtiquetteSettings,
    GradedAnswers,
    etiquette_scores,
    graded_gaps,
    graded_scores,
    region_gaps,
)
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG
from tests.measures.etiquette.conftest import strings

QUICK = EtiquetteSettings(metrics=("accuracy",), replicates=100, splits=5)


def graded(losses, measure="distance", regions=None):
    blank = strings([""] * len(losses))
    places = strings(["a", "b"] * len(losses))[: len(losses)] if regions is None else regions
    return GradedAnswers(np.array(losses), places, blank, np.arange(len(losses)), blank, "m", measure)


def test_right_and_wrong_answers_score_as_those_about_etiquette_do(made):
    losses = np.where(made.answered, made.said != made.truth, np.nan)
    same = GradedAnswers(losses, made.regions, made.types, made.units, made.reasons, made.model)
    ours, theirs = graded_scores(same, QUICK).to_frame(), etiquette_scores(made, QUICK).to_frame()
    numbers = ["value", "low", "high"]
    assert np.allclose(ours[numbers], theirs[numbers], atol=1e-12, equal_nan=True)
    assert ours.drop(columns=numbers).equals(theirs.drop(columns=numbers))
    gaps, others = (
        table.to_frame()[["gap", "low", "high", "p"]] for table in (graded_gaps(same, QUICK), region_gaps(made, QUICK))
    )
    assert np.allclose(gaps, others, atol=1e-9, equal_nan=True)


def test_a_distance_is_the_mean_loss_and_its_gap_the_difference():
    rng = np.random.default_rng(3)
    losses = rng.random(60)
    losses[::7] = np.nan
    answers = graded(losses)
    scores = graded_scores(answers, QUICK)
    a = np.arange(60) % 2 == 0
    for counted, instead in ((ANSWERED, np.nan), (AS_WRONG, 1.0), (AS_RIGHT, 0.0)):
        filled = np.where(np.isnan(losses), instead, losses)
        assert scores.one("distance", counted, "a").value == pytest.approx(np.nanmean(filled[a]), abs=1e-12)
    [gap, *_] = graded_gaps(answers, QUICK).rows
    assert (gap.metric, gap.group_a, gap.group_b) == ("distance", "a", "b")
    assert gap.gap == pytest.approx(100 * (np.nanmean(losses[a]) - np.nanmean(losses[~a])), abs=1e-9)
    assert {row.metric for row in graded_gaps(answers, QUICK).rows} == {"distance", "distance_all", "coverage"}


@settings(max_examples=6, deadline=None)
@given(st.lists(st.one_of(st.floats(0, 1), st.just(float("nan"))), min_size=4, max_size=12))
def test_a_score_lies_within_its_bounds(losses):
    scores = graded_scores(graded(losses), EtiquetteSettings(metrics=("accuracy",), replicates=20))
    least, most = (scores.one("distance", counted, "a").value for counted in (AS_RIGHT, AS_WRONG))
    value = scores.one("distance", ANSWERED, "a").value
    assert 0 <= least <= most <= 1
    assert np.isnan(value) or least - 1e-12 <= value <= most + 1e-12


@pytest.mark.parametrize(
    ("losses", "measure", "message"),
    [
        ([], "distance", "there must be at least one answer, but there is none. Ask about an item."),
        ([0.0, 1.5], "distance", "losses must lie between 0 and 1, but one is 1.5. Divide them by the scale's length."),
        ([0.5], "accuracy", "losses of right and wrong answers must be 0 and 1, but one lies between. Take distance."),
    ],
)
def test_what_is_no_loss_is_refused(losses, measure, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        graded(losses, measure)
