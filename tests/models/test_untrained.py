"""An encoder with random weights is read like any other, and is the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

pytest.importorskip("transformers")

from geobias.models import EncoderSettings, load_encoder
from geobias.models.untrained import save_untrained

TEXTS = ["Hello there world", "it rains again"]


def test_it_reads_its_words(tmp_path: Path) -> None:
    before = torch.random.get_rng_state()
    folder = save_untrained(tmp_path / "one", TEXTS, layers=1, width=32, heads=2)
    assert torch.equal(torch.random.get_rng_state(), before)
    encoder = load_encoder(EncoderSettings(model=folder, device="cpu"))
    (text,) = encoder.tokenize(["hello xyz RAINS"])
    # Five special tokens, then the words in order: again hello it rains there world.
    assert [window.tolist() for window in text.windows] == [[6, 1, 8]]
    assert (encoder.tokenize.prefix, encoder.tokenize.suffix) == ([2], [3])
    (encoded,) = encoder.encode([text])
    assert encoded.points is not None
    assert encoded.points.shape == (3, 32)
    again = load_encoder(EncoderSettings(model=save_untrained(tmp_path / "two", TEXTS, layers=1, width=32, heads=2)))
    assert again.identity["weights"] == encoder.identity["weights"]
