"""Encoders for the tests: the packaged one, and a tiny random one saved to a folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from geobias.models import Encoder, EncoderSettings, load_encoder


@pytest.fixture(scope="session")
def minilm() -> Encoder:
    """The packaged encoder on the CPU."""
    return load_encoder(EncoderSettings(device="cpu", max_length=32))


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory) -> Path:
    """A folder with a random two-layer BERT, 16 wide, 40 positions, and a word vocabulary."""
    from transformers import BertConfig, BertModel, BertTokenizer

    folder = tmp_path_factory.mktemp("tiny")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{i}" for i in range(60)), "a"]
    (folder / "vocab.txt").write_text("\n".join(words))
    BertTokenizer(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=40,
    )
    BertModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def smollm2() -> Callable[..., Encoder]:
    """SmolLM2 by the positions of its clouds, from the folder that GEOBIAS_TEST_SMOLLM2 names."""
    folder = os.environ.get("GEOBIAS_TEST_SMOLLM2", "")
    if not Path(folder, "config.json").is_file():
        pytest.skip("GEOBIAS_TEST_SMOLLM2 names no folder of SmolLM2-135M-Instruct in float32")
    return lambda positions, **more: load_encoder(
        EncoderSettings(model=folder, positions=positions, device="cpu", max_length=64, **more)
    )
