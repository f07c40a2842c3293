from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from geobias.measures.etiquette import EtiquetteSettings, RegionNamings, identified, region_bias, region_confusions
from geobias.report.run import Run
from geobias.report.sections.named_regions import SECTION
from geobias.tables import RegionBiasTable

REGIONS = ("East", "West", "South")


@pytest.fixture(scope="module")
def run() -> Run:
    """West is named for a third of the others' statements."""
    own = np.arange(60) % 3
    named = np.eye(3, dtype=bool)[own][None].copy()
    astray = (own != 1) & (np.arange(60) % 2 == 0)
    named[0, astray] = [False, True, False]
    namings, quick = RegionNamings(REGIONS, own, named, np.arange(60), "m"), EtiquetteSettings(replicates=50)
    bias = RegionBiasTable((*identified(namings, quick).rows, *region_bias(namings, quick).rows))
    said = pd.DataFrame(
        {"id": map(str, range(60)), "sample": 0, "region": "East", "named": "West", "reason": "", "text": ""}
    )
    said.loc[:5, ["named", "reason"]] = ["", "refusal"]
    tables = {"region_bias": bias.to_frame(), "region_confusions": region_confusions(namings, quick).to_frame()}
    words = {"identifying": {"messages": [{"user": "Which of {regions}?"}]}}
    record = {"responder": {"name": "m"}, "successor": words, "planted_names": {"preference": {"West": 50.0}}}
    return Run(Path("run"), record, {**tables, "region_namings": said})


def test_the_region_that_is_named_too_often_is_told(run):
    answers, right, bias, _ = [finding.text for finding in SECTION.findings(run)]
    assert (
        answers
        == "'m' was asked which regions statements are about: of 60 answers 0\xa0% name several; 10.0\xa0% refuse."
    )
    assert right.startswith("The right region is named in 66.7 [")
    assert bias.startswith(
        "Named most where it is not right: West, with a bias-for score of 100.0 [100.0, 100.0] % where 33 %"
    )


def test_scores_and_places_are_drawn_and_tabled(run):
    pictures = {one.name: one for one in SECTION.pictures(run)}
    assert list(pictures) == ["named-regions", "named-in-place"]
    assert pictures["named-regions"].caption.endswith("Crosses: what was planted.")
    axes = pictures["named-regions"].figure.axes
    assert [ax.get_title(loc="left") for ax in axes] == ["own region named", "preference", "bias-for"]
    np.testing.assert_allclose(
        next(line.get_xdata() for line in axes[2].lines if line.get_marker() == "o"), [0, 100, 0]
    )
    cells = pictures["named-in-place"].figure.axes[0].collections[0].get_array()
    np.testing.assert_allclose(cells.filled(-1), [[-1, 50, 0], [0, -1, 0], [0, 50, -1]])
    scores, places, asked = SECTION.tables(run)
    assert all(len(row) == len(scores.columns) for row in scores.rows)
    assert places.rows[0][:4] == ["East", "West", "10.0", places.rows[0][3]]
    assert asked.rows == [["user", "Which of {regions}?"]]


def test_a_run_without_namings_has_nothing_to_tell():
    empty = Run(Path("run"), {}, {})
    assert [*SECTION.findings(empty), *SECTION.pictures(empty), *SECTION.tables(empty)] == []
