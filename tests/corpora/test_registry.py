"""Options of a corpus: typed by the loader's hints, and what the corpus can be grouped by."""

from __future__ import annotations

import inspect
from typing import get_type_hints

import pytest

import geobias.corpora as corpora
from geobias.corpora.registry import (
    JUDGED,
    KINDS,
    SURVEYED,
    grouping,
    load_corpus,
    load_judged,
    load_statements,
    load_surveyed,
    resolve_options,
)
from geobias.errors import InputError


@pytest.fixture
def table(tmp_path) -> dict[str, str]:
    path = tmp_path / "d.csv"
    path.write_text("0\tregion\tsex\thome\nhello\tNO\tf\tau\nworld\tNO\tm\t\nagain\tus\tf\tnz\n")
    return {"name": "table", "path": str(path), "text": "0"}


@pytest.mark.parametrize(("loaders", "name"), [(kind, name) for kind in KINDS.values() for name in kind])
def test_every_option_of_a_loader_has_a_hint_and_a_default_that_fits(loaders, name, tmp_path):
    loader = getattr(corpora, loaders[name])
    parameters = inspect.signature(loader).parameters
    assert set(parameters) <= set(get_type_hints(loader))
    defaults = {key: p.default for key, p in parameters.items() if p.default is not p.empty}
    path = {"path": str(tmp_path)} if "path" in parameters else {}
    assert resolve_options({"name": name, **path, **defaults}, loaders).keys() == {"name", *parameters}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"quoting": "no"},
            "'corpus.quoting' must be true or false, but it is 'no' (str). Did you mean corpus.quoting=fa",
        ),
        (
            {"group": False},
            "'corpus.group' must be text or a list, e.g. [au,nz], but it is False (bool). YAML reads NO",
        ),
        ({"cleaning": "gentel"}, "'corpus.cleaning' must be one of ['gentle', 'published', 'none']"),
        (
            {"on_duplicate": "Drop"},
            "'corpus.on_duplicate' must be one of ['keep', 'drop', 'error'], but it is 'Drop'. Did",
        ),
        (
            {"label_map": {"0": False}},
            "'corpus.label_map.0' must be text or null, but it is False (bool). YAML reads NO",
        ),
        (
            {"delimter": ";"},
            "every setting must be a known one, but 'corpus.delimter' is not. Did you mean 'corpus.delim",
        ),
        ({"path": None}, "'corpus.path' must be text, but it is null."),
    ],
)
def test_options_are_typed_like_every_other_setting(table, options, message):
    with pytest.raises(InputError) as error:
        resolve_options(table | options)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"name": "tweets", "regions": "us"},
            "'corpus.regions' must be null or a list, e.g. [au,nz], but it is 'us' (str).",
        ),
        (
            {"name": "synthetic", "documents": {"au": "5"}},
            "'corpus.documents.au' must be a whole number, but it is '5'",
        ),
        ({"name": ["table"]}, "corpus.name must name a loader, but it is ['table']."),
        ({"name": None}, "corpus.name must name a loader, but it is None."),
    ],
)
def test_options_of_other_corpora_are_typed_too(tmp_path, options, message):
    path = {"path": str(tmp_path)} if options["name"] == "tweets" else {}
    with pytest.raises(InputError) as error:
        resolve_options(options | path)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("delimiter", ["\t", "\\t", "tab"])
def test_a_column_may_be_called_by_a_number_and_a_tab_is_a_tab(table, delimiter):
    corpus = load_corpus(table | {"text": 0, "delimiter": delimiter})
    assert corpus.texts.tolist() == ["hello", "world", "again"]
    assert list(corpus.groups()) == ["NO", "us"]


@pytest.mark.parametrize("delimiter", ["t", "", ";;", '"', "\n"])
def test_a_delimiter_is_one_sign(table, delimiter):
    with pytest.raises(InputError, match="delimiter must be one sign, no letter, digit or quote, but it is"):
        load_corpus(table | {"delimiter": delimiter})


def test_an_empty_separator_is_refused(table):
    with pytest.raises(InputError, match="the separator of labels must not be empty"):
        load_corpus(table | {"delimiter": "\t", "separator": ""})


def test_the_corpus_says_what_it_can_be_grouped_by():
    assert grouping({"name": "table"}) == ("region",)
    assert grouping({"name": "hf", "group": "dialect"}) == ("dialect",)
    assert grouping({"name": "table", "group": ["region", "sex"]}) == ("region / sex", "region", "sex")
    assert grouping({"name": "sentiment140", "group": "us"}) is None


def test_several_group_columns_are_joined(table):
    corpus = load_corpus(table | {"delimiter": "\t", "group": ["region", "sex", "home"]})
    assert list(corpus.groups("region / sex / home")) == ["NO / f / au", "us / f / nz"]
    assert list(corpus.groups("sex")) == ["f", "m"]


def test_judgements_are_loaded_by_name(tmp_path):
    path = tmp_path / "j.csv"
    path.write_text("item,annotator,answer,home,label\na,1,yes,Norway,0\na,2,no,Peru,0\nb,1,no,Norway,1\n")
    options = {
        "attributes": ["home"],
        "sources": "label",
        "answer_map": {"yes": 1, "no": 0},
        "maps": {"home": "spheres"},
    }
    found = load_judged({"name": "judgements", "path": str(path), **options})
    assert (len(found), found.answers.tolist(), sorted(found.sources)) == (3, [1, 0, 0], ["label"])
    assert found.attributes["home"][1] == ("Latin-America",)
    with pytest.raises(InputError) as error:
        load_judged({"name": "judgments", "path": str(path)})
    assert str(error.value) == (
        "corpus.name must name a loader, but it is 'judgments'. Did you mean corpus=judgements?"
    )
    with pytest.raises(InputError, match=r"'corpus.scale' must be .*, but it is 'five'"):
        resolve_options({"name": "judgements", "path": str(path), "scale": "five"}, JUDGED)


def test_surveys_are_loaded_by_name(tmp_path):
    path = tmp_path / "s.csv"
    header = "B_COUNTRY,Q164,Y003,Q184,Q254,Q45,Q260,Q262,W_WEIGHT"
    path.write_text(f"{header}\n276,1,2,9,3,3,1,30,1\n392,10,-2,1,1,1,2,60,1\n")
    found = load_surveyed({"name": "survey", "path": str(path), "nations": ["Japanese"]})
    assert (len(found), set(found.attribute("nation"))) == (1, {"Japan"})
    assert found.projection().tolist() == [pytest.approx(3.03)]
    assert load_surveyed({"name": "no_survey"}) is None
    made = load_surveyed({"name": "synthetic_survey", "positions": {"north": 0.5, "south": -0.5}, "respondents": 9})
    assert len(made) == 18


def test_a_declaration_may_be_one_that_comes_along_or_a_file(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("x\n1\n")
    options = {"name": "survey", "path": str(path)}
    assert resolve_options(options, SURVEYED).get("declaration", "wvs7") == "wvs7"
    own = tmp_path / "own.yaml"
    own.write_text("name: own\n")
    assert resolve_options(options | {"declaration": str(own)}, SURVEYED)["declaration"] == str(own)


@pytest.mark.parametrize(
    ("name", "loaders", "message"),
    [
        ("judgements", SURVEYED, "one of respondents, but 'judgements' is of judgements. Choose one of ['synthetic_"),
        ("survey", JUDGED, "one of judgements, but 'survey' is of respondents. Choose one of ['judgements', "),
        ("survey", KINDS["texts"], "one of texts, but 'survey' is of respondents. Choose one of ['synthetic', "),
    ],
)
def test_a_corpus_of_another_kind_is_refused_by_name(name, loaders, message):
    with pytest.raises(InputError) as error:
        resolve_options({"name": name}, loaders)
    assert f"the corpus of this study must be {message}" in str(error.value)


def test_statements_are_loaded_by_name_and_a_corpus_of_another_kind_is_named():
    assert len(load_statements({"name": "etiquette", "path": None})) == 400
    of = "the corpus of this study must be one of statements of etiquette, but"
    for name, kind in (("judgements", "judgements"), ("tweets", "texts")):
        with pytest.raises(InputError) as error:
            load_statements({"name": name})
        assert str(error.value) == f"{of} '{name}' is of {kind}. Choose one of ['etiquette']."
    with pytest.raises(InputError) as error:
        load_corpus({"name": "etiquette"})
    assert str(error.value).startswith("the corpus of this study must be one of texts, but 'etiquette' is of")
