"""Sentences are there in every language, each with the words in braces that the English one has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from geobias.collect.design import read_mapping, read_study
from geobias.collect.web import sentences
from geobias.collect.web.sentences import best_language, read_sentences
from geobias.errors import InputError

from ..conftest import write_study

FOLDER = Path(sentences.__file__).parent
LANGUAGES = sorted(file.stem for file in (FOLDER / "languages").glob("*.yaml"))
ENGLISH = read_mapping(FOLDER / "languages" / "en.yaml")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_the_same_places_to_fill(language):
    content = read_mapping(FOLDER / "languages" / f"{language}.yaml")
    assert content.keys() == ENGLISH.keys()
    for key, sentence in ENGLISH.items():
        if isinstance(sentence, str):
            assert set(re.findall(r"{\w+}", content[key])) == set(re.findall(r"{\w+}", sentence)), key
    assert content["direction"] in ("ltr", "rtl")


def test_every_sentence_is_said_somewhere():
    code = "".join(path.read_text("utf-8") for path in FOLDER.rglob("*") if path.suffix in (".py", ".html"))
    code += "name direction options attributes range " + " ".join(ENGLISH["attributes"])
    assert [key for key in ENGLISH if not re.search(rf"\b{key}\b", code)] == []


def test_a_study_brings_a_language_of_its_own(tmp_path):
    folder = write_study(tmp_path / "study")
    (folder / "words" / "nl.yaml").write_bytes((folder / "words" / "en.yaml").read_bytes())
    with pytest.raises(InputError) as told:
        read_sentences(read_study(folder))
    assert str(told.value).startswith(
        "words/nl.yaml needs the sentences of the pages in this language, but there is no "
        f"{folder}/sentences/nl.yaml, and geobias has ['ar', 'de', 'en']. Translate "
    )
    (folder / "sentences").mkdir()
    text = (FOLDER / "languages" / "en.yaml").read_text("utf-8")
    own = folder / "sentences" / "nl.yaml"
    for change, said in (
        (("next: Next\n", ""), f"{own} must have 'next', but it is not there. Translate it."),
        (("next: ", "more: x\nnext: "), f"{own} may have known sentences alone, but there is 'more'. Remove it."),
        (("woman: Woman, ", ""), f"{own} must have options: gender: 'woman', but it is not there. Translate it."),
    ):
        assert change[0] in text
        own.write_text(text.replace(*change, 1), encoding="utf-8")
        with pytest.raises(InputError) as told:
            read_sentences(read_study(folder))
        assert str(told.value) == said
    own.write_text(text.replace("next: Next", "next: Verder"), encoding="utf-8")
    assert read_sentences(read_study(folder))["nl"].say("next") == "Verder"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("de", "de"), ("de-CH", "de"), ("fr", "en"), ("fr, de;q=0.3, en;q=0.2", "de"), ("de;q=x", "en"), ("*", "en")],
)
def test_the_language_is_the_best_there_is(wanted, language):
    assert best_language(wanted, ["en", "de"]) == language
