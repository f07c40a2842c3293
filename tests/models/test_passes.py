"""Passes: whatever the shape of a network, batch mates, padding side and order change no vector."""

from __future__ import annotations

import pytest
import torch

from geobias.models import load_encoder
from geobias.models.layout import Layout
from geobias.models.passes import Passes
from tests.models.networks import BIDIRECTIONAL, CAUSAL, HALVES, SHAPES, build, by_transformers, saved

TEXTS = ["w1 w2 w3 w4 w5", "w6", "w7 w8 w9", "w1 w1 w2 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21", "w22 w23"]
PACKED = {"Bert", "Roberta", "DistilBert", "Electra", *CAUSAL}


def vectors(encoder, texts, layer):
    found = encoder.launch(encoder.tokenize(texts), layers=(layer,)).collect()[layer]
    return [torch.stack([*one.points, *one.pooled.values()]) for one in found]


def far(found, truth) -> float:
    return max(float(((a - b).norm(dim=1) / b.norm(dim=1)).max()) for a, b in zip(found, truth, strict=True))


@pytest.mark.parametrize("name", SHAPES)
def test_batch_mates_order_and_padding_side_change_nothing(tmp_path, name):
    settings = saved(tmp_path / "right", name)
    other = saved(tmp_path / "left", name, padding_side="left")
    encoder, left = load_encoder(settings), load_encoder(other)
    assert encoder.passes.sequences == left.passes.sequences == ("packed" if name in PACKED else "padded")
    texts = TEXTS if not encoder.sinks else [text for text in TEXTS if " " in text]
    for layer in range(3):
        alone = [vectors(encoder, [text], layer)[0] for text in texts]
        assert far(vectors(encoder, texts, layer), alone) < 1e-5
        assert far(vectors(encoder, texts[::-1], layer)[::-1], alone) < 1e-5
        assert far(vectors(left, texts, layer), alone) < 1e-5


@pytest.mark.parametrize("name", SHAPES)
def test_hidden_states_are_those_of_transformers_at_every_layer(tmp_path, name):
    settings = saved(tmp_path, name)
    encoder, network = load_encoder(settings), build(name)
    assert encoder.passes.layers == 2
    tokenized = encoder.tokenize(TEXTS)
    before = len(encoder.tokenize.prefix)
    found = encoder.launch(tokenized, layers=(0, 1, 2)).collect()
    for number, text in enumerate(tokenized):
        ids = [*encoder.tokenize.prefix, *text.windows[0].tolist(), *encoder.tokenize.suffix]
        kept = encoder.sinks.kept(text.windows[0][None])[0]
        for layer, states in enumerate(by_transformers(network, ids)):
            content = states[before : before + text.kept][torch.from_numpy(kept)]
            if len(content):
                assert far([found[layer][number].points], [content]) < 1e-5


def test_networks_whose_vectors_depend_on_the_batch_are_read_one_by_one_with_a_notice(tmp_path, monkeypatch):
    settings = saved(tmp_path, "Bert")
    honest = Passes.read

    def broken(self, layout, layers, take):
        wrong = 1.5 if len(layout.windows) > 1 and self.sequences != "single" else 1.0
        return honest(self, layout, layers, lambda layer, states: take(layer, states * wrong))

    alone = [vectors(load_encoder(settings), [text], 1)[0] for text in TEXTS]
    monkeypatch.setattr(Passes, "read", broken)
    with pytest.warns(UserWarning, match="every text is read by itself") as told:
        encoder = load_encoder(settings)
    assert str(told[0].message) == (
        f"In '{tmp_path}' a batch of 8 texts differs from the same texts one by one by 5.0e-01 of their length; "
        "every text is read by itself, which takes longer."
    )
    assert encoder.describe()["sequences"] == "single"
    assert far(vectors(encoder, TEXTS, 1), alone) < 1e-6


def test_padded_clouds_can_be_read_one_by_one_too(tmp_path):
    from dataclasses import replace

    encoder = load_encoder(replace(saved(tmp_path, "Bert"), positions="padded"))
    together = vectors(encoder, TEXTS, 2)
    encoder.passes.sequences = "single"
    assert far(vectors(encoder, TEXTS, 2), together) < 1e-5


def test_a_layout_comes_apart_into_its_windows(tmp_path):
    encoder = load_encoder(saved(tmp_path, "Bert"))
    layout = Layout.of(encoder.tokenize(TEXTS), encoder.special)
    parts = layout.apart()
    assert [one.owners[0] for one in parts] == layout.owners
    assert [one.runs for one in parts] == [((1, len(window) + 2),) for window in layout.windows]


def test_all_shapes_are_here():
    assert set(SHAPES) == {*BIDIRECTIONAL, *CAUSAL, *HALVES}


@pytest.mark.slow
def test_batch_mates_change_nothing_in_smollm2(smollm2):
    """A median of 1e-6; of the worst token 1e-4, where large terms cancel: read alone, it is as far from float64."""
    encoder = smollm2("content")
    texts = ["wheat exports rose", "a long walk along the harbour before breakfast with the dogs", "yes no", "I can't"]
    for layer in (1, 9, 15, 29, 30):
        alone = [vectors(encoder, [text], layer)[0] for text in texts]
        apart = [
            (one - other).norm(dim=1) / other.norm(dim=1)
            for one, other in zip(vectors(encoder, texts, layer), alone, strict=True)
        ]
        assert torch.cat(apart).median() < 2e-6
        assert torch.cat(apart).max() < 1e-4
    last = torch.cat(alone)
    assert (torch.cat(vectors(encoder, texts, 30)) - last).abs().max() < 1e-5 * last.abs().max()
