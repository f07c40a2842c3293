"""SPSS files: the same respondents as in csv, with the codes that SPSS itself takes for missing."""

import sys

import pandas
import pytest

from geobias.corpora import load_survey
from geobias.errors import InputError, MissingDependencyError

ROWS = [{"Q164": 10}, {"Q164": -1}, {"B_COUNTRY": 566, "Q184": 1, "W_WEIGHT": 0.123456789012345}, {"Q254": 5}]


def test_an_spss_file_is_read_as_its_csv_is_with_reasons_of_what_is_missing(survey_file, counted, tmp_path):
    pyreadstat = pytest.importorskip("pyreadstat")
    path = survey_file(*ROWS)
    ranges = {column: [{"lo": -5, "hi": -1}] for column in ("Q164", "Q184", "Q254")}
    frame = pandas.read_csv(path)
    frame.insert(0, "unused", 1.0)
    pyreadstat.write_sav(frame, str(tmp_path / "survey.sav"), missing_ranges=ranges)
    found, expected = load_survey(tmp_path / "survey.sav"), load_survey(path)
    assert found.weights[2] == 0.123456789012345
    assert found.digest() == expected.digest()
    assert counted(found, "religion") == counted(expected, "religion") == {"missing:-1 does not know": 1}
    assert len(found.files[str(tmp_path / "survey.sav")]) == 64


def test_what_is_no_spss_file(survey_file, tmp_path):
    pyreadstat = pytest.importorskip("pyreadstat")
    with pytest.raises(InputError, match=r"survey\.sav' must be an SPSS file, but .*\. Check the file\."):
        load_survey(survey_file({}, name="survey.sav"))
    with pytest.raises(InputError, match=r"nowhere\.sav' must be a file, but there is none"):
        load_survey(tmp_path / "nowhere.sav")
    frame = pandas.read_csv(survey_file({}))
    pyreadstat.write_sav(frame.iloc[:0], str(tmp_path / "empty.sav"))
    with pytest.raises(InputError, match=r"empty\.sav' must have at least one respondent, but it has none"):
        load_survey(tmp_path / "empty.sav")
    pyreadstat.write_sav(frame.drop(columns="Q164"), str(tmp_path / "less.sav"))
    with pytest.raises(InputError, match=r"less\.sav must have a column 'Q164', but its columns are"):
        load_survey(tmp_path / "less.sav")


def test_without_the_library_its_command_is_named(survey_file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(MissingDependencyError, match=r"reading an SPSS file needs .* pip install 'geobias\[sav\]'"):
        load_survey(survey_file({}, name="survey.sav"))
