"""TokenClouds: ragged documents, selected and weighted."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from geobias.clouds import TokenClouds
from geobias.errors import InputError


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8), st.randoms())
def test_padded_batches_and_lists_give_the_same_clouds(counts, random):
    documents = [torch.randn(count, 2) for count in counts]
    width = max(counts) + 1
    values, mask = torch.full((len(counts), width, 2), torch.nan), torch.zeros(len(counts), width)
    for row, document in enumerate(documents):
        places = sorted(random.sample(range(width), len(document)))
        values[row, places], mask[row, places] = document, 1.0
    padded, listed = TokenClouds.from_padded(values, mask), TokenClouds.from_list(documents)
    assert torch.equal(padded.points, listed.points)
    assert torch.equal(padded.offsets, listed.offsets)
    assert padded.counts.tolist() == counts
    assert padded.owners.tolist() == [row for row, count in enumerate(counts) for _ in range(count)]


def test_selection_may_repeat_documents():
    clouds = TokenClouds.from_list([torch.zeros(1, 2), torch.ones(3, 2)])
    assert clouds.select(torch.tensor([1, 0, 1])).counts.tolist() == [3, 1, 3]


def test_weights_are_uniform_over_tokens_or_over_documents():
    clouds = TokenClouds.from_list([torch.zeros(1, 2), torch.ones(3, 2), torch.ones(2, 2)])
    drawn = torch.tensor([2, 1, 0])
    assert clouds.document_weights(drawn).tolist() == pytest.approx([0.4, 0.2, 0.2, 0.2, 0, 0])
    by_document = clouds.document_weights(drawn, "document").tolist()
    assert by_document == pytest.approx([2 / 3, 1 / 9, 1 / 9, 1 / 9, 0, 0])
    with pytest.raises(InputError, match=r"weighting must be one of \['token', 'document'\], but it is 'word'"):
        clouds.document_weights(drawn, "word")
    with pytest.raises(InputError, match="a draw must hold at least one token"):
        clouds.document_weights(torch.zeros(3))


@pytest.mark.parametrize("offsets", [[0, 3], [1, 4], [0, 3, 2, 4], [4]])
def test_offsets_must_fit_the_points(offsets):
    with pytest.raises(InputError, match="offsets of TokenClouds must be int64, rise from 0 to 4"):
        TokenClouds(torch.zeros(4, 2), torch.tensor(offsets))


def test_points_must_be_a_float_matrix():
    with pytest.raises(InputError, match=r"points of TokenClouds must be a float tensor \(T, d\)"):
        TokenClouds(torch.zeros(4, 2, dtype=torch.int64), torch.tensor([0, 4]))


def with_tokens(counts: list[int]) -> TokenClouds:
    total = sum(counts)
    ids = torch.arange(total) + 100
    plain = TokenClouds.from_list([torch.randn(count, 2) for count in counts])
    return TokenClouds(plain.points, plain.offsets, ids, torch.stack([ids, ids + 3], dim=1))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.data())
def test_tokens_go_where_their_points_go(counts, data):
    clouds = with_tokens(counts)
    chosen = data.draw(st.lists(st.integers(0, len(counts) - 1), min_size=1, max_size=8))
    found = clouds.select(torch.tensor(chosen))
    owned = [torch.arange(clouds.offsets[i], clouds.offsets[i + 1]) for i in chosen]
    places = torch.cat(owned)
    assert torch.equal(found.points, clouds.points[places])
    assert torch.equal(found.token_ids, places + 100)
    assert torch.equal(found.spans, torch.stack([places + 100, places + 103], dim=1))
    both = TokenClouds.concat([clouds, found])
    assert both.counts.tolist() == [*counts, *found.counts.tolist()]
    assert torch.equal(both.token_ids, torch.cat([clouds.token_ids, found.token_ids]))


def test_tokens_of_a_padded_batch_are_those_of_the_mask():
    mask = torch.tensor([[0, 1, 1, 0], [0, 1, 0, 0]])
    ids = torch.tensor([[101, 7, 8, 102], [101, 9, 102, 0]])
    spans = torch.stack([ids, ids + 1], dim=-1)
    found = TokenClouds.from_padded(torch.zeros(2, 4, 3), mask, token_ids=ids, spans=spans)
    assert (found.token_ids.tolist(), found.spans[:, 0].tolist()) == ([7, 8, 9], [7, 8, 9])
    with pytest.raises(InputError) as error:
        TokenClouds.from_padded(torch.zeros(2, 4, 3), mask, token_ids=ids[:, :3])
    assert str(error.value) == (
        "token_ids must be (2, 4), as mask is (2, 4), but it is (2, 3). Pass the tokenizer's output for the same batch."
    )


def test_tokens_are_absent_unless_all_have_them():
    clouds = with_tokens([1, 2])
    bare = TokenClouds(clouds.points, clouds.offsets)
    assert (bare.token_ids, bare.spans, bare.select(torch.tensor([1])).spans) == (None, None, None)
    mixed = TokenClouds.concat([clouds, bare])
    assert (mixed.token_ids, len(mixed)) == (None, 4)
    with pytest.raises(InputError) as error:
        TokenClouds.concat([bare, TokenClouds.from_list([torch.zeros(1, 3)])])
    assert str(error.value) == "parts must have one d, but they have [2, 3]. Embed all with one model."


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        (
            {"token_ids": torch.zeros(3, dtype=torch.int64)},
            r"token_ids of TokenClouds must be int64 \(4,\), for 4 tokens",
        ),
        ({"token_ids": torch.zeros(4)}, "but they are torch.float32"),
        ({"spans": torch.zeros(4, dtype=torch.int64)}, r"spans of TokenClouds must be int64 \(4, 2\), for 4 tokens"),
    ],
)
def test_tokens_must_fit_the_points(kept, message):
    with pytest.raises(InputError, match=message):
        TokenClouds(torch.zeros(4, 2), torch.tensor([0, 4]), **kept)
