from __future__ import annotations

import numpy as np

from geobias.measures.resonance import (
    Projections,
    age_items,
    projection_distances,
    withheld_ages,
    withheld_distances,
)


def test_distances_to_few_respondents_are_taken_out(scores):
    sex = ["man"] * 4 + ["woman"] * 20
    people = Projections(np.linspace(-1, 1, 24), {"sex": sex})
    model = Projections(scores.projection(), {"sex": scores.fields["sex"]})
    before = projection_distances(model, people, ["sex"])
    after = {row.group: row for row in withheld_distances(before).rows}
    assert np.isnan([after["man"].distance, after["man"].high, after["man"].survey_mean, after["man"].survey_sd]).all()
    assert (after["man"].n_survey, after["man"].note) == (4, "fewer than 5 respondents")
    assert not np.isnan(after["man"].model_mean)
    assert (after["woman"], after[""]) == tuple(row for row in before.rows if row.group != "man")[::-1]
    assert withheld_distances(before, least=4) == before


def test_means_of_few_respondents_are_taken_out_and_those_of_the_model_are_not(scores):
    ages = ["20"] * 4 + ["40"] * 9
    rows = withheld_ages(age_items(scores.only(scores.labels("age") != "60"), {"pride": np.ones(13)}, ages)).rows
    told = {(row.side, row.age): not np.isnan(row.mean) for row in rows if row.value == "pride"}
    assert told == {("model", "20"): True, ("model", "40"): True, ("survey", "20"): False, ("survey", "40"): True}
    assert [row.n for row in rows if row.side == "survey"] == [4, 9]
