"""Statements that come along, asked of the responder whose truth is planted: what is planted is found again."""

from __future__ import annotations

import pytest
import yaml

from geobias.corpora import load_etiquette
from geobias.measures.etiquette import EtiquetteAnswers, EtiquetteSettings, abstentions, etiquette_scores, region_gaps
from geobias.pipeline import asking
from geobias.relations import DIFFERENT, judge_gaps
from geobias.tables import ANSWERED
from tests.test_conf import ROOT

REGIONS = {
    "East Asia": (0.82, 0.05), "India": (0.70, 0.08), "Latin America": (0.76, 0.05),
    "Middle East and Africa": (0.58, 0.20), "North America-Europe": (0.92, 0.02),
}  # fmt: skip
TYPES = {"dining": 0.06, "travel": 0.0, "visits": -0.12, "business": 0.06}


@pytest.fixture(scope="module")
def declared():
    return yaml.safe_load((ROOT / "conf" / "responder" / "scripted_etiquette.yaml").read_text("utf-8"))


def test_the_declaration_is_what_its_comment_says(declared):
    accepted = [cell for cell in declared["answers"] if cell.endswith(("yes", "no"))]
    assert len(accepted) == 40
    assert len(declared["answers"]) == 50  # and what each region is named for, and what is written of it
    for region, (accuracy, silent) in REGIONS.items():
        for kind, more in TYPES.items():
            for truth, right, wrong in (("yes", "Yes.", "No."), ("no", "No.", "Yes.")):
                chances = declared["answers"][f"{region} / {kind} / {truth}"]
                said = chances[right] + chances[wrong]
                assert chances[right] / said == pytest.approx(accuracy + more, abs=1e-3)
                assert 1 - said == pytest.approx(silent, abs=1e-3)


def test_what_is_planted_is_found_again(declared, tmp_path):
    statements = load_etiquette()
    statements.to_frame().to_csv(tmp_path / "statements.csv", index=False)
    settings = asking.AskSettings.build(
        prompts="etiquette", table=str(tmp_path / "statements.csv"), responder=declared, samples=3,
        output=str(tmp_path / "out"), store=str(tmp_path / "store"), progress=False,
    )  # fmt: skip
    asked = asking.run(settings)
    answers = EtiquetteAnswers.of_responses(statements, asked.answers)
    quick = EtiquetteSettings(metrics=("accuracy",), counted=(ANSWERED,), replicates=300, splits=10)
    scores = etiquette_scores(answers, quick)
    for region, (accuracy, silent) in REGIONS.items():
        row = scores.one("accuracy", ANSWERED, region)
        assert row.value == pytest.approx(accuracy, abs=0.08)
        assert (row.n, row.units) == (240, 80)
        assert scores.one("coverage", "", region).value == pytest.approx(1 - silent, abs=0.06)
    kinds = {kind: scores.one("accuracy", ANSWERED, "", kind).value for kind in TYPES}
    assert min(kinds, key=kinds.__getitem__) == "visits"
    whole = scores.one("accuracy")
    assert whole.low < sum(accuracy for accuracy, _ in REGIONS.values()) / 5 < whole.high
    assert {row.reason for row in abstentions(answers).rows} == {"", "hedged"}
    gaps = {
        frozenset((row.group_a, row.group_b))
        for row in judge_gaps(region_gaps(answers, quick), ()).rows
        if (row.metric, row.verdict) == ("accuracy", DIFFERENT)
    }
    assert frozenset(("Middle East and Africa", "North America-Europe")) in gaps
    assert frozenset(("India", "Latin America")) not in gaps
