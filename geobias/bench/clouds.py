"""Clouds to measure speed on: tokens of a corpus from the packaged encoder, kept in the temp folder.

Speed depends on the values: where transport is concentrated, most exponentials underflow. Noise would flatter.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import torch
from torch import Tensor

from geobias.clouds import TokenClouds
from geobias.corpora import BASELINE, VARIETIES, Corpus, make_synthetic
from geobias.errors import InputError
from geobias.models import EmbeddingStore, EncoderSettings, extract, load_encoder

STEP = 50
"""Documents encoded at a time, until there are tokens enough."""


def token_clouds(size: int, width: int = 384, corpus: Corpus | None = None) -> list[Tensor]:
    """Two float32 clouds (size, width), of the tokens of messages from two parts of the regions; `widened`."""
    count = STEP
    while True:
        clouds = document_clouds(2, count, corpus)
        if min(len(cloud.points) for cloud in clouds) >= size:
            return [widened(cloud.points[:size], width) for cloud in clouds]
        count *= 2


def document_clouds(groups: int, count: int, corpus: Corpus | None = None) -> list[TokenClouds]:
    """The token clouds of `count` messages for each group, the regions' messages dealt out in order.

    corpus : where messages come from, by its attribute "region"; None = the synthetic one.
    """
    encoder = load_encoder(EncoderSettings())
    store = EmbeddingStore(Path(tempfile.gettempdir()) / "geobias-bench", encoder.identity)
    texts = messages(groups * count, corpus)
    extract(encoder, store, texts, token_texts=set(texts))
    return [store.clouds(texts[start : start + count]) for start in range(0, len(texts), count)]


def messages(count: int, corpus: Corpus | None = None) -> list[str]:
    """As many texts, as evenly from the regions as they allow, one region after another."""
    corpus = corpus or make_synthetic(documents=-(-count // len(VARIETIES)), baseline_documents=1, seed=0)
    regions = corpus.attributes["region"]
    names = [name for name in dict.fromkeys(regions) if name not in corpus.with_role("region", BASELINE)]
    written = [[text for text in corpus.texts[regions == name] if text] for name in names]
    # The first of every region, the second of every region ... until there are enough; then region by region.
    places = sorted((turn, part) for part, texts in enumerate(written) for turn in range(len(texts)))[:count]
    if len(places) < count:
        got = f"it has {len(places)}"
        raise InputError(
            f"the corpus must have {count} texts", got, "Ask for smaller clouds, or bring a larger corpus."
        )
    return [written[part][turn] for part, turn in sorted((part, turn) for turn, part in places)]


def widened(points: Tensor, width: int) -> Tensor:
    """Points (n, d) in more dimensions, mapped isometrically and doubled: about the size of a larger model's."""
    own = points.shape[1]
    if width == own:
        return points.contiguous()
    generator = torch.Generator().manual_seed(0)
    return 2 * points @ torch.linalg.qr(torch.randn(width, own, generator=generator)).Q.T
