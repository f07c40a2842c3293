"""Table 2 from a survey made up in the variables of wave 7: the survey's half, and both with answers."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from geobias import cli
from geobias.corpora import cell_means, declare, load_survey, make_survey
from geobias.corpora.survey import scaled
from geobias.errors import InputError
from geobias.measures.resonance import read_values, score_resonance
from geobias.models.entailment import LexicalSettings, load_entailer
from geobias.published._survey_half import TABLE2
from geobias.published.resonance import reproduce
from geobias.tables import ComparisonTable, NationFitTable

CODES = {"Germany": 276, "Japan": 392, "Czechia": 203, "United States": 840, "Romania": 642, "Vietnam": 704,
         "Venezuela": 862, "Nigeria": 566}  # fmt: skip
PEOPLES = ("German", "Japanese", "Czech", "American", "Romanian", "Vietnamese", "Venezuelan", "Nigerian")
POSITIONS = dict(zip(CODES, np.linspace(-0.6, 0.6, 8), strict=True))
SAID = ("God matters a great deal in my life.", "God does not matter in my life.", "I am very proud of my country.")


@pytest.fixture(scope="module")
def survey():
    return make_survey(positions=POSITIONS, respondents=300, seed=2, missing=0.01)


@pytest.fixture(scope="module")
def wvs(survey, tmp_path_factory):
    """The respondents as a file of wave 7 holds them."""
    path = tmp_path_factory.mktemp("survey") / "WVS_wave_7.csv"
    columns = {
        "B_COUNTRY": [CODES[name] for name in survey.attributes["nation"]],
        "Q260": [1 if sex == "man" else 2 for sex in survey.attributes["sex"]],
        "Q262": survey.ages.astype(int),
        "W_WEIGHT": survey.weights,
    }
    for name, item in declare("wvs7").items.items():
        low, high = item.ends
        codes = np.arange(low, high + 1.0)
        places = scaled(codes, low, high, item.traditional)
        nearest = np.abs(np.nan_to_num(survey.values[name])[:, None] - places).argmin(1)
        columns[item.column] = np.where(np.isnan(survey.values[name]), -5, codes[nearest]).astype(int)
    pd.DataFrame(columns).to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Three answers a prompt in the published grid's words, other questions among them."""
    path = tmp_path_factory.mktemp("answers") / "answers.csv"
    rng = np.random.default_rng(0)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["nation", "age", "sex", "question", "text"])
        for people in PEOPLES:
            for age in (20, 30, 40, 50, 60, 75):
                for sex in ("man", "woman"):
                    for _ in range(3):
                        said = " ".join(rng.permutation(SAID)[: rng.integers(3)])
                        writer.writerow([people, age, sex, "general", said])
                    writer.writerow([people, age, sex, "religion", SAID[0]])
    return path


def test_the_survey_half_alone(wvs, survey):
    found = reproduce(wvs)
    assert [row.verdict for row in found.comparisons.rows] == ["cannot be computed"] * 16
    assert {row.note for row in found.comparisons.rows} == {"no answers"}
    assert {(row.cell, row.published) for row in found.comparisons.rows[:8]} == {(n, v[0]) for n, v in TABLE2.items()}
    assert sorted(found.tables) == ["nations", "projection_spreads", "survey_cells"]
    means = {row.nation: row for row in cell_means(survey, ["nation"]).rows}
    cells = cell_means(survey).rows
    for row in found.tables["nations"].rows:
        name = "Czechia" if row.nation == "Czech Republic" else row.nation
        assert (row.mean, row.error, row.n) == pytest.approx((means[name].mean, means[name].se, means[name].n))
        own = np.array([cell.mean for cell in cells if cell.nation == name])
        assert (row.cells, row.sd_cells) == (12, pytest.approx(own.std()))
        assert (row.model_low + row.model_high) / 2 == pytest.approx(own.mean())
        assert (row.model_high - row.model_low) / 2 == pytest.approx(row.rmse)
    assert "Without a model's answers RMSE and R2 cannot be computed" in found.summary()


def test_the_survey_is_read_as_it_was_made(wvs, survey):
    read = load_survey(wvs)
    assert np.array_equal(read.projection(), survey.projection(), equal_nan=True)


def test_with_answers_both_numbers_are_those_of_statsmodels(wvs, survey, answers):
    found = reproduce(wvs, answers=answers, entailment="lexical")
    given = pd.read_csv(answers, keep_default_na=False)
    given = given[(given.question == "general") & (given.text != "")]
    given["nation"] = given.nation.map(dict(zip(PEOPLES, CODES, strict=True)))
    entailer = load_entailer(LexicalSettings())
    given["x"] = score_resonance(list(given.text), entailer, read_values(), prompt=list(given.index)).projection()
    model = given.groupby(["nation", "age", "sex"]).x.mean()
    frame = pd.DataFrame([vars(row) for row in cell_means(survey).rows])
    frame["age"] = frame.age.astype(int)
    frame = frame.set_index(["nation", "age", "sex"])["mean"].to_frame("y").join(model).dropna().reset_index()
    fit = smf.ols("y ~ 0 + nation + nation:x", frame).fit()
    frame["residual"] = fit.resid
    rows = {(row.quantity, row.cell): row for row in found.comparisons.rows}
    for name, own in frame.groupby("nation"):
        printed = "Czech Republic" if name == "Czechia" else name
        rmse, r2 = rows["RMSE", printed], rows["R2", printed]
        assert rmse.recomputed == pytest.approx(np.sqrt(((own.x - own.y) ** 2).mean()))
        assert r2.recomputed == pytest.approx(1 - (own.residual**2).sum() / ((own.y - own.y.mean()) ** 2).sum())
        assert rmse.low <= rmse.recomputed <= rmse.high
        assert rmse.note == r2.note == ("" if len(own) == 12 else f"{len(own)} of 12 cells")
    assert sorted(found.tables) == ["nation_fits", "nations", "projection_spreads",
                                    "survey_cells"]  # fmt: skip
    assert isinstance(found.tables["nation_fits"], NationFitTable)
    said = "\n".join(found.notes)
    assert "96 of 384 answers" not in said
    assert "scored by lexical with our wording of the statements" in said
    assert len([note for note in found.notes if note.startswith("Scaling by ")]) == 4


def test_a_folder_holds_respondents_answers_and_statements(wvs, answers, tmp_path, capsys):
    for source in (wvs, answers):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    (tmp_path / "iw_scores.csv").write_text("name\n")
    (tmp_path / "published_prompts.yaml").write_text(
        "general_question: What counts?\nvalues:\n"
        "  - {item: Q164, loading: 0.7, hypothesis: God matters a great deal in my life., inverted: God is nothing.}\n"
    )
    words = ["reproduce", "resonance", str(tmp_path), "--entailment", "lexical", "--output", str(tmp_path / "new")]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "with the statements of published_prompts.yaml" in out
    assert "RMSE: 0 of 8 equal as printed" in out
    assert len(ComparisonTable.load(tmp_path / "new" / "comparisons.csv").rows) == 16


def test_other_columns_ages_and_rows_are_counted(wvs, answers, tmp_path):
    frame = pd.read_csv(answers, keep_default_na=False).rename(columns={"nation": "nationality"})
    frame = frame[frame.question == "general"].assign(design="", asked="text", text=SAID[0])
    frame.loc[frame.index[0], "design"] = "other wording"
    frame.loc[frame.index[1], "asked"] = "scores"
    frame.loc[frame.index[2], "text"] = " "
    frame["outcome"] = "text"
    frame.loc[frame.index[6], "outcome"] = "refused"
    frame["age"] = frame.age.astype(str)
    frame.loc[frame.index[3], "age"] = "12"
    frame.loc[frame.index[4], "age"] = "33.5"
    frame.loc[frame.index[5], "nationality"] = "Elbonian"
    frame["sex"] = frame.sex.map({"man": "Male", "woman": "female"})
    frame.to_csv(tmp_path / "mine.csv", index=False)
    notes = reproduce(wvs, answers=tmp_path / "mine.csv", entailment="lexical").notes
    assert "1 of 288 answers are of another design and are left out." in notes
    assert "1 of 288 answers ask for scores and are left out." in notes
    assert "1 of 288 answers have no text and are left out." in notes
    assert "Answers at an age outside all bins of the survey, in no cell: 12 (1)." in notes
    assert "1 of 284 responses are to marginal prompts and are left out." in notes
    assert "1 of 288 answers are none by their outcome and are left out." in notes
    assert "Answers as a nation without respondents of the table here, in no fit: Elbonian (1)." in notes
    assert any(note.startswith("284 answers, scored by lexical") for note in notes)


def test_nations_that_are_not_there_are_said_to_be(wvs, answers, tmp_path):
    frame = pd.read_csv(wvs)
    frame[frame.B_COUNTRY != 392].to_csv(tmp_path / "wvs.csv", index=False)
    found = reproduce(tmp_path / "wvs.csv", answers=answers, entailment="lexical")
    [japan] = [row for row in found.comparisons.rows if (row.quantity, row.cell) == ("R2", "Japan")]
    assert (japan.verdict, japan.note) == ("cannot be computed", "no cells of both")
    assert [row.note for row in found.tables["nations"].rows if row.note] == ["no respondents, or too few"]


def refused(call):
    with pytest.raises(InputError) as error:
        call()
    return str(error.value)


def test_what_is_refused(wvs, answers, tmp_path, capsys):
    assert refused(lambda: reproduce(tmp_path / "none")) == (
        f"'{tmp_path / 'none'}' must be a file of respondents, or a folder with it, but there is none. "
        "Name the right one."
    )
    assert refused(lambda: reproduce(tmp_path)) == (
        f"'{tmp_path}' must hold one file of respondents, but there is no table. Name the file itself."
    )
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("x\n1\n")
    assert refused(lambda: reproduce(tmp_path)) == (
        f"'{tmp_path}' must hold one file of respondents, but there are ['a.csv', 'b.csv']. Name the file itself."
    )
    assert refused(lambda: reproduce(wvs, answers=tmp_path / "no.csv")) == (
        f"--answers must be a file, but there is none at '{tmp_path / 'no.csv'}'. Name the right one."
    )
    assert refused(lambda: reproduce(wvs, answers=answers)) == (
        "answers need something that tells their values, but there is no --entailment. Pass --entailment with a model "
        "of natural language inference (hub name or folder), or lexical."
    )
    frame = pd.read_csv(answers)
    frame.assign(question=["a", "b"] * 192).to_csv(tmp_path / "two.csv", index=False)
    assert refused(lambda: reproduce(wvs, answers=tmp_path / "two.csv", entailment="lexical")) == (
        "answers of two.csv must be to the general question, but questions are ['a', 'b']. Call it 'general' in the "
        "column 'question', or leave the others out."
    )
    frame.assign(age="old", text="x").to_csv(tmp_path / "old.csv", index=False)
    assert refused(lambda: reproduce(wvs, answers=tmp_path / "old.csv", entailment="lexical")) == (
        "an age must be a number of years, but old.csv, line 2 has 'old'. Correct it, or leave it empty."
    )
    frame.drop(columns="sex").to_csv(tmp_path / "less.csv", index=False)
    assert "less.csv must have a column 'sex'" in refused(
        lambda: reproduce(wvs, answers=tmp_path / "less.csv", entailment="lexical")
    )
    make = pd.read_csv(wvs).assign(B_COUNTRY=32)
    make.to_csv(tmp_path / "argentina.csv", index=False)
    assert "nations are ['Argentina']" in refused(lambda: reproduce(tmp_path / "argentina.csv"))
    assert cli.main(["reproduce", "crehate", str(tmp_path), "--answers", str(answers)]) == 2
    assert "geobias reproduce crehate takes no --answers, but it is there. Leave it out." in capsys.readouterr().err


@pytest.mark.shared
def test_the_published_numbers_are_those_of_the_file(shared):
    with (shared / "data" / "wvs" / "rvr_paper_table2.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["country"]: (float(row["rmse"]), float(row["r2"])) for row in rows} == TABLE2
