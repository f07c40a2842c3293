"""A GPU that is too small: halved batches, one word about it, the same vectors; a text that fits nowhere is named."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import torch

from geobias.errors import InputError
from geobias.models import Encoder, EncoderSettings, load_encoder
from geobias.models.extraction import extract
from geobias.models.store import EmbeddingStore

TEXTS = [" ".join(f"w{(7 * n + i) % 60}" for i in range(1 + n % 9)) for n in range(60)]


@pytest.fixture
def encoder(tiny_folder):
    return load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu", batch_tokens=80))


def small_memory(monkeypatch, limit: int) -> list[int]:
    """An encoder that has memory for `limit` tokens at once; the tokens of every successful launch."""
    whole, launched = Encoder.launch, []

    def launch(self, texts, **options):
        tokens = sum(text.kept + 2 for text in texts)
        if tokens > limit:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.\nmore")
        launched.append(tokens)
        return whole(self, texts, **options)

    monkeypatch.setattr(Encoder, "launch", launch)
    return launched


def vectors(encoder, folder):
    store = EmbeddingStore(folder, encoder.identity)
    count = extract(encoder, store, TEXTS, token_texts=set(TEXTS[:20]), workers=1)
    return store.vectors(TEXTS, "mean"), store.clouds(TEXTS[:20]).points, count


def test_the_budget_is_halved_and_this_is_said_once(encoder, tmp_path, monkeypatch):
    truth = vectors(encoder, tmp_path / "whole")
    launched = small_memory(monkeypatch, 25)
    with pytest.warns(UserWarning, match="does not fit into the memory of cpu; it goes on with half") as told:
        found = vectors(encoder, tmp_path / "small")
    assert len(told) == 1
    assert found[2] == truth[2] == len(set(TEXTS))
    assert np.abs(found[0] - truth[0]).max() < 1e-6
    assert (found[1] - truth[1]).abs().max() < 1e-6
    assert 10 < max(launched) <= 25


def test_nothing_is_said_while_memory_suffices(encoder, tmp_path, monkeypatch):
    launched = small_memory(monkeypatch, 80)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vectors(encoder, tmp_path)
    assert max(launched) > 70


def test_a_text_that_does_not_fit_alone_is_named(encoder, tmp_path, monkeypatch):
    small_memory(monkeypatch, 10)
    with pytest.warns(UserWarning, match="half"), pytest.raises(InputError) as error:
        vectors(encoder, tmp_path)
    text = str(error.value)
    assert text.startswith("every text must fit into the memory of cpu, but one of 9 tokens does not, 'w")
    assert text.endswith(
        "(CUDA out of memory. Tried to allocate 2 GiB.). "
        "Lower encoder.max_length, free memory on the device, or use encoder.device=cpu."
    )
