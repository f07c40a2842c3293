"""Files of respondents: what is read, left out and counted, and what is refused."""

import numpy as np
import pytest

from geobias.corpora import load_survey
from geobias.errors import InputError
from geobias.typed import arguments

TRADITIONAL = {"Q164": 10, "Y003": -2, "Q184": 1, "Q254": 1, "Q45": 1}
SECULAR = {"Q164": 1, "Y003": 2, "Q184": 10, "Q254": 4, "Q45": 3}
PARTS = ("Q8", "Q14", "Q15", "Q17")


def test_poles_and_people(survey_file):
    survey = load_survey(survey_file(TRADITIONAL, {**SECULAR, "B_COUNTRY": "NGA", "Q260": 2, "Q262": 81}))
    assert [values.tolist() for values in survey.values.values()] == [[1, -1]] * 5
    np.testing.assert_allclose(survey.projection(), [3.03, -3.03])
    assert {name: values.tolist() for name, values in survey.attributes.items()} == {
        "nation": ["Japan", "Nigeria"],
        "sex": ["man", "woman"],
        "age": ["30", "81"],
        "age_bin": ["30", "75"],
    }
    assert survey.columns["pride"] == "Q254"


def test_negative_answers_of_autonomy_are_answers(survey_file, counted):
    survey = load_survey(survey_file(*({"Y003": code} for code in (-2, -1, 0, 1, 2, -5))))
    assert np.array_equal(survey.values["autonomy"], [1, 0.5, 0, -0.5, -1, np.nan], equal_nan=True)
    assert counted(survey, "autonomy") == {"missing:-5 missing for another reason": 1}


def test_not_of_this_nation_is_no_degree_of_pride(survey_file, counted):
    survey = load_survey(survey_file(*({"Q254": code} for code in (1, 2, 3, 4, 5))))  # case W03
    assert np.array_equal(survey.values["pride"], [1, 0, 0, -1, np.nan], equal_nan=True)
    assert counted(survey, "pride") == {"no_answer:5 not of this nation": 1}


def test_no_sign_is_lost(survey_file, counted):
    survey = load_survey(survey_file(*({"Q164": code} for code in (10, 1, -1, -2, -4, -5))))  # case W01
    assert np.array_equal(survey.values["religion"], [1, -1] + [np.nan] * 4, equal_nan=True)
    assert counted(survey, "religion") == {
        "missing:-1 does not know": 1,
        "missing:-2 gave no answer": 1,
        "missing:-4 was not asked": 1,
        "missing:-5 missing for another reason": 1,
    }
    assert survey.notices == ("2 of 6 respondents answered every item; projections and means rest on these.",)
    assert counted(survey, "Japan") == {"respondents": 6, "complete_cases": 2}
    assert counted(survey, "") == {"respondents": 6, "not_a_complete_case": 4}


def test_autonomy_computed_is_autonomy_given(survey_file):
    # All sixteen answers to the four parts, of which 1 is mentioned and 2 is not.
    rows = [dict(zip(PARTS, (a, b, c, d), strict=True)) for a in (1, 2) for b in (1, 2) for c in (1, 2) for d in (1, 2)]
    given = [{"Y003": row["Q15"] + row["Q17"] - row["Q8"] - row["Q14"]} for row in rows]
    head = ("B_COUNTRY", "Q164", "Q184", "Q254", "Q45", "Q262", "Q260", "W_WEIGHT", *PARTS)
    survey = load_survey(survey_file(*rows, {**rows[0], "Q17": -1}, head=head))
    assert survey.values["autonomy"][:-1].tolist() == load_survey(survey_file(*given)).values["autonomy"].tolist()
    assert np.isnan(survey.values["autonomy"][-1])
    reasons = [line["reason"] for line in survey.counts.records if line["group"] == "autonomy"]
    assert reasons == ["Q17: missing:-1 does not know", "computed from Q15, Q17, Q8, Q14"]
    assert survey.notices[0] == "'autonomy' was computed from Q15, Q17, Q8, Q14, as there is no column Y003."


def test_nations_that_are_not_chosen_are_dropped_and_counted(survey_file, counted):
    path = survey_file({}, {"B_COUNTRY": 566, "Q164": 77}, {"B_COUNTRY": 203}, {"B_COUNTRY": 998}, {"Q164": 1})
    survey = load_survey(path, nations=["Japan", "Czech Republic"])
    assert survey.attributes["nation"].tolist() == ["Japan", "Czechia", "Japan"]
    assert survey.values["religion"].tolist() == [0, 0, -1]
    assert counted(survey, "nation") == {"not_chosen:Nigeria": 1, "not_chosen:998": 1}
    with pytest.raises(InputError, match=r"'11' \(rows: 1, first: line 4\)"):  # lines of the file, not of what is left
        load_survey(survey_file({"B_COUNTRY": 566}, {}, {"Q164": 11}), nations=["Japan"])


def test_weights_of_nothing_are_counted_and_lacking_ones_leave(survey_file, counted):
    survey = load_survey(survey_file(*({"W_WEIGHT": weight} for weight in (0.5, 0, "", -4, 2))))
    assert survey.weights.tolist() == [0.5, 0, 2]
    assert counted(survey, "weight") == {
        "missing:-4 was not asked": 1, "missing:blank": 1, "no_weight": 2, "weight_of_0": 1,
    }  # fmt: skip
    assert survey.notices[:2] == (
        "Respondents without a weight in 'W_WEIGHT', who are left out: 2.",
        "Respondents with a weight of 0 in 'W_WEIGHT', who count for nothing: 1.",
    )
    assert counted(survey, "Japan") == {"respondents": 3, "complete_cases": 2}


def test_another_weight_or_none(survey_file):
    path = survey_file({"Q262": 40, "W_WEIGHT": "no number"})
    assert load_survey(path, weight="Q262").weights.tolist() == [40]
    survey = load_survey(path, weight=None)
    assert survey.weights.tolist() == [1]
    assert survey.notices[0] == "All respondents count alike: there are no survey weights."
    with pytest.raises(InputError) as error:
        load_survey(path, weight="W_WAIT")
    assert str(error.value) == (
        "survey.csv must have a column 'W_WAIT', but its columns are ['B_COUNTRY', 'Q164', 'Y003', 'Q184', 'Q254', "
        "'Q45', 'Q262', 'Q260', 'W_WEIGHT']. The nearest is 'W_WEIGHT'. Name the right column."
    )


def test_ages_outside_all_bins_are_counted(survey_file, counted):
    survey = load_survey(survey_file(*({"Q262": age} for age in (15, 16, 24, 25, 64, 65, 101, -2))))
    assert survey.attributes["age_bin"].tolist() == ["", "20", "20", "30", "60", "75", "75", ""]
    assert counted(survey, "age_bin") == {"age_outside_all_bins": 1}
    assert counted(survey, "age") == {"missing:-2 gave no answer": 1}
    assert survey.attributes["age"][-1] == ""
    around = survey.with_bins([20, 30, 40, 50, 60, 75])
    assert counted(around, "age_bin") == {"age_outside_all_bins": 1}
    assert around.attributes["age_bin"][0] == "20"  # from 15; 101 is beyond 82.5


def test_a_nation_nobody_of_which_was_asked_is_told(survey_file, counted):
    path = survey_file({}, {"B_COUNTRY": 818, "Q184": -4}, {"B_COUNTRY": 818, "Q184": -4, "Q164": -1})
    survey = load_survey(path)
    assert survey.notices[-1] == (
        "Nations without a complete case, of which no mean is told: Egypt (nobody answered abortion)."
    )
    assert counted(survey, "Egypt") == {"respondents": 2}
    with pytest.raises(InputError) as error:
        load_survey(path, nations=["Japan", "Egypt"])
    assert str(error.value) == (
        "survey.csv must have a complete case of 'Egypt': a respondent of weight above 0 who answered every item, but "
        "there is none (nobody answered abortion). Leave Egypt out."
    )
    with pytest.raises(InputError, match=r"must have a complete case: .* but there is none\. Leave an item out\."):
        load_survey(survey_file({"Q184": -1}, {"Q164": -1}))


def test_another_survey_by_a_file_of_the_same_kind(tmp_path, counted):
    (tmp_path / "own.yaml").write_text(
        "name: our town\nmissing: {99: unknown}\nnation: {column: land}\nitems:\n"
        "  order: {column: order, range: [1, 5], traditional: high, loading: 1}\n"
        "recode: {order: {0: 3}}\n",
        encoding="utf-8",
    )
    (tmp_path / "own.csv").write_text("land;order\nNO;5\nNA;0\nNO;99\n", encoding="utf-8")
    survey = load_survey(tmp_path / "own.csv", tmp_path / "own.yaml")
    assert np.array_equal(survey.values["order"], [1, 0, np.nan], equal_nan=True)
    assert {name: values.tolist() for name, values in survey.attributes.items()} == {"nation": ["NO", "NA", "NO"]}
    assert counted(survey, "order") == {"missing:99 unknown": 1, "recoded:0 to 3": 1}


def test_options_are_typed(survey_file):
    values = {"path": str(survey_file({})), "nations": ["Japan"], "scaling": "linear", "weight": None}
    assert len(load_survey(**arguments(load_survey, values, "survey."))) == 1
    with pytest.raises(InputError, match=r"'survey.scaling' must be one of \['steps', 'linear'\], but it is 'step'"):
        arguments(load_survey, {**values, "scaling": "step"}, "survey.")
    with pytest.raises(InputError, match=r"scaling must be one of"):
        load_survey(values["path"], scaling="step")


def test_a_nation_in_no_declaration_is_listed(survey_file):
    with pytest.raises(InputError) as error:
        load_survey(survey_file({}, {"B_COUNTRY": 998}, {"B_COUNTRY": 998}, {"B_COUNTRY": "Japn"}))
    assert str(error.value) == (
        "every nation of survey.csv must be named in the declaration 'World Values Survey, wave 7', but these codes "
        "are not: 998 (rows: 2), Japn (rows: 1). Add them under nation.names or nation.missing."
    )
    with pytest.raises(InputError, match=r"'Japn' is none\. The nearest is 'Japan'\. Name one of \['Andorra', "):
        load_survey(survey_file({}), nations=["Japn"])
    with pytest.raises(InputError) as error:
        load_survey(survey_file({}), nations=["Nigeria"])
    assert str(error.value) == (
        "survey.csv must have respondents of 'Nigeria', but there are of Japan (rows: 1). Leave it out."
    )


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"Q164": 0}, "codes in column 'Q164' of survey.csv must be whole numbers from 1 to 10"),
        ({"W_WEIGHT": -0.5}, "codes in column 'W_WEIGHT' of survey.csv must be numbers from 0 to inf"),
        ({"Q262": 1960}, "codes in column 'Q262' of survey.csv must be numbers from 0 to 130"),
        ({"Q260": 3}, "every sex of survey.csv must be named in the declaration"),
        ({"W_WEIGHT": 0}, "weights must be finite, at least 0, and one above 0"),
    ],
)
def test_what_must_not_be_there(survey_file, row, message):
    with pytest.raises(InputError) as error:
        load_survey(survey_file(row))
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("lacking", ["Q164", "B_COUNTRY", "Q260", "Q262", "W_WEIGHT"])
def test_a_column_that_is_not_there(survey_file, lacking):
    head = ("B_COUNTRY", "Q164", "Y003", "Q184", "Q254", "Q45", "Q262", "Q260", "W_WEIGHT")
    path = survey_file({}, head=[name for name in head if name != lacking])
    with pytest.raises(InputError, match=f"survey.csv must have a column '{lacking}', but its columns are "):
        load_survey(path)


def test_neither_an_index_nor_its_parts(survey_file):
    head = ("B_COUNTRY", "Q164", "Q184", "Q254", "Q45", "Q262", "Q260", "W_WEIGHT")
    with pytest.raises(InputError) as error:
        load_survey(survey_file({}, head=head))
    assert str(error.value) == (
        "survey.csv must have a column 'Y003', or those it is computed from, ['Q15', 'Q17', 'Q8', 'Q14'], but it has "
        "neither ('Q15' is missing). Name the right column in the declaration."
    )


@pytest.mark.parametrize("content", ["", "B_COUNTRY,Q164\n"])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / "survey.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"must have a header and at least one record, but it (is empty|has a header)"):
        load_survey(path)
