from __future__ import annotations

import numpy as np
import pytest

from geobias.report.estimates import between
from geobias.report.phrases import number, percent
from geobias.report.sections.projections import SECTION
from geobias.report.sections.projections.rows import boxes_of, order_of
from geobias.report.sections.projections.words import DISTANCE

TABLES = ("projection_boxes", "projection_distances", "projection_spreads")


def said(run):
    return [finding.text for finding in SECTION.findings(run)]


def test_sentences_have_the_numbers_of_the_tables(resonance_run, resonance_tables):
    distances, spreads = resonance_tables["projection_distances"], resonance_tables["projection_spreads"]
    found = said(resonance_run)
    whole = distances.iloc[0]
    apart = f"{number(whole['distance'])} {between(whole['low'], whole['high'], number)}"
    assert f"Answers and respondents lie {apart} apart by their distributions." in found
    part = distances[distances["attribute"] == "nation"]
    near = part.loc[part["distance"].idxmin(), "group"]
    assert any(text.startswith(f"By nation, nearest to respondents are the answers for {near} (") for text in found)
    shares = spreads.set_index(["attribute", "side"])["share"]
    model, survey = (percent(shares["nation", side]) for side in ("model", "survey"))
    assert any(f"nation {model} of the model and {survey} of the survey" in text for text in found)
    assert DISTANCE in found
    heads = [finding.text for finding in SECTION.findings(resonance_run) if finding.headline]
    assert heads == [f"Answers and respondents lie {apart} apart by their distributions."]


def test_small_and_withheld_groups_are_named(make_resonance, resonance_tables):
    boxes, distances = resonance_tables["projection_boxes"], resonance_tables["projection_distances"]
    few = distances["group"] == "man"
    run = make_resonance({
        "projection_boxes": boxes.assign(small=(boxes["group"] == "woman") & (boxes["side"] == "survey")),
        "projection_distances": distances.assign(
            distance=distances["distance"].mask(few), note=np.where(few, "fewer than 5 respondents", "")
        ),
    })  # fmt: skip
    notes = [finding.text for finding in SECTION.findings(run) if finding.notice == "note"]
    assert notes == ["Rest on few respondents, and are drawn hollow: woman."]
    assert "Not told, for fewer than 5 respondents: man." in said(run)


def test_without_a_survey_the_mean_of_the_answers_opens_the_page(make_resonance, resonance_tables):
    boxes = resonance_tables["projection_boxes"]
    alone = boxes[boxes["side"] == "model"]
    run = make_resonance({"projection_boxes": alone, "projection_distances": None, "projection_spreads": None})
    [first, *_] = SECTION.findings(run)
    assert first.headline
    assert first.text.startswith("Over all, the mean projection of answers is ")
    assert first.text.endswith("(144 answers).".replace("144", str(alone.iloc[0]["n"])))
    assert [picture.name for picture in SECTION.pictures(run)] == ["projections"]


def test_tables_have_every_group(resonance_run, resonance_tables):
    made = list(SECTION.tables(resonance_run))
    assert [len(one.rows) for one in made] == [len(resonance_tables[n]) for n in (*TABLES[1:], TABLES[0])]
    assert all(len(row) == len(one.columns) for one in made for row in one.rows)
    assert made[0].rows[0][0] == "all"


def test_nations_go_by_the_model_and_ages_by_number(make_resonance, resonance_tables):
    boxes = resonance_tables["projection_boxes"]
    order = order_of(boxes_of(make_resonance({"projection_boxes": boxes.replace({"group": {"20": "100"}})})))
    assert order["age"] == ["30", "40", "50", "60", "75", "100"]
    assert order["nation"][-1] == "Northland"


@pytest.mark.parametrize("left", [*TABLES, None])
def test_each_table_alone_is_told_and_none_is_nothing(make_resonance, left):
    run = make_resonance({name: None for name in TABLES if name != left})
    assert bool([*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]) == (left is not None)
