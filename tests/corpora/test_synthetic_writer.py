"""Messages are well formed, follow their style, and take a region's words only as often as it says."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.corpora import synthetic_phrases as phrases
from geobias.corpora.regional_english import LEXICON, VARIETIES
from geobias.corpora.synthetic_writer import Style, _pick_topic, uniforms, write


def messages(style, count, seed=0, **fixed):
    draw = uniforms(np.random.default_rng(seed))
    for number in range(count):
        choices = {"positive": number % 2 == 0, "formal": number % 4 < 2, "wry": number % 3 == 0, **fixed}
        yield write(style, draw, **choices)


@pytest.mark.parametrize("region", ["", *VARIETIES])
def test_messages_are_well_formed(region):
    for topic in (0.0, 0.5, 1.0):
        for text in messages(Style(region, topic, 1.0), 1500):
            assert re.fullmatch(r"[^\W\d_].*\w\.", text), text
            assert not re.search(r"[{}|#@]|  | [.,?]|\b[Aa] [aeiouAEIOU]|\b(\w+) \1\b", text), text
            assert all(part[0].isupper() for part in text.split(". ")), text


@given(st.integers(0, 2**32), st.booleans(), st.booleans(), st.booleans(), st.floats(0, 1))
@settings(max_examples=50, deadline=None)
def test_no_own_words_means_no_region(seed, positive, formal, wry, topic):
    written = {
        write(
            Style(region, topic, 0.0),
            uniforms(np.random.default_rng(seed)),
            positive=positive,
            formal=formal,
            wry=wry,
        )
        for region in ("", *VARIETIES)
    }
    assert len(written) == 1


@pytest.mark.parametrize(("region", "words"), [("za", ("bakkie", "robot", "veld")), ("ca", ("toque", "parkade"))])
def test_own_words_appear_in_their_region_alone(region, words):
    for word in words:
        share = np.mean([word in text for text in messages(Style(region, 0.75, 1.0), 3000)])
        half = np.mean([word in text for text in messages(Style(region, 0.75, 0.5), 3000)])
        assert share > 0
        assert share / 4 < half < share
        assert not any(word in text for text in messages(Style("us", 0.75, 1.0), 3000))


def test_spelling_follows_the_region():
    uk = " ".join(messages(Style("uk", 0.3, 1.0), 2000))
    us = " ".join(messages(Style("us", 0.3, 1.0), 2000))
    assert "favourite" in uk
    assert "favorite" not in uk
    assert "favorite" in us
    assert "favourite" not in us


def test_sentiment_words_do_not_mix():
    positive = " ".join(messages(Style("au", 0.5, 0.5), 500, positive=True))
    negative = " ".join(messages(Style("au", 0.5, 0.5), 500, positive=False))
    assert "wonderful" in positive
    assert "wonderful" not in negative
    assert "dreadful" in negative
    assert "dreadful" not in positive


def test_the_verdict_is_about_what_happened():
    pattern = re.compile(r"ad a ([\w ]+) and a cuppa.* the (pasty|scone|crumpet)\b")
    eaten = [found.groups() for text in messages(Style("uk", 0.4, 1.0), 3000) if (found := pattern.search(text))]
    assert len(eaten) > 10
    assert all(had == judged for had, judged in eaten)


@given(st.floats(0, 1), st.floats(0, 1))
def test_topics_shared_are_one_minus_the_difference(first, second):
    options, grid = tuple(range(64)), (np.arange(2000) + 0.5) / 2000
    counts = [
        np.bincount([_pick_topic(options, Style("", topic, 0.0), lambda u=u: u) for u in grid], minlength=64)
        for topic in (first, second)
    ]
    shared = np.minimum(*counts).sum() / 2000
    assert shared == pytest.approx(1 - abs(first - second), abs=1.5 / 32)


def test_every_slot_is_known_and_every_concept_used():
    texts = [
        phrases.EVENTS,
        phrases.PLANS,
        *phrases.FILLERS.values(),
        *phrases.FRAMES.values(),
        *phrases.NEXT_STEPS.values(),
        *phrases.VERDICTS.values(),
        *phrases.MOODS.values(),
        *phrases.REACTIONS.values(),
    ]
    used = set(re.findall(r"\{(\w+)\}", " ".join(texts))) - {"event", "about", "mood", "plan"}
    assert used <= set(LEXICON) | set(phrases.FILLERS)
    assert set(LEXICON) | set(phrases.FILLERS) == used
