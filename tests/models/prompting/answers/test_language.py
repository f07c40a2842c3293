"""The files of languages: words that YAML reads as words, in lists that the parser knows."""

from __future__ import annotations

from dataclasses import fields

import pytest

from geobias.models.prompting.answers import language_codes
from geobias.models.prompting.answers.folding import words
from geobias.models.prompting.answers.language import Language, language, packaged
from geobias.models.prompting.answers.phrases import Phrases

# Not every language has them.
OPTIONAL = {"eager", "plain", "continues", "trailers", "predicating", "complements", "negation_after", "concord"}


def test_the_languages_that_there_are():
    assert language_codes() == ("ar", "de", "en", "es", "fr", "hi", "pt", "zh")


@pytest.mark.parametrize("code", language_codes())
def test_every_list_is_there_and_holds_words(code):
    read = packaged(f"languages/{code}.yaml")
    names = {one.name for one in fields(Language)} - {"code"}
    assert names - OPTIONAL <= set(read) <= names
    for name, listed in read.items():
        # YAML takes a bare "no" or "on" for false and true.
        assert name in ("negation_after", "concord") or all(isinstance(one, str) and words(one) for one in listed), name


@pytest.mark.parametrize("code", language_codes())
def test_yes_and_no_share_no_word(code):
    own = language(code)
    for _, wording in own.yes.wordings:
        assert not own.no.are(words(wording))


def test_a_phrase_has_alternatives_and_gaps():
    phrases = Phrases.of(["(can|could) not (really|) say", "weder ... noch"])
    assert phrases.are(["can", "not", "say"])
    assert phrases.are(["could", "not", "really", "say"])
    assert not phrases.are(["can", "not", "really", "really", "say"])
    assert phrases.are(["weder", "gut", "noch"])
    assert not phrases.occur(["weder", "a", "b", "c", "d", "noch"])
