from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from geobias.stats import write_p


def read(text: str) -> float:
    return 0.0 if text.startswith("<") else float(text)


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_is_larger_never_reads_as_smaller(a, b):
    low, high = sorted((a, b))
    assert read(write_p(low)) <= read(write_p(high))


@given(st.integers(2, 10**7), st.integers(1, 10**7))
def test_no_p_reads_smaller_than_the_least_attainable(permutations, reached):
    least = 1 / permutations
    assert read(write_p(min(1.0, reached * least))) >= read(write_p(least))
