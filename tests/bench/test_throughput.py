"""The extractor is timed with whatever encoder is at hand."""

from __future__ import annotations

import pytest
import torch

pytest.importorskip("transformers")

from geobias.bench import throughput


@pytest.mark.slow
def test_the_extractor_is_timed_without_the_packaged_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    monkeypatch.setattr(throughput, "_installed", lambda package: False)
    found = throughput.throughput(torch.device("cpu"), 20)
    assert found["encoder"] == "BERT with random weights, 4 layers of 512"
    assert found["texts"] > 10
    assert found["tokens_per_second"] > 0
