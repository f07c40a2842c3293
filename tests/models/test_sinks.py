"""Attention sinks: found at load, left out of clouds and means, named; nothing is left out where there are none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models import EmbeddingStore, extract, load_encoder
from geobias.models.sinks import Sinks
from geobias.models.tokens import TokenizedText
from tests.models.networks import SHAPES, WORDS, build, by_transformers, save, saved
from tests.models.sharing import fair_shares


def with_absolute_sink(folder):
    """A GPT-2 whose first position is far larger than any other."""
    network = build("GPT2")
    with torch.no_grad():
        network.wpe.weight[0] *= 300
    return save(folder, network, specials=False)


def with_rotary_sink(folder):
    """A Llama with even attention of large weight: what was read cancels out but for the first token and its copies."""
    network = build("Llama")
    with torch.no_grad():
        for layer in network.layers:
            layer.self_attn.q_proj.weight.zero_()
            layer.self_attn.o_proj.weight.mul_(40)
    return save(folder, network, specials=False)


def texts(count: int = 60, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(2, 18))) for _ in range(count)]


@pytest.mark.parametrize("name", SHAPES)
def test_networks_without_sinks_leave_nothing_out(tmp_path, name):
    encoder = load_encoder(saved(tmp_path, name))
    assert encoder.sinks == Sinks()
    assert encoder.describe()["sinks"] == []
    assert "left_out" not in encoder.identity


def test_a_first_position_that_is_an_outlier_is_left_out_and_named(tmp_path):
    settings = with_absolute_sink(tmp_path)
    encoder, whole = load_encoder(settings), load_encoder(replace(settings, positions="all"))
    assert encoder.sinks.places == (0,)
    assert not encoder.sinks.copies  # a copy has another position
    assert encoder.describe()["sinks"] == [
        "The first token of every text is an attention sink at layers 0 to 1; it and what is as large beside it are "
        "left out of clouds and means. encoder.positions=all keeps it."
    ]
    assert encoder.identity["left_out"] == {"places": [0], "copies": False, "leading": 4}
    assert whole.identity["positions"] == "all"
    assert "left_out" not in whole.identity
    tokenized = encoder.tokenize(["w1 w1 w2 w3", "w5 w6"])
    content, every = encoder.encode(tokenized), whole.encode(tokenized)
    for text, one, two in zip(tokenized, content, every, strict=True):
        assert torch.allclose(one.points, two.points[1:], atol=1e-6)
        assert torch.allclose(one.pooled["mean"], two.points[1:].mean(0), atol=1e-6)
        assert torch.equal(one.pooled["last"], two.points[-1])
        assert encoder.cloud_size(text) == encoder.content_tokens(text) == len(one.points)
        assert whole.cloud_size(text) == len(two.points)


def test_no_position_holds_more_than_three_times_its_fair_share_afterwards(tmp_path):
    for plant in (with_absolute_sink, with_rotary_sink):
        settings = plant(tmp_path / plant.__name__)
        encoder, whole = load_encoder(settings), load_encoder(replace(settings, positions="all"))
        before, after = fair_shares(whole, texts()), fair_shares(encoder, texts())
        assert max(before.values()) > 3
        assert max(after.values()) < 3


def test_copies_of_the_first_token_hold_its_vector_and_are_left_out_with_it(tmp_path):
    encoder = load_encoder(with_rotary_sink(tmp_path))
    assert encoder.sinks.places[0] == 0
    assert encoder.sinks.copies
    network = build("Llama")
    states = by_transformers(network, [6, 6, 6, 7])[1]
    assert torch.allclose(states[:3], states[:1].expand(3, -1), atol=1e-5)
    text = encoder.tokenize(["w9 w9 w9 w8 w7 w6 w5"])[0]
    assert encoder.cloud_size(text) == len(encoder.encode([text])[0].points) == 4


def test_a_text_of_nothing_but_a_sink_is_refused(tmp_path):
    settings = with_absolute_sink(tmp_path / "model")
    encoder = load_encoder(settings)
    with pytest.raises(InputError) as told:
        extract(encoder, EmbeddingStore(tmp_path / "store", encoder.identity), ["w1 w2", "w3"])
    assert str(told.value) == (
        "every text to encode must hold a token besides special ones and attention sinks, but 'w3' holds none. "
        "Leave out texts whose token count is 0, or use encoder.positions=all."
    )
    assert encoder.content_tokens(encoder.tokenize(["w3"])[0]) == 0
    whole = load_encoder(replace(settings, positions="all"))
    assert extract(whole, EmbeddingStore(tmp_path / "store", whole.identity), ["w1 w2", "w3"]) == 2


def test_a_text_that_is_cut_to_copies_of_its_sink_is_refused_too(tmp_path):
    encoder = load_encoder(with_rotary_sink(tmp_path / "model"))
    [text] = encoder.tokenize([" ".join(["w3"] * 25 + ["w4"])])
    assert (text.total, text.kept, encoder.cloud_size(text)) == (26, 20, 0)
    assert encoder.content_tokens(text) == 0


def test_every_window_has_its_own_sink(tmp_path):
    settings = replace(with_absolute_sink(tmp_path), max_length=4, truncation="window")
    encoder = load_encoder(settings)
    text = "w1 w2 w3 w4 w5 w6 w7 w8 w9"  # the last window holds its sink alone
    one = encoder.encode(encoder.tokenize([text]))[0]
    assert len(one.points) == 6
    assert torch.allclose(one.pooled["mean"], one.points.mean(0), atol=1e-6)
    assert torch.equal(one.pooled["last"], one.points[-1])


def test_specials_in_front_are_the_sink_and_no_content_is_lost(tmp_path):
    network = build("GPT2")
    with torch.no_grad():
        network.wpe.weight[0] *= 300
    encoder = load_encoder(save(tmp_path, network))  # [CLS] takes the first position
    assert encoder.sinks == Sinks()
    assert encoder.cloud_size(encoder.tokenize(["w1"])[0]) == 1


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5), min_size=1, max_size=6),
    st.sets(st.sampled_from([0, 1, -1])),
    st.booleans(),
)
def test_what_is_kept_is_what_is_neither_a_place_nor_a_copy(windows, places, copies):
    sinks = Sinks(tuple(places), copies)
    kept = sinks.kept(np.array(windows))
    for window, row in zip(windows, kept, strict=True):
        for place, keeps in enumerate(row):
            copied = copies and all(token == window[0] for token in window[: place + 1])
            assert keeps == (place not in places and place - 5 not in places and not copied)
    text = TokenizedText(tuple(map(np.array, windows)), 5 * len(windows))
    assert sinks.left_out(text) == ((~kept).sum() if places else 0)


@given(st.integers(1, 7), st.integers(0, 50))
def test_large_tokens_among_the_first_are_left_out_where_others_remain(length, seed):
    rng = np.random.default_rng(seed)
    kept = rng.random((5, length)) < 0.7
    norms = np.where(rng.random((5, length)) < 0.5, 9.0, 1.0)
    hidden = torch.from_numpy(norms)[:, :, None] * torch.tensor([0.6, 0.8])
    sinks = Sinks((0,), limits={2: 3.0})
    assert sinks.kept_at(1, [hidden], [kept])[0] is kept
    for mask, row, found in zip(kept, norms, sinks.kept_at(2, [hidden], [kept])[0], strict=True):
        expected = [place for place in np.flatnonzero(mask) if place >= 4 or row[place] < 3]
        assert np.flatnonzero(found).tolist() == (expected or np.flatnonzero(mask)[-1:].tolist())


@pytest.mark.slow
@pytest.mark.shared
def test_smollm2_has_no_position_over_three_times_its_fair_share_at_any_layer(smollm2, shared):
    import csv

    texts = []
    for name in ("au", "ca", "nz"):
        with open(shared / "data" / "regional_bias" / "tweets" / f"{name}.csv", encoding="utf-8") as file:
            texts += [row["text"] for _, row in zip(range(60), csv.DictReader(file), strict=False)]
    encoder = smollm2("content")
    assert encoder.causal
    assert encoder.packs
    assert encoder.sinks.places == (0,)
    assert encoder.sinks.copies
    assert encoder.describe()["sinks"] == [
        "The first token of every text is an attention sink at layers 2 to 9, 12 to 29; it, its copies and what is as "
        "large beside it are left out of clouds and means. encoder.positions=all keeps it."
    ]
    before = fair_shares(smollm2("all"), texts, (15, 29))
    assert min(before[15, 0], before[29, 0]) > 8
    assert max(fair_shares(encoder, texts).values()) < 3
