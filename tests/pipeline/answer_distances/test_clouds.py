"""Answers encoded through a store, blank ones and names of nations taken out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models import EmbeddingStore
from geobias.pipeline import embed_answers, without_names


def test_vectors_and_clouds_are_the_stores(tmp_path, narrow):
    encoder = narrow
    store = EmbeddingStore(tmp_path, encoder.identity)
    texts = ["I like it.", " ", "God matters.", "I like it."]
    found = embed_answers(texts, encoder, store, nation=list("abab"), prompt=list("pqrs"), clouds=True)
    assert (found.nation.tolist(), found.prompt.tolist()) == (["a", "a", "b"], ["p", "r", "s"])
    assert np.array_equal(
        found.vectors, store.vectors(["I like it.", "God matters.", "I like it."], encoder.settings.pooling)
    )
    assert np.array_equal(found.vectors[0], found.vectors[2])
    assert len(found.clouds.offsets) == 4
    assert found.notices == ("1 of 4 answers are blank and left out.",)
    assert {name: rows.tolist() for name, rows in found.groups.items()} == {"a": [0, 1], "b": [2]}
    with pytest.raises(InputError) as error:
        embed_answers([" "], encoder, store, nation=["a"], prompt=["p"])
    assert str(error.value) == "answers must say something, but all 1 are blank. Pass others."


@given(st.lists(st.sampled_from(["Germany", "german", "cat", "Germanic", "New", "Zealand"]), max_size=12))
def test_names_go_and_nothing_else(words):
    kept = without_names([" ".join(words)], ["Germany", "German"])[0].split()
    assert kept == [word for word in words if word.lower() not in ("germany", "german")]


def test_the_longest_name_goes_first_and_none_leaves_texts_as_they_are():
    assert without_names(["In New  Zealand."], ["Zealand", "New  Zealand"]) == ["In ."]
    assert without_names(["In  Zealand."], []) == ["In  Zealand."]
