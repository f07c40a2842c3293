"""Extraction in processes of its own: killed at the worst moments, shared by two, flat in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from geobias.models import EncoderSettings, load_encoder
from geobias.models.extraction import extract
from geobias.models.store import EmbeddingStore

PROGRAM = Path(__file__).with_name("extracting.py")


def shown(task: str, folder: Path, root: Path) -> list[list[str]]:
    """The words of every line that the program prints."""
    command = [sys.executable, str(PROGRAM), task, str(folder), str(root)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def program():
    """The program's texts, without importing it by name."""
    import runpy

    return runpy.run_path(str(PROGRAM))


@pytest.fixture(scope="module")
def whole(tiny_folder, tmp_path_factory):
    """(texts, pooled vectors, token vectors) of a run that nothing disturbs."""
    found = program()
    texts, rich = found["TEXTS"], sorted(found["RICH"])
    encoder = load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu", batch_tokens=60))
    store = EmbeddingStore(tmp_path_factory.mktemp("whole"), encoder.identity)
    extract(encoder, store, texts, token_texts=set(rich), workers=1)
    return encoder, texts, rich, store


def same_bits(whole, root) -> None:
    encoder, texts, rich, truth = whole
    store = EmbeddingStore(root, encoder.identity)
    for pooling in ("mean", "cls", "pooler"):
        assert np.array_equal(store.vectors(texts, pooling), truth.vectors(texts, pooling))
    assert np.array_equal(store.clouds(rich).points.numpy(), truth.clouds(rich).points.numpy())


forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="the program forks")


@forking
@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on_to_the_same_bits(whole, tiny_folder, tmp_path):  # E14
    lines = shown("killed", tiny_folder, tmp_path)
    left = [int(line[1]) for line in lines if line[0] == "left"]
    drafts = [line[2:] for line in lines if line[0] == "left"]
    assert len(set(whole[1])) > left[0] > left[1] > left[2] > 0
    assert drafts == [["1", "1"]] * 3  # each kill leaves one, which the next start clears
    assert int(lines[-1][1]) >= left[2]
    same_bits(whole, tmp_path)


@forking
@pytest.mark.slow
def test_two_processes_fill_one_store_with_the_same_bits(whole, tiny_folder, tmp_path):
    lines = sorted(line for line in shown("shared", tiny_folder, tmp_path) if "encoded" in line)
    texts = len(set(whole[1]))
    assert [line[:2] for line in lines] == [["apart", "0"]] * 2 + [["together", "0"], ["together", "1"]]
    assert {line[7] for line in lines} == {"0"}
    assert [line[3] for line in lines[2:]] == [str(texts)] * 2
    own = [int(line[5]) for line in lines[2:]]
    assert sum(own) == texts
    assert min(own) > texts / 4
    for name in ("together", "apart"):
        same_bits(whole, tmp_path / name)


@pytest.mark.slow
def test_memory_does_not_grow_with_what_is_stored(tmp_path):  # E14
    from transformers import BertConfig, BertModel, BertTokenizer

    folder = tmp_path / "wide"
    folder.mkdir()
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{i}" for i in range(60)), "a"]
    (folder / "vocab.txt").write_text("\n".join(vocabulary))
    BertTokenizer(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=512, num_hidden_layers=1, num_attention_heads=8, intermediate_size=256,
        max_position_embeddings=40,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    (_, stored, _, grew), *_ = shown("memory", folder, tmp_path)
    assert int(stored) > 180
    assert int(grew) < 90
