"""Recorded answers beside made-up respondents: numbers are those of statsmodels and scipy on the same rows."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr, wasserstein_distance

from geobias.corpora.survey import make_survey
from geobias.errors import InputError
from geobias.measures.resonance import read_values
from geobias.models.prompting import interview_prompts, read_interview
from geobias.studies import resonance

smf = pytest.importorskip("statsmodels.formula.api")
SENTENCES = [text for value in read_values() for text in (value.hypothesis, value.inversion)]
LEXICAL = {"name": "lexical"}


def recorded(path: Path, keep=lambda prompt: True) -> dict[str, str]:
    """Three answers of four statements to every general prompt, drawn at random."""
    rng = np.random.default_rng(5)
    prompts = interview_prompts(read_interview("made_up"), questions=["general"]).prompts
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["prompt", "response"])
        for prompt in prompts:
            for _ in range(3):
                said = " ".join(rng.choice(SENTENCES, 4, replace=False))
                if keep(prompt):
                    writer.writerow([prompt.messages[-1].text, said])
    return {"name": "recorded", "path": str(path)}


def values_in(folder: Path, **more) -> dict:
    interview = {"designs": "none", "questions": ["general"], "samples": 3} | more.pop("interview", {})
    return {
        "responder": recorded(folder / "answers.csv"),
        "entailment": LEXICAL,
        "interview": interview,
        "geometry": {"methods": []},  # no test here reads it
        "resonance": {"replicates": 99, "draws": 99, "flips": 99} | more.pop("resonance", {}),
        "corpus": {"name": "synthetic_survey", "respondents": 300, "seed": 4},
        "output": str(folder / "runs"),
        "store": str(folder / "store"),
        "progress": False,
        "page": False,
        **more,
    }


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return resonance.run(**values_in(tmp_path_factory.mktemp("recorded")))


@pytest.fixture(scope="module")
def people() -> pd.DataFrame:
    """The respondents behind it, one a row."""
    survey = make_survey(respondents=300, seed=4)
    columns = {"nation": "nation", "age": "age_bin", "sex": "sex"}
    given = {name: survey.attribute(column) for name, column in columns.items()}
    return pd.DataFrame(given | {"y": survey.projection(), "w": survey.weights}).dropna()


def test_cells_are_means_of_answers_and_of_respondents(done, people):
    cells = done.tables["cells"].set_index(["nation", "age", "sex"])
    answers = done.tables["resonance_scores"].astype({"age": str})
    cells.index = cells.index.set_levels(cells.index.levels[1].astype(str), level=1)
    ours = answers.groupby(["nation", "age", "sex"])["both"].mean()
    theirs = people.groupby(["nation", "age", "sex"]).apply(lambda one: np.average(one.y, weights=one.w))
    assert len(cells) == 96
    np.testing.assert_allclose(cells["model"], ours[cells.index], atol=1e-12)
    np.testing.assert_allclose(cells["survey"], theirs[cells.index], atol=1e-12)


def test_fits_by_nation_are_statsmodels(done):
    frame, fits = done.tables["cells"], done.tables["nation_fits"]
    fit = smf.ols("survey ~ 0 + nation + nation:model", frame).fit()
    rows = fits[(fits["scoring"] == "both") & (fits["nation"] != "")].set_index("nation")
    assert len(rows) == 8
    for nation, row in rows.iterrows():
        own = frame[frame["nation"] == nation]
        assert row["rmse"] == pytest.approx(np.sqrt(((own["model"] - own["survey"]) ** 2).mean()))
        assert row["slope"] == pytest.approx(fit.params[f"nation[{nation}]:model"])
        assert row["slope_p"] == pytest.approx(fit.pvalues[f"nation[{nation}]:model"], rel=1e-6)
        assert row["intercept"] == pytest.approx(fit.params[f"nation[{nation}]"])
        left = (fit.resid[own.index] ** 2).sum()
        assert row["r2"] == pytest.approx(1 - left / ((own["survey"] - own["survey"].mean()) ** 2).sum())
    assert set(fits["scoring"]) == {"both", "traditional", "secular"}


def test_distances_of_projections_are_scipys(done, people):
    answers, rows = done.tables["resonance_scores"], done.tables["projection_distances"]
    for row in rows[rows["attribute"].isin(["", "nation"])].itertuples():
        ours = answers["both"] if not row.group else answers["both"][answers["nation"] == row.group]
        theirs = people if not row.group else people[people["nation"] == row.group]
        expected = wasserstein_distance(ours, theirs["y"], v_weights=theirs["w"])
        assert row.distance == pytest.approx(expected)


def test_the_order_of_nations_is_that_of_their_means(done):
    places = done.tables["nation_places"]
    [row] = done.tables["nation_orders"].itertuples()
    assert row.coefficient == pytest.approx(spearmanr(places["model"], places["value"]).statistic)
    assert (row.reference, row.n_nations, row.method) == ("survey", 8, "exact")


def test_one_design_certifies_nothing(done):
    verdict = done.tables["verdict"].set_index("family")
    assert verdict.loc["resonance", "word"] == "cannot be tested"
    assert "nation_differences" not in done.tables
    assert not any("respondent" in name for name in done.tables)


def test_holes_are_counted_and_a_cell_without_answers_is_left_out(tmp_path):
    values = values_in(tmp_path)
    values["responder"] = recorded(tmp_path / "holes.csv", lambda prompt: prompt.fields["age"] != "75")
    found = resonance.run(**values)
    assert len(found.tables["cells"]) == 80
    notices = " ".join(json.loads((found.directory / "run.json").read_text())["notices"])
    assert "48 of 288 responses have no text and are left out: 48 error." in notices
    assert "16 cells of the survey have no partner." in notices


def test_no_recorded_answer_at_all_is_an_error(tmp_path):
    values = values_in(tmp_path)
    values["responder"] = recorded(tmp_path / "none.csv", lambda prompt: prompt.fields["age"] == "x")
    (tmp_path / "none.csv").write_text("prompt,response\nWho are you?,Nobody.\n")
    with pytest.raises(InputError) as error:
        resonance.run(**values)
    assert "'none.csv' must answer at least one prompt with a text" in str(error.value).replace("recorded", "none.csv")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"interview": {"only": {"nation": ["Northlend"]}}}, "interview.only.nation"),
        ({"interview": {"questions": ["generl"]}}, "interview.questions"),
        ({"resonance": {"group": "faith"}}, "resonance.group"),
        ({"corpus": {"name": "synthetic_survey", "positions": {"A": 0, "B": 1}}}, "the survey must have respondents"),
    ],
)
def test_a_wrong_name_is_told_before_anything_is_asked(tmp_path, more, message):
    with pytest.raises(InputError) as error:
        resonance.run(**values_in(tmp_path, **more))
    assert message in str(error.value)
    assert not (tmp_path / "runs").exists()
