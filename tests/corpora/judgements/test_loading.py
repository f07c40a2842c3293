"""A table of judgements: what is joined, repeated, mapped, dropped, and what is refused."""

import numpy as np
import pytest

from geobias.corpora import load_judgements
from geobias.errors import InputError

HEAD = "item,annotator,answer,ethnicity,country,label\n"


def _load(tmp_path, rows, head=HEAD, **options):
    path = tmp_path / "judgements.csv"
    path.write_text(head + rows, encoding="utf-8")
    return load_judgements(path, attributes=["ethnicity", "country"], sources=["label"], **options)


def _count(judgements, reason, group=""):
    found = [row["count"] for row in judgements.counts.records if (row["reason"], row["group"]) == (reason, group)]
    return sum(found)


def _reasons(judgements, event):
    return [row["reason"] for row in judgements.counts.records if row["event"] == event]


def test_an_annotator_of_two_values_is_one_annotator_in_both_cells(tmp_path):
    judged = _load(tmp_path, "a,1,1,asian,UK,0\na,1,1,white,UK,0\nb,1,-1,asian,UK,1\nb,1,-1,white,UK,1\na,2,0,,UK,0\n")
    assert (len(judged), len(judged.annotators)) == (3, 2)
    assert judged.values_of("ethnicity") == [("asian", "white"), ()]
    assert {name: of.tolist() for name, of in judged.members("ethnicity").items()} == {
        "asian": [True, False],
        "white": [True, False],
    }
    assert judged.rows.tolist() == [2, 2, 1]
    assert _count(judged, "annotator_of_several_values", "ethnicity") == 1
    assert judged.notices == ("1 annotator gave several values of 'ethnicity'.",)


def test_values_of_one_cell_are_parted(tmp_path):
    judged = _load(tmp_path, "a,1,1,white|asian,UK,0\n")
    assert judged.values_of("ethnicity") == [("asian", "white")]
    assert judged.rows.tolist() == [1]


@pytest.mark.parametrize(("repeats", "answer"), [("first", 1), ("last", -1), ("mean", 0)])
def test_a_judgement_given_again_counts_by_policy(tmp_path, repeats, answer):
    judged = _load(tmp_path, "a,1,1,white,UK,0\na,1,-1,white,UK,0\n", repeats=repeats)
    assert judged.answers.tolist() == [answer]
    assert _count(judged, "repeated_judgement") == _count(judged, "repeated_with_another_answer") == 1


def test_a_repeat_can_stop_and_names_both_lines(tmp_path):
    with pytest.raises(InputError) as caught:
        _load(tmp_path, "a,1,1,white,UK,0\na,1,1,white,UK,0\n", repeats="error")
    assert str(caught.value) == (
        "an annotator must judge an item once, as repeats=error asks, but line 3 repeats line 2. Remove one, or "
        "pass repeats=first, last or mean."
    )


@pytest.mark.parametrize(("changes", "given"), [("first", ("UK",)), ("last", ("US",)), ("blank", ())])
def test_demographics_that_change_count_by_policy(tmp_path, changes, given):
    judged = _load(tmp_path, "a,1,1,white,UK,0\nb,1,1,white,US,0\n", changes=changes)
    assert judged.values_of("country") == [given]
    assert _count(judged, "annotator_whose_value_changes", "country") == 1


def test_a_change_can_stop(tmp_path):
    with pytest.raises(InputError, match="that of '1' is UK and US"):
        _load(tmp_path, "a,1,1,white,UK,0\nb,1,1,white,US,0\n", changes="error")


def test_words_become_numbers_and_who_did_not_know_is_counted(tmp_path):
    rows = "a,1,bad,white,UK,0\nb,1,fine,white,UK,1\nc,1,?,white,UK,1\nd,1,,white,UK,1\n"
    judged = _load(tmp_path, rows, answer_map={"bad": -1, "fine": 1, "?": None})
    assert np.array_equal(judged.answers, [-1, 1, np.nan, np.nan], equal_nan=True)
    assert _count(judged, "did_not_know") == 2
    assert judged.scale == (-1, 1)


def test_an_answer_without_a_number_is_named(tmp_path):
    with pytest.raises(InputError) as caught:
        _load(tmp_path, "a,1,1,white,UK,0\nb,1,good,white,UK,1\n")
    assert str(caught.value) == (
        "answers must be numbers, but line 3 of column 'answer' of judgements.csv is 'good'. Pass "
        "answer_map={<word>: <number>}, or name it in unknown."
    )


def test_what_lies_outside_the_scale_stops_or_is_dropped_and_counted(tmp_path):
    rows = "a,1,2,white,UK,0\nb,1,7,white,UK,1\n"
    with pytest.raises(InputError, match=r"answers must lie between -2 and 2, but line 3 .* is 7\."):
        _load(tmp_path, rows, scale=(-2, 2))
    judged = _load(tmp_path, rows, scale=(-2, 2), outside="drop")
    assert (len(judged), _count(judged, "answer_outside_the_scale")) == (1, 1)
    assert _count(judged, "item_without_judgements") == 1


def test_countries_become_spheres_and_those_of_none_are_listed(tmp_path):
    judged = _load(tmp_path, "a,1,1,,New Zealand,0\na,2,1,,Fiji,0\na,3,1,,Fiji,0\n", maps={"country": "spheres"})
    assert judged.values_of("country") == [("English-Speaking",), (), ()]
    assert _count(judged, "not_mapped:Fiji", "country") == 2
    assert judged.notices == ("Values of 'country' in no group, with their rows: Fiji (2).",)


def test_labels_that_a_map_leaves_out_are_listed(tmp_path):
    rows = "a,1,1,mixed,UK,0\na,2,1,arab-american,UK,0\na,3,1,white,UK,0\n"
    judged = _load(tmp_path, rows, maps={"ethnicity": {"mixed": None, "arab-american": None}})
    assert list(judged.members("ethnicity")) == ["white"]
    assert judged.notices == ("Values of 'ethnicity' in no group, with their rows: mixed (1), arab-american (1).",)


def test_labels_that_the_published_code_takes_out_in_silence_are_listed_with_their_counts(tmp_path):  # N06
    rows = "".join(
        f"{item},{who},1,{given},UK,0\n"
        for item in "ab"
        for who, given in enumerate(["mixed", "arab-american", "None", "", "white", "white"])
    )
    left_out = {"ethnicity": {"mixed": None, "arab-american": None, "None": None}}
    judged = _load(tmp_path, rows, maps=left_out)
    assert list(judged.members("ethnicity")) == ["white"]
    assert {reason: _count(judged, reason, "ethnicity") for reason in _reasons(judged, "dropped")} == {
        "not_mapped:mixed": 2, "not_mapped:arab-american": 2, "not_mapped:None": 2,
    }  # fmt: skip
    assert _count(judged, "annotator_in_no_group", "ethnicity") == 4
    assert _count(judged, "annotator_in_no_group", "country") == 0
    assert len(judged) == 12  # who is in no group still counts overall


def test_a_map_may_be_a_file(tmp_path):
    (tmp_path / "map.yaml").write_text("UK: islands\n", encoding="utf-8")
    judged = _load(tmp_path, "a,1,1,,UK,0\na,2,1,,US,0\n", maps={"country": str(tmp_path / "map.yaml")})
    assert judged.values_of("country") == [("islands",), ("US",)]


def test_items_come_from_a_table_of_their_own(tmp_path):
    (tmp_path / "items.csv").write_text("item,text,label\nb,second,1\na,first,0\nz,nobody,1\n", encoding="utf-8")
    judged = _load(tmp_path, "a,1,1,,UK,9\nb,1,-1,,UK,9\n", items=tmp_path / "items.csv", text="text")
    assert judged.items.tolist() == ["a", "b", "z"]
    assert judged.texts.tolist() == ["first", "second", "nobody"]
    assert judged.sources["label"].tolist() == [0, 1, 1]  # not the column of the judgements
    assert _count(judged, "item_without_judgements") == 1


def test_a_source_that_says_two_things_of_an_item_is_named(tmp_path):
    with pytest.raises(InputError) as caught:
        _load(tmp_path, "a,1,1,,UK,0\na,2,1,,UK,1\n")
    assert str(caught.value) == (
        "'label' must be the same in all rows of an item, but of item 'a' it is '0', and '1' in line 3. Correct one, "
        "or keep it out of sources and text."
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("a,,1,,UK,0\n", r"every judgement of judgements.csv must name its annotator, but line 2 has none\."),
        ("", "must have a header and at least one record"),
        ("a,1,1,,UK,high\n", "source 'label' must be numbers, but of item 'a' it is 'high'"),
        ("a,1,,,UK,0\n", "judgements must have an answer"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, rows, message):
    with pytest.raises(InputError, match=message):
        _load(tmp_path, rows)


def test_a_wrong_column_gets_the_nearest(tmp_path):
    with pytest.raises(InputError, match="must have a column 'anser'.*The nearest is 'answer'"):
        _load(tmp_path, "a,1,1,,UK,0\n", answer="anser")


def test_a_source_in_words_is_mapped_to_numbers(tmp_path):
    rows = "a,1,1,,UK,hate\nb,1,1,,UK,fine\nc,1,1,,UK,?\nd,1,1,,UK,\n"
    judged = _load(tmp_path, rows, maps={"label": {"hate": 1, "fine": 0, "?": None}})
    assert np.array_equal(judged.sources["label"], [1, 0, np.nan, np.nan], equal_nan=True)


def test_a_source_in_words_without_a_number_says_how_to_map_it(tmp_path):
    with pytest.raises(InputError) as caught:
        _load(tmp_path, "a,1,1,,UK,hate\nb,1,1,,UK,fine\n", maps={"label": {"hate": 1}})
    assert str(caught.value) == (
        "source 'label' must be numbers, but of item 'b' it is 'fine'. Say which number a word is, by "
        "maps={label: {<word>: <number>}}, or keep it out of sources."
    )


def test_a_map_of_no_column_is_named(tmp_path):
    with pytest.raises(InputError) as caught:
        _load(tmp_path, "a,1,1,,UK,0\n", maps={"contry": "spheres"})
    assert str(caught.value) == (
        "maps must be of attributes or sources, which are ['ethnicity', 'country', 'label'], but there is one of "
        "'contry'. The nearest is 'country'. Name one of these."
    )
