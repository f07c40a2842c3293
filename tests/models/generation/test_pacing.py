"""Pacing: limits a minute on a clock of the test's, and waits between tries."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.models.generation.pacing import Pace, retry_after, wait_before


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@given(st.lists(st.floats(0.1, 40), min_size=1, max_size=60), st.floats(1, 100))
def test_no_minute_after_the_first_takes_more_than_the_limit(amounts, limit):
    clock = Clock()
    pace = Pace(limit, clock, clock.sleep)
    times = []
    for amount in amounts:
        pace.take(amount)
        times.append((clock.now, min(amount, limit)))
    total = sum(amount for _, amount in times)
    assert clock.now >= (total - limit) * 60 / limit - 1e-6  # a minute's worth at once, then evenly
    assert clock.now <= total * 60 / limit + 1e-6


def test_without_a_limit_nothing_waits():
    clock = Clock()
    Pace(None, clock, clock.sleep).take(1e9)
    assert clock.now == 0


@given(st.integers(1, 12), st.floats(1, 100))
def test_waits_double_up_to_the_longest(attempt, patience):
    longest = min(2.0 ** (attempt - 1), patience)
    assert longest / 2 <= wait_before(attempt, None, patience) <= longest
    assert 7 <= wait_before(attempt, 7.0, 60) <= 7.7
    assert 700 <= wait_before(attempt, 700.0, 60) <= 770


@pytest.mark.parametrize(("header", "seconds"), [(None, None), ("3", 3), ("-1", 0), ("soon", None), ("inf", None)])
def test_retry_after_is_read_as_it_stands(header, seconds):
    assert retry_after(header, datetime.now(UTC)) == seconds
