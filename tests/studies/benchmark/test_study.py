"""A benchmark study end to end: what is planted comes out, three shapes of items, errors that name things."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from sklearn.metrics import accuracy_score

from geobias.corpora import load_benchmark
from geobias.errors import InputError
from geobias.studies import benchmark
from geobias.studies.benchmark.scripted import RIGHT, scripted
from geobias.tables import ANSWERED, AS_WRONG

ROOT = Path(__file__).resolve().parents[3]
QUICK = {"replicates": 200, "splits": 5}


def values_in(folder: Path, **more) -> dict:
    given = {"output": str(folder / "runs"), "store": str(folder / "store"), "progress": False, "page": False}
    how = {**QUICK, **more.pop("benchmark", {})}
    return {**given, "benchmark": how, **more}


def cell(found, metric: str, counted: str, region: str = "", kind: str = "") -> pd.Series:
    """The row of a cell."""
    frame = found.tables["benchmark_scores"].set_index(["metric", "counted", "region", "type"])
    return frame.loc[(metric, counted, region, kind)]


def always(text: str) -> dict:
    return {"name": "scripted", "default": {text: 1.0}}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return benchmark.run(**values_in(tmp_path_factory.mktemp("done"), page=True))


def test_what_is_planted_comes_out(done):
    rows = {name: cell(done, "accuracy", ANSWERED, name) for name in RIGHT}
    assert sum(rows[name]["low"] <= share <= rows[name]["high"] for name, share in RIGHT.items()) >= 3
    page = (done.directory / "report.html").read_text()
    assert "Crosses: what was planted." in page
    assert "SYNTHETIC ANSWERS" in page
    # Its groups are countries: nothing that a reader sees calls them regions.
    assert "region" not in re.sub(r"<[^>]*>", "", page).casefold()
    assert "Gaps between groups" in page
    assert "(p under items resampled, max-T over pairs" in page
    assert "Do most people there find what was done acceptable?" in page


def test_scores_are_those_of_scikit_learn(done):
    answers = done.tables["answers"]
    given = answers[answers["said"] != ""]
    for kind in ("country", "value", "rule"):
        for country in RIGHT:
            part = given[(given["region"] == country) & (given["type"] == kind)]
            ours = cell(done, "accuracy", ANSWERED, country, kind)["value"]
            assert ours == pytest.approx(accuracy_score(part["truth"], part["said"]), abs=1e-12)
    mexico = answers[answers["region"] == "Mexico"]
    share = (mexico["truth"] == mexico["said"]).mean()
    assert cell(done, "accuracy", AS_WRONG, "Mexico")["value"] == pytest.approx(share, abs=1e-12)
    # A story is one unit, however many templates ask it.
    assert (answers.groupby("id")["unit"].nunique() == 1).all()
    assert answers["unit"].nunique() == 40


def test_a_choice_is_right_as_often_as_its_letter_is(tmp_path):
    corpus = {"name": "benchmark", "path": "choices"}
    found = benchmark.run(**values_in(tmp_path, corpus=corpus, responder=always("B")))
    items = load_benchmark("choices")
    share = (items.truth[items.groups == "Japan"] == "B").mean()
    assert cell(found, "accuracy", ANSWERED, "Japan")["value"] == pytest.approx(share, abs=1e-12)
    assert set(found.tables["answers"]["type"]) == {"food", "feasts", "leisure", "work"}


def test_a_distance_is_from_the_mean_of_a_country(tmp_path):
    corpus = {"name": "benchmark", "path": "judgements"}
    found = benchmark.run(**values_in(tmp_path, corpus=corpus, responder=always("Good"), page=True))
    raw = pd.read_csv(load_benchmark("judgements").prompts.with_suffix(".csv"))
    means = raw.groupby(["country", "act"])["rating"].mean()
    for country in ("Northland", "Lakeland", "Southland"):
        distance = np.abs(means[country] - 1).mean() / 4
        assert cell(found, "distance", ANSWERED, country)["value"] == pytest.approx(distance, abs=1e-12)
    assert set(found.tables["region_gaps"]["metric"]) == {"distance"}  # everything is answered
    assert "of the scale away from what is right" in (found.directory / "report.html").read_text()


def test_scores_of_options_answer_too(tmp_path):
    run = values_in(
        tmp_path, benchmark={"ask": "scores"}, responder={"name": "scripted", "default": {"Yes": 0.6, "No": 0.4}}
    )
    assert set(benchmark.run(**run).tables["answers"]["said"]) == {"yes"}


@pytest.fixture
def mine(tmp_path):
    def write(templates: str, right: str = "yes", more: str = "") -> dict:
        (tmp_path / "items.csv").write_text(f"text,land,right\nx,A,{right}\ny,B,no\n")
        block = f"benchmark: {{group: land, truth: right{more}}}\ntable: items.csv\ntemplates:\n{templates}"
        (tmp_path / "mine.yaml").write_text(block)
        return values_in(
            tmp_path, corpus={"name": "benchmark", "path": str(tmp_path / "mine.yaml")}, responder=always("Yes.")
        )

    return write


ONE = "  - {name: one, messages: [{user: 'Is {text} so?'}], answers: yes_no}\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"templates": ONE, "right": "Yes"},
            "what is right must be an answer of template 'one', one of ['yes', 'no'], but that of item items-000000 is "
            "'Yes'. The nearest is 'yes'. Correct the table, or the template's answers.",
        ),
        (
            {"templates": ONE + ONE.replace("one", "two")},
            "mine.yaml must have one template, or kind: template in its benchmark, but it has ['one', 'two']. Remove "
            "the others, or add `kind: template`: each item is then asked by all.",
        ),
        (
            {"templates": ONE.replace(", answers: yes_no", "")},
            "template 'one' must declare answers, but it has none. Add `answers: yes_no` or the like.",
        ),
    ],
)
def test_errors_name_what_is_wrong(mine, given, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        benchmark.run(**mine(**given))


def test_nothing_answered_is_no_result(mine):
    run = {**mine(ONE), "responder": always("Perhaps.")}
    with pytest.raises(
        InputError, match="^'scripted' must answer at least one item, but of 2 responses none is an answer"
    ):
        benchmark.run(**run)


def test_the_default_responder_answers_only_what_it_was_made_up_for(mine, tmp_path):
    run = mine(ONE)
    del run["responder"]
    table = tmp_path / "items.csv"
    table.write_text("text,land,right\nx,Japan,yes\ny,Kenya,no\n")
    for refused in (lambda: benchmark.run(**run), lambda: benchmark.plan(benchmark.SETTINGS.build(**run))):
        with pytest.raises(InputError) as error:
            refused()
        assert str(error.value) == (
            "every prompt to 'scripted' must have an answer declared, but 1 of 2 have none, such as that of the cell "
            "'Kenya / no': this responder is the default, and its answers are made up for the stories that come with "
            "geobias. To ask a model, choose responder=smollm2, responder=hf, responder=openai or responder=recorded."
        )
    assert not (tmp_path / "store").exists()  # nothing was asked
    table.write_text("text,land,right\nx,Japan,yes\ny,India,no\n")
    assert "\n1 pair of groups would be compared.\n" in str(benchmark.plan(benchmark.SETTINGS.build(**run)))
    found = benchmark.run(**run)
    assert set(found.tables["benchmark_scores"]["region"]) == {"", "Japan", "India"}
    for verdict in found.tables["verdict"].to_dict("records"):
        said = f"{verdict['question']} {verdict['answer']} {verdict['sentence']}"
        assert "group" in said
        assert "region" not in said


def test_a_plan_counts(tmp_path):
    settings = benchmark.SETTINGS.build(**values_in(tmp_path))
    told = str(benchmark.plan(settings))
    assert told.startswith(
        "stories: 40 items of 4 groups: Japan 10, India 10, Mexico 10, Germany 10, scored by accuracy."
    )
    assert "120 prompts, 120 of them different" in told


def test_the_scripted_responder_is_that_of_its_file():
    file = yaml.safe_load((ROOT / "conf" / "responder" / "scripted_stories.yaml").read_text())
    assert file == {"name": "scripted", "field": "cell", "default": {}, "answers": dict(scripted().declared)}
