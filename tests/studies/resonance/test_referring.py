"""Nations beside a survey and beside the cultural map: names that differ find each other, and what is lost is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from geobias.corpora.survey import make_survey
from geobias.studies.resonance import ResonancePlan
from geobias.studies.resonance.referring import refer

SCORES = "name,year,tradagg,survsagg\nGermany,2018,0.9,-1\nGermany,1998,-2,0\nJapan,2019,1.6,0\nNigeria,2018,-1.3,1\n"
MEANS = {"German": (0.1, 0.05), "Japanese": (-0.4, 0.05), "Nigerian": (0.9, 0.05), "Peruvian": (0.5, 0.05)}


@pytest.fixture
def scores(tmp_path) -> str:
    path: Path = tmp_path / "map.csv"
    path.write_text(SCORES)
    return str(path)


def test_adjectives_are_found_on_the_map_whose_secular_end_is_turned(scores):
    places, orders, notices = refer(MEANS, None, ResonancePlan(iw=scores, replicates=99))
    told = {row.nation: row.value for row in places.rows}
    assert told == {"German": -0.9, "Japanese": -1.6, "Nigerian": 1.3}
    [order] = orders.rows
    assert (order.reference, order.coefficient, order.n_nations) == ("cultural map", pytest.approx(1), 3)
    assert order.verdict == "cannot be tested"  # three nations give no p below 1/6
    assert "The cultural map has no score of Peruvian." in notices


def test_survey_and_map_are_two_references_under_one_correction(scores):
    positions = {name: mean for name, (mean, _) in MEANS.items()}
    survey = make_survey(positions=positions, respondents=200)
    places, orders, _ = refer(MEANS, survey, ResonancePlan(iw=scores, replicates=99))
    assert [row.reference for row in orders.rows] == ["survey", "cultural map"]
    assert orders.rows[0].coefficient == pytest.approx(1)
    assert orders.rows[0].p_holm == pytest.approx(2 * orders.rows[0].p)
    assert {row.n for row in places.rows if row.reference == "cultural map"} == {0}


def test_without_a_reference_there_is_no_order():
    places, orders, notices = refer(MEANS, None, ResonancePlan())
    assert (places.rows, orders.rows, notices) == ((), (), ())
