"""Places of tokens lie where the tokens are, one for each point of a text's cloud."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.models import EncoderSettings, load_encoder, token_clouds, token_places

TEXTS = ["w1 w2  w3", "w4, w5!", " ".join(f"w{i}" for i in range(30)), "w7"]


@pytest.fixture(scope="module")
def encoder(tiny_folder):
    def load(**settings):
        return load_encoder(
            EncoderSettings(**{"model": str(tiny_folder), "device": "cpu", "max_length": 12, **settings})
        )

    return load


@pytest.mark.parametrize("truncation", ["head", "head_tail", "window"])
@pytest.mark.parametrize("positions", ["content", "all"])
def test_every_point_has_the_place_of_its_token(encoder, truncation, positions):
    chosen = encoder(truncation=truncation, positions=positions)
    clouds = token_clouds(chosen, TEXTS)
    found = token_places(chosen, TEXTS, clouds.counts.tolist())
    for text, tokenized, places, count in zip(
        TEXTS, chosen.tokenize(TEXTS), found, clouds.counts.tolist(), strict=True
    ):
        assert len(places.ids) == len(places.spans) == count
        known = places.ids >= 0
        assert known.sum() == tokenized.kept
        assert places.ids[known].tolist() == np.concatenate(tokenized.windows).tolist()
        names = chosen.tokenize.names(places.ids[known].tolist())
        spelled = [text[start:end] for start, end in places.spans[known].tolist()]
        assert [name for name, said in zip(names, spelled, strict=True) if name != "[UNK]" and name != said] == []


def test_clouds_of_padding_have_no_words(encoder):
    with pytest.raises(InputError) as caught:
        token_places(encoder(positions="padded"), ["w1"], [12])
    assert str(caught.value) == (
        "points must be tokens of texts for words to be found in them, but encoder.positions is 'padded'. Run the "
        "study with encoder.positions=content."
    )


def test_what_one_layer_leaves_out_of_the_first_tokens_is_unknown(encoder):
    chosen = encoder()
    (places,) = token_places(chosen, ["w1 w2 w3 w4 w5 w6"], [5])
    assert places.ids[:3].tolist() == [-1, -1, -1]
    assert chosen.tokenize.names(places.ids[3:].tolist()) == ["w5", "w6"]
