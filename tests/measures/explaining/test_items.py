"""Words of points, the words that take part, and how often units say them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.measures.explaining import Spoken, Vocabulary, words_at


def spoken(*texts: str, units=None) -> Spoken:
    said = [text.split() for text in texts]
    clouds = TokenClouds.from_list([torch.zeros(len(words), 2) for words in said])
    places = np.arange(len(texts)) if units is None else np.array(units)
    return Spoken(clouds, places, np.array([word for words in said for word in words], dtype=object), said)


def test_a_token_is_of_the_word_that_it_stands_in():
    spans = np.array([[0, 5], [5, 8], [8, 9], [9, 13], [0, 0]])
    assert words_at("Playing! Yeah", spans) == ["playing", "playing", "", "yeah", ""]


def test_rare_words_and_those_of_few_units_take_no_part():
    a, b = spoken("x x y", "x z", units=[0, 0]), spoken("y y", "y z")
    found = Vocabulary.of((a, b), 3, 2)
    assert found.items == ("y",)  # x is said by one unit, z twice
    assert found.of_points(a).tolist() == [1, 1, 0, 1, 1]
    assert found.counts_by_unit(a).tolist() == [[1, 4]]
    assert found.counts_by_unit(b).tolist() == [[2, 0], [1, 1]]


def test_the_prior_is_shared_out_as_all_groups_speak():
    a, b, c = spoken("x x y"), spoken("y y y"), spoken("x z z z")
    prior = Vocabulary(("x", "y")).prior({"a": a, "b": b, "c": c}, 20.0)
    assert prior.tolist() == pytest.approx([6.0, 8.0, 6.0])
