"""Settings of separations: the common size, and wrong values refused before any work."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.measures.separation import SeparationSettings


@pytest.mark.parametrize(
    ("counts", "size", "expected"),
    [
        ({"a": 810, "b": 250}, None, 41),
        ({"a": 810, "b": 500}, None, 50),
        ({"a": 5, "b": 9}, None, 1),
        ({"a": 35}, 17, 17),
    ],
)
def test_one_size_for_all_groups(counts, size, expected):
    assert SeparationSettings(size=size).common_size(counts) == expected


def test_a_size_above_half_of_the_smallest_group_is_refused():
    with pytest.raises(
        InputError, match="from 1 to 17 clusters, half of the smallest group, 'au', but their size is 18"
    ):
        SeparationSettings(size=18).common_size({"us": 100, "au": 35})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"methods": ("sinkhorn", "cosine")}, "methods must be among .* but 'cosine' is none"),
        ({"level": 95}, "level must lie between 0 and 1, but it is 95"),
        ({"blocks": 1}, "blocks must be at least 2, but it is 1"),
        ({"folds": 1}, "folds must be at least 2"),
    ],
)
def test_wrong_values_are_refused(wrong, message):
    with pytest.raises(InputError, match=message):
        SeparationSettings(**wrong)
