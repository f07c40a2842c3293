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
