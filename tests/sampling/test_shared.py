"""Texts that several groups have, and those that only a pool of groups repeats."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora import Corpus
from geobias.sampling import SamplingPlan, shared_texts

TEXTS = {"au": ["Good morning!", "own a", "own b"], "uk": ["good morning", "own c", ""], "za": ["own d", "own e", ""]}


@pytest.fixture
def corpus() -> Corpus:
    return made(TEXTS)


def made(groups: dict[str, list[str]], **more) -> Corpus:
    texts = [text for of_group in groups.values() for text in of_group]
    names = [name for name, of_group in groups.items() for _ in of_group]
    ids = [str(place) for place in range(len(texts))]
    columns = [np.array(values, dtype=object) for values in (ids, texts, names)]
    return Corpus(columns[0], columns[1], {"region": columns[2]}, **more)


def shared(corpus: Corpus, **plan) -> list[int]:
    usable = np.array([bool(text) for text in corpus.texts])
    return np.flatnonzero(shared_texts(corpus, SamplingPlan(**plan), usable)).tolist()


def test_copies_are_shared_whatever_their_case_and_empty_texts_are_not(corpus):
    assert shared(corpus) == [0, 3]
    assert shared(corpus, groups=("au", "za")) == []


def test_a_pool_of_the_groups_shares_no_text_with_them(corpus):
    everything = {**TEXTS, "all": [text for of_group in TEXTS.values() for text in of_group]}
    assert shared(made(everything)) == [0, 3, 9, 12]  # found to be made of the others
    half = {**TEXTS, "some": ["own a", "own d"]}
    assert shared(made(half), pooled_groups=("some",)) == [0, 3]
    assert shared(made(half, roles={"region": {"some": "baseline"}})) == [0, 3]
