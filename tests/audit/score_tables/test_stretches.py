"""Rows from which on a group holds others' texts."""

import numpy as np

from geobias.audit.score_tables import shared_rows, shared_stretches


def groups(tail=0, spread=0, n=200):
    other = [f"other {row}" for row in range(2000)]
    own = [f"own {row}" for row in range(n)]
    for row in range(spread):
        own[row * (n // max(1, spread))] = other[row]
    for row in range(tail):
        own[n - 1 - 2 * row] = other[500 + row]
    return {"own": own, "other": other}


def test_a_tail_of_others_texts_is_found():
    [found] = shared_stretches(groups(tail=25, spread=4))
    assert (found.group, found.first, found.texts, found.shared) == ("own", 150, 50, 26)
    assert found.before == 3


def test_shared_texts_all_over_are_no_stretch():
    assert shared_stretches(groups(spread=40)) == []
    assert shared_stretches(groups()) == []


def test_empty_texts_are_shared_with_nobody():
    found = shared_rows({"a": ["", "x"], "b": ["", "y"]})
    assert not np.concatenate(list(found.values())).any()
