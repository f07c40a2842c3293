"""Scores of the cultural map: the flipped sign, names that change, the latest year."""

import pytest

from geobias.corpora import load_iw_scores
from geobias.errors import InputError

HEAD = "geo,name,year,tradagg,survsagg\n"
ROWS = (
    "russia,Russia,2006,0.5,1.2\nrussian_federation,Russian Federation,2008,0.6,1.4\n"
    'moldova_rep_of,"Moldova, Rep. of",2008,-0.1,1.5\njapan,Japan,2019,1.6,-0.9\njapan,Japan,1990,1.4,0.1\n'
)


def _file(tmp_path, rows=ROWS, head=HEAD):
    path = tmp_path / "iw.csv"
    path.write_text(head + rows, encoding="utf-8")
    return path


def _told(scores):
    return {row.nation: (row.year, row.secular, row.self_expression) for row in scores.table.rows}


def test_the_latest_of_each_nation_under_one_name_with_the_sign_turned(tmp_path):
    scores = load_iw_scores(_file(tmp_path))
    assert _told(scores) == {"Japan": (2019, 1.6, 0.9), "Moldova": (2008, -0.1, -1.5), "Russia": (2008, 0.6, -1.4)}
    assert scores.notices == (
        "Nations were named in several ways; read as one: Russian Federation to Russia, Moldova, Rep. of to Moldova.",
        "survsagg of iw.csv has its sign turned round: high is self-expression.",
    )
    assert {line["reason"]: line["count"] for line in scores.counts.records} == {
        "rows": 5,
        "renamed:Russian Federation to Russia": 1,
        "renamed:Moldova, Rep. of to Moldova": 1,
        "earlier_or_later_year": 2,
        "nations": 3,
    }


def test_up_to_a_year_some_nations_and_a_file_whose_sign_is_right(tmp_path):
    scores = load_iw_scores(_file(tmp_path), year=2007, nations=["Russia"], flipped=False)
    assert _told(scores) == {"Russia": (2006, 0.5, 1.2)}


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        (
            ROWS,
            {"nations": ["Japn"]},
            "iw.csv must have scores of every nation, but it has none of 'Japn'. The nearest is 'Japan'. Leave it out.",
        ),
        (
            ROWS,
            {"nations": ["Moldova"], "year": 2007},
            "iw.csv must have scores of every nation, but it has none of 'Moldova' up to 2007. Leave it out.",
        ),
        ("a,A,x,1,1\n", {}, "column 'year' of iw.csv must hold whole numbers, but line 2 is 'x'. Correct the cell."),
        (
            "a,A,2000.5,1,1\n",
            {},
            "column 'year' of iw.csv must hold whole numbers, but line 2 is '2000.5'. Correct the cell.",
        ),
        ("a,A,2000,1,\n", {}, "column 'survsagg' of iw.csv must hold numbers, but line 2 is ''. Correct the cell."),
        (
            ROWS + "r,Russia,2008,1,1\n",
            {},
            "iw.csv must have a nation once in a year, but Russia, 2008 is on line 3 and line 7. Leave one out.",
        ),
    ],
)
def test_what_cannot_be_used(tmp_path, rows, options, message):
    with pytest.raises(InputError) as error:
        load_iw_scores(_file(tmp_path, rows), **options)
    assert str(error.value) == message


def test_a_column_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="iw.csv must have a column 'survsagg', but its columns are"):
        load_iw_scores(_file(tmp_path, "a,A,2000,1\n", "geo,name,year,tradagg\n"))


@pytest.mark.shared
def test_the_shared_scores(shared):
    scores = load_iw_scores(shared / "data/wvs/iw_scores.csv")
    told = _told(scores)
    counts = {line["reason"]: line["count"] for line in scores.counts.records}
    assert counts["rows"] == 408
    assert len(told) == 118 - 6  # six of the names are other names of a nation
    assert told["New Zealand"][2] > told["United States"][2] > 0 > told["Nigeria"][2]
    assert told["Japan"][1] > told["Czechia"][1] > 0 > told["Nigeria"][1]
    assert [round(value, 2) for value in told["Japan"][1:2]] == [1.64]
    assert told["Russia"][0] == 2017
