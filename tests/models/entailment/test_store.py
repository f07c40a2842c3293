"""The store of entailments: whole shards or none, each of its entailer."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.models.entailment.store import EntailmentStore, pair_key, text_keys

KEYS = [pair_key(*text_keys(texts)) for texts in (["a", "x"], ["a", "y"], ["b", "x"])]
VALUES = np.array([[0.1, 0.2, 0.7], [1 / 3, 1 / 3, 1 / 3], [0.0, 1.0, 0.0]])


def test_what_is_written_is_found_to_the_bit(tmp_path):
    EntailmentStore(tmp_path, "f").write(KEYS[:2], VALUES[:2])
    here, values = EntailmentStore(tmp_path, "f").find(KEYS)
    assert here.tolist() == [True, True, False]
    assert np.array_equal(values[:2], VALUES[:2])
    assert np.isnan(values[2]).all()


def test_a_pair_is_no_pair_turned_round():
    first, second = text_keys(["a", "b"])
    assert pair_key(first, second) != pair_key(second, first)
    assert len(pair_key(first, second)) == 32


def test_a_damaged_shard_is_set_aside_and_said(tmp_path):
    store = EntailmentStore(tmp_path, "f")
    store.write(KEYS, VALUES)
    (path,) = store.folder.glob("*.safetensors")
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    again = EntailmentStore(tmp_path, "f")
    assert not again.find(KEYS)[0].any()
    assert again.notices == [f"The shard {path.name} of the store was damaged on disk; its pairs were judged anew."]
    assert path.with_suffix(".damaged").exists()


def test_a_shard_of_another_entailer_is_refused(tmp_path):
    store = EntailmentStore(tmp_path, "f")
    store.write(KEYS, VALUES)
    (path,) = store.folder.glob("*.safetensors")
    other = EntailmentStore(tmp_path, "g").folder / path.name
    path.rename(other)
    with pytest.raises(
        InputError, match=f"^every shard of {other.parent} must be of the model g, but {path.name} is of f"
    ):
        EntailmentStore(tmp_path, "g")
