"""Distinct rows against a count of each draw's rows."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from geobias.discriminant.distinct import count_distinct, distinct_rows


@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 8), st.integers(1, 9), st.integers(0, 999))
def test_every_row_is_found_as_often_as_it_was_drawn(draws, groups, size, pool, seed):
    rng = np.random.default_rng(seed)
    places = rng.integers(pool, size=(draws, groups * size))
    codes = rng.permutation(np.repeat(np.arange(groups), size))
    found, often, sizes = distinct_rows(places, codes)
    ends = np.cumsum(sizes)
    for draw in range(draws):
        expected = [Counter(places[draw, codes == group].tolist()) for group in range(groups)]
        for group, (start, end) in enumerate(zip(ends - sizes, ends, strict=True)):
            there = often[draw, start:end] > 0
            rows = found[draw, start:end][there].tolist()
            assert Counter(dict(zip(rows, often[draw, start:end][there].tolist(), strict=True))) == expected[group]
            assert len(rows) == len(set(rows))
        assert count_distinct(places, codes)[draw] == sum(map(len, expected))
    fullest = [max(len(set(draw.tolist())) for draw in places[:, codes == group]) for group in range(groups)]
    assert sizes == fullest
