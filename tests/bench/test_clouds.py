"""Clouds of the benchmarks."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.bench.clouds import messages, widened
from geobias.corpora import Corpus
from geobias.corpora.roles import BASELINE
from geobias.errors import InputError


def test_wider_points_are_the_same_points_doubled():
    points = torch.randn(20, 8, generator=torch.Generator().manual_seed(0))
    assert widened(points, 8).equal(points)
    wide = widened(points, 30)
    assert wide.shape == (20, 30)
    torch.testing.assert_close(torch.cdist(wide, wide), 2 * torch.cdist(points, points), rtol=1e-4, atol=1e-4)


def corpus_of(**texts: list[str]) -> Corpus:
    rows = [(region, text) for region, own in texts.items() for text in own]
    regions, written = (np.array(column, dtype=object) for column in zip(*rows, strict=True))
    roles = {"region": {"baseline": BASELINE}}
    return Corpus(np.arange(len(rows)).astype(str), written, {"region": regions}, roles=roles)


def test_texts_come_from_regions_as_evenly_as_these_allow():
    corpus = corpus_of(baseline=["x"], au=["a", "", "b", "c"], nz=["d"], uk=["e", "f", "g"])
    assert messages(3, corpus) == ["a", "d", "e"]
    assert messages(6, corpus) == ["a", "b", "c", "d", "e", "f"]


def test_a_corpus_with_too_few_texts_is_an_error():
    with pytest.raises(InputError, match=r"the corpus must have 3 texts, but it has 2\. Ask for smaller clouds"):
        messages(3, corpus_of(au=["a", "", "b"]))
