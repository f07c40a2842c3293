"""The position that holds most of a cloud's variance, against its definition and its laws."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from geobias.clouds import TokenClouds
from geobias.errors import InputError
from geobias.measures import position_share


def clouds_of(rng: np.random.Generator, lengths: list[int], sink: float = 0.0) -> TokenClouds:
    """Texts of so many tokens; the first of each lies `sink` off along one axis."""
    documents = [torch.from_numpy(rng.normal(size=(length, 5))) for length in lengths]
    for document in documents:
        document[0, 2] += sink
    return TokenClouds.from_list(documents)


def shares_written_out(clouds: TokenClouds) -> dict[int, float]:
    """Position -> its part of the sum of squared distances from the mean, one point at a time."""
    mean, held = clouds.points.mean(0), dict[int, float]()
    for text in range(len(clouds)):
        for position, point in enumerate(clouds[text]):
            held[position] = held.get(position, 0.0) + float((point - mean).square().sum())
    whole = sum(held.values())
    return {position: value / whole for position, value in held.items()}


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 9), min_size=2, max_size=8))
def test_it_is_the_largest_share_written_out(seed, lengths):
    clouds = clouds_of(np.random.default_rng(seed), lengths, sink=seed % 3)
    found, truth = position_share([clouds]), shares_written_out(clouds)
    assert found.share == pytest.approx(max(truth.values()), rel=1e-9)
    assert truth[found.position] == pytest.approx(found.share, rel=1e-9)
    assert found.fair == pytest.approx(sum(length > found.position for length in lengths) / sum(lengths))


@given(st.integers(0, 2**32 - 1), st.floats(-50, 50), st.floats(0.01, 100))
def test_moved_and_stretched_clouds_and_clouds_in_parts_have_the_same(seed, shift, factor):
    rng = np.random.default_rng(seed)
    parts = [clouds_of(rng, rng.integers(1, 7, 4).tolist()) for _ in range(3)]
    found = position_share(parts)
    whole = TokenClouds.concat(parts)
    for same in (whole, TokenClouds(whole.points * factor + shift, whole.offsets)):
        again = position_share([same])
        assert (again.position, again.share) == (found.position, pytest.approx(found.share, rel=1e-6))


def test_a_sink_holds_all_but_its_fair_share_and_texts_of_one_law_just_that():
    rng = np.random.default_rng(0)
    sink = position_share([clouds_of(rng, [12] * 400, sink=100.0)])
    assert (sink.position, sink.fair) == (0, 1 / 12)
    assert sink.share == pytest.approx(
        11 / 12, abs=6e-3
    )  # points far off on one side, whose mean is nearer to the others
    even = position_share([clouds_of(rng, [12] * 400)])
    assert even.share < 1.15 * even.fair


def test_points_that_are_all_one_have_no_variance_and_no_points_are_refused():
    one = TokenClouds.from_list([torch.full((3, 4), 7.3), torch.full((2, 4), 7.3)])
    assert np.isnan(position_share([one]).share)
    empty = TokenClouds(torch.zeros(0, 3), torch.zeros(3, dtype=torch.int64))
    assert position_share([empty, one]).fair == 0.4
    with pytest.raises(InputError, match="clouds must hold a point, but they are empty"):
        position_share([empty])
