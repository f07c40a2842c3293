"""Batches: within the budget, of like lengths, whatever else is asked for; texts that cannot be read are named."""

from __future__ import annotations

from itertools import pairwise

import pytest

from geobias.errors import InputError
from geobias.models import EncoderSettings, load_encoder
from geobias.models.batches import batches, items_ahead

TEXTS = {" ".join(f"w{(5 * n + i) % 60}" for i in range(1 + n % 13)): 3 * n for n in range(80)}


def build(tiny_folder, **options):
    return load_encoder(
        EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu", batch_tokens=50, **options)
    )


def items(encoder, wanted=frozenset()):
    return next(iter(items_ahead(encoder, [TEXTS], wanted)))


def test_packed_batches_hold_as_many_tokens_as_allowed(tiny_folder):
    made = batches(items(build(tiny_folder)), build(tiny_folder))
    sizes = [sum(item.tokenized.kept + 2 for item in batch) for batch in made]
    assert max(sizes) <= 50
    # One more text of the next batch would not have fitted.
    assert all(size + after[0].longest + 2 > 50 for size, after in zip(sizes, made[1:], strict=False))
    assert sorted(item.text for batch in made for item in batch) == sorted(TEXTS)
    lengths = [item.longest for batch in made for item in batch]
    assert all(before >= after for before, after in pairwise(lengths))


def test_padded_batches_count_their_rectangle(tiny_folder):
    encoder = build(tiny_folder, positions="padded")
    assert {len(batch) for batch in batches(items(encoder), encoder)} == {2}


def test_texts_with_and_without_token_vectors_do_not_mix(tiny_folder):
    wanted = set(list(TEXTS)[:30])
    made = batches(items(build(tiny_folder), wanted), build(tiny_folder))
    assert all(len({item.tokens for item in batch}) == 1 for batch in made)
    assert {item.text for batch in made for item in batch if item.tokens} == wanted


def test_batches_do_not_depend_on_the_order_of_the_texts(tiny_folder):
    encoder = build(tiny_folder)
    backwards = next(iter(items_ahead(encoder, [dict(reversed(TEXTS.items()))], set())))
    names = [
        [[item.text for item in batch] for batch in batches(each, encoder)] for each in (items(encoder), backwards)
    ]
    assert names[0] == names[1]


def test_chunks_come_in_order(tiny_folder):
    chunks = [{text: n} for n, text in enumerate(list(TEXTS)[:5])]
    made = [[item.text for item in part] for part in items_ahead(build(tiny_folder), chunks, set())]
    assert made == [list(chunk) for chunk in chunks]


def test_a_text_that_cannot_be_read_is_named_by_its_place(tiny_folder):
    chunks = [{"w1": 0}, {"w2": 1, "w3 \ud800": 17}]
    with pytest.raises(InputError, match="but the one at index 17, 'w3 .*', is not ") as error:
        list(items_ahead(build(tiny_folder), chunks, set()))
    assert str(error.value).startswith("every text must be one that the tokenizer can read")
