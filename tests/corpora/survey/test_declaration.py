"""Declarations: what is shipped agrees with the schema, and what contradicts itself is refused."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from geobias.corpora import declare, load_survey
from geobias.errors import InputError

ITEM = {"column": "god", "range": [1, 10], "traditional": "high", "loading": 1.0}
OWN = {"name": "own", "items": {"god": ITEM}, "nation": {"column": "country"}}


@pytest.mark.shared
def test_the_shipped_declaration_agrees_with_the_schema(shared):
    schema = json.loads((shared / "data/wvs/schema.json").read_text("utf-8"))
    declared, variables = declare("wvs7"), schema["variables"]
    items = {item.column: item for item in declared.items.values()}
    assert {column: item.loading for column, item in items.items()} == schema["factor_loadings_in_paper"]
    for column, item in items.items():
        about = variables[column]
        assert item.ends == (about["min"], about["max"])
        assert item.traditional == about["traditional_pole"]
        assert {str(code) for code in item.no_answer} == set(about.get("extra_code", {}))
    assert {str(code) for code in declared.missing} == set(schema["missing_codes"])
    assert -5 in items["Y003"].missing
    assert variables["Y003"]["derived"].startswith("(Q15+Q17)-(Q8+Q14)")
    assert (items["Y003"].parts.plus, items["Y003"].parts.minus) == (("Q15", "Q17"), ("Q8", "Q14"))
    assert declared.sex.names == {"man": ("1",), "woman": ("2",)}
    assert (variables["Q260"]["1"], variables["Q260"]["2"]) == ("Male", "Female")
    names = declared.nation.by_code()
    assert {nation: names[str(code)] for nation, code in schema["countries_in_paper_iso_numeric"].items()} == {
        nation: nation for nation in schema["countries_in_paper_iso_numeric"]
    }
    groups = [text.replace("+", "-129").split("-") for code, text in variables["X003R"].items() if code != "title"]
    assert list(declared.ages.values()) == [(int(start), int(end) + 1) for start, end in groups]
    assert (declared.nation.column[0], declared.age, declared.weight) == ("B_COUNTRY", "Q262", "W_WEIGHT")


def test_recoding_is_shipped():
    # Case W05: better off, worse off, about the same; and an answer of 0 that lies between others.
    recode = declare("wvs7").recode
    assert [recode["Q56"].get(code, code) for code in (1, 3, 2)] == [1, 2, 3]
    assert [recode["Q119"].get(code, code) for code in (1, 2, 0, 3, 4)] == [1, 2, 3, 4, 5]


def test_an_extension_changes_items_by_name_and_leaves_the_rest():
    living = {"column": "Q56", "range": [1, 3], "traditional": "low", "loading": 0.3}
    found = declare({"extends": "wvs7", "items": {"living": living, "pride": None}, "weight": None})
    assert list(found.items) == ["religion", "autonomy", "abortion", "authority", "living"]
    assert (found.weight, found.nation) == (None, declare("wvs7").nation)


def test_the_declaration_of_the_page_is_one(tmp_path):
    page = Path(__file__).resolve().parents[3] / "docs" / "survey.md"
    (tmp_path / "own.yaml").write_text(re.search(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)[1], "utf-8")
    (tmp_path / "file.csv").write_text("CNTRY_ALPHA,V12,V1,V2,V20,V21,WT\nNO,2,2,1,1,39,1\nNO,6,1,2,2,40,2\n", "utf-8")
    survey = load_survey(tmp_path / "file.csv", tmp_path / "own.yaml")
    assert set(survey.attributes["nation"]) == {"Norway"}
    np.testing.assert_array_equal(survey.values["order"], [0, np.nan])
    assert survey.values["duty"].tolist() == [-1, 1]
    assert survey.attributes["age_bin"].tolist() == ["young", "old"]


def test_a_file_is_read_and_its_mistakes_name_it(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text("name: own\nitems: {god: {column: god, range: [1, 10], traditional: high, loading: 1}}\n", "utf-8")
    with pytest.raises(InputError) as error:
        declare(path)
    assert str(error.value) == f"'nation' must be set, but it has no value yet in '{path}'. Pass nation=<value>."
    path.write_text(path.read_text("utf-8") + "nation: {column: country, names: {Norway: [NO]}}\n", "utf-8")
    with pytest.raises(InputError, match="YAML reads NO, no and off as false"):
        declare(path)
    path.write_text(path.read_text("utf-8").replace("[NO]", '["NO"]'), "utf-8")
    assert declare(path).nation.by_code() == {"Norway": "Norway", "NO": "Norway"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("- a list", "must hold the keys of a declaration, but it holds a list"),
        ("name: [", "must be YAML, but while parsing"),
        ("name: own\nitem: {}\n", "every setting must be a known one, but 'item' is not in "),
    ],
)
def test_a_file_that_is_none(tmp_path, content, message):
    path = tmp_path / "own.yaml"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError) as error:
        declare(path)
    assert message in str(error.value)


def test_a_name_that_is_none():
    with pytest.raises(InputError) as error:
        declare("wvs8")
    assert str(error.value) == (
        "a declaration must be one of ['wvs7'], a YAML file or a mapping, but it is 'wvs8', and there is no such file. "
        "The nearest is 'wvs7'. Correct it."
    )
    with pytest.raises(InputError) as error:
        declare({"extends": "evs", **OWN})
    assert str(error.value) == "extends must be one of ['wvs7'], but it is 'evs'. Name one of them."


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"items": {}}, "items must name at least one item, but there is none. Declare one."),
        (
            {"items": {"god": {**ITEM, "range": [1, 2]}}},
            "items.god.range must be the lowest and the highest of at least three codes, but it is [1, 2]. Put the "
            "lower first.",
        ),
        (
            {"items": {"autonomy": {**ITEM, "range": [-2, 2]}}, "missing": {-1: "unknown", -2: "refused"}},
            "codes of items.autonomy that are no answer must lie outside its range -2 to 2, but -2, -1 lie inside. "
            "Give items.autonomy missing codes of its own.",
        ),
        (
            {"nation": {"column": "country", "names": {"Japan": [392], "Nippon": ["392.0"]}}},
            "nation.names must give a code one name, but 392 stands more than once. Leave one out.",
        ),
        (
            {"ages": {"young": [16, 40], "old": [39, 90]}},
            "ages must go upward, each bin from one age up to below another, without overlap, but old is [39.0, 90.0]. "
            "Write `name: [from, below]`, the youngest first.",
        ),
        (
            {"items": {"god": {**ITEM, "parts": {"plus": ["a"], "minus": ["b"], "range": [2]}}}},
            "items.god.parts.range must be a lowest and a highest code, but it is [2]. Put the lower first.",
        ),
        (
            {"items": {"god": {**ITEM, "parts": {"plus": ["a"], "minus": ["b"], "range": [1, 2]}}}},
            "the parts of items.god must come to its codes, 1 to 10, but they come to -1 to 1. Correct items.god.range "
            "or the parts.",
        ),
    ],
)
def test_contradictions_are_refused(changed, message):
    with pytest.raises(InputError) as error:
        declare({**OWN, **changed})
    assert str(error.value).replace("survey.declaration.", "") == message
