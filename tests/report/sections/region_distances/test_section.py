from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from geobias.measures.separation import SeparationSettings, unbiased_separation
from geobias.pipeline import AnswerGeometrySettings, as_distance, relate_distances
from geobias.relations import judge_separations, mrqap, pair_covariate
from geobias.report.run import Run
from geobias.report.sections.region_distances import SECTION

REGIONS = ("a", "b", "c", "d", "e")


@pytest.fixture(scope="module")
def run() -> Run:
    """Five regions on a line, gaps of two models that follow it, and shares of authorship."""
    rng = np.random.default_rng(0)
    vectors = {
        name: rng.standard_normal((12, 3)) + np.array([2 * place**1.5, 0, 0]) for place, name in enumerate(REGIONS)
    }
    settings = SeparationSettings(vector_permutations=99)
    table = judge_separations(unbiased_separation(vectors, settings, method="energy"), ())
    distance, how = as_distance(table), AnswerGeometrySettings(coefficients=("spearman",))
    gap = pair_covariate({name: float(place**2) for place, name in enumerate(REGIONS)}, name="accuracy")
    options = {"noun": "regions", "declared": True, "rng": rng}
    relations = [row for model in "mn" for row in relate_distances([distance], [gap], how, family=f"distances, {model}",
                                                                   **options)]  # fmt: skip
    share = pair_covariate(dict(zip(REGIONS, rng.random(5).tolist(), strict=True)), name="authorship")
    pairs = pd.concat([gap.to_frame().assign(family=f"distances, {model}") for model in "mn"])
    return Run(
        Path("run"),
        {},
        {
            "statement_distances": table.to_frame(),
            "region_relations": pd.DataFrame(list(map(vars, relations))),
            "region_pairs": pairs,
            "region_regression": mrqap(gap, [distance, share], rng=0).to_frame().assign(model="m"),
            "groups": pd.DataFrame({"group": REGIONS, "role": "region"}),
        },
    )


def test_what_p_can_be_at_all_is_said(run):
    said = [finding.text for finding in SECTION.findings(run)]
    assert said[0].startswith("Energy distance: of 10 pairs of regions ")
    assert said[1].startswith("'m'. Energy distance and difference in accuracy: Spearman's ρ +")
    assert said[2].startswith("'n'. ")
    assert said[3] == ("5 regions can be relabelled in 120 ways, so that no p can be below 0.0083.")
    assert said[4].startswith("'m', difference in accuracy: with difference in authorship taken into account the ")
    assert "with 7 residual degrees of freedom." in said[5]


def test_each_model_has_a_picture_and_a_table(run):
    assert [one.name for one in SECTION.pictures(run)] == [
        "statement-distances", "statements-and-gaps", "statements-and-gaps-2",
    ]  # fmt: skip
    made = list(SECTION.tables(run))
    assert [one.title for one in made[:3]] == [
        "Statements apart, gaps, m", "Statements apart, gaps, n", "Regression on pairs",
    ]  # fmt: skip
    assert all(len(row) == len(one.columns) for one in made for row in one.rows)


def test_a_run_without_distances_has_nothing_to_tell():
    empty = Run(Path("run"), {}, {})
    assert [*SECTION.findings(empty), *SECTION.pictures(empty), *SECTION.tables(empty)] == []
