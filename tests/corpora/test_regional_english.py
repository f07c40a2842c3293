"""The lexicon as it was written down."""

from __future__ import annotations

from geobias.corpora.regional_english import LEXICON, VARIETIES


def test_every_concept_has_standard_words_and_known_regions():
    for name, words in LEXICON.items():
        assert words[""], name
        assert set(words) <= {"", *VARIETIES}, name
        assert all(entry and entry == entry.strip() for listed in words.values() for entry in listed), name


def test_entries_read_as_written():
    assert LEXICON["pickup"] == {
        "": ("pickup",),
        "au": ("ute",),
        "nz": ("ute",),
        "za": ("bakkie",),
        "uk": ("van",),
        "us": ("truck",),
        "ca": ("pickup truck",),
    }
    assert LEXICON["color"]["ca"] == ("colour",)
    assert "ca" not in LEXICON["organized"]
    assert LEXICON["snack"]["uk"] == ("pasty", "scone", "crumpet")


def test_every_region_has_words_and_places_of_its_own():
    for region in VARIETIES:
        assert len(LEXICON["place"][region]) >= 10
        own = {word for words in LEXICON.values() for word in words.get(region, ())}
        others = {
            word
            for words in LEXICON.values()
            for other in VARIETIES
            if other != region
            for word in words.get(other, ())
        }
        assert len(own - others) >= 15, region
