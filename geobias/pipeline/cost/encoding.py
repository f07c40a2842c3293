"""What encoding costs here: the texts that the store lacks, counted, and the time of a few, tried."""

from __future__ import annotations

import time
from dataclasses import dataclass

from geobias.models import EmbeddingStore, Encoder
from geobias.parallel import single_threaded
from geobias.pipeline.materials import Materials

_TRIAL_TEXTS = 64


@dataclass(frozen=True)
class EncodingWork:
    """Texts to encode, of all `texts`; `gigabytes` by which the store grows, for all layers that it keeps."""

    texts: int
    missing_texts: int
    missing_tokens: int
    seconds: float
    gigabytes: float


def encoding_work(
    materials: Materials, encoder: Encoder, store: str, workers: int, *, direct: bool = False
) -> EncodingWork:
    """The encoding of the materials' texts, timed on some of those that are missing; `direct` clouds are not stored.

    All layers named come from one pass: it is needed where one of them is missing, and its time is that of one.
    """
    pooled, clouds = materials.texts_to_encode(), [] if direct else materials.texts_for_clouds()
    layers = encoder.stored_layers
    missing = list(
        dict.fromkeys(
            text
            for layer in layers
            for text in _missing(EmbeddingStore(store, encoder.identity_at(layer)), pooled, clouds)
        )
    )
    sizes = map(encoder.cloud_size, encoder.tokenize(missing))
    tokens = dict(zip(missing, sizes, strict=True))
    drawn = set(clouds)
    kept = sum(count for text, count in tokens.items() if text in drawn)
    return EncodingWork(
        texts=len(pooled),
        missing_texts=len(missing),
        missing_tokens=sum(tokens.values()),
        seconds=_seconds(encoder, missing, sum(tokens.values()), workers),
        gigabytes=len(layers) * 4 * encoder.width * (kept + 3 * len(missing)) / 1e9,
    )


def _missing(store: EmbeddingStore, pooled: list[str], clouds: list[str]) -> list[str]:
    absent = [t for t, gone in zip(pooled, store.missing(pooled, tokens=False), strict=True) if gone]
    absent += [t for t, gone in zip(clouds, store.missing(clouds, tokens=True), strict=True) if gone]
    return list(dict.fromkeys(absent))


def _seconds(encoder: Encoder, texts: list[str], tokens: int, workers: int) -> float:
    if not texts:
        return 0.0
    trial = encoder.tokenize(texts[:: max(1, len(texts) // _TRIAL_TEXTS)][:_TRIAL_TEXTS])
    with single_threaded():
        encoder.encode(trial[:2], tokens=False)
        start = time.perf_counter()
        encoder.encode(trial, tokens=False)
        spent = time.perf_counter() - start
    return spent * tokens / max(1, sum(map(encoder.cloud_size, trial))) / workers
