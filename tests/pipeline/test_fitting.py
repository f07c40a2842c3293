"""Sizes that fit: many groups cost less, with a notice; as many as published cost what they did."""

from __future__ import annotations

import pytest

from geobias.pipeline.fitting import inner_resamples
from geobias.sampling import SamplingPlan


@pytest.mark.parametrize(
    ("groups", "options", "inner"),
    [
        (8, {}, 5),
        (8, {"outer": 100, "inner": 1}, 1),
        (8, {"outer": 10, "inner": 10}, 10),
        (20, {"outer": 5, "inner": 10}, 5),
        (42, {}, 1),
        (42, {"most_divergences": None}, 5),
    ],
)
def test_many_groups_get_fewer_inner_resamples(groups, options, inner):
    found, notices = inner_resamples(groups, SamplingPlan(**options))
    assert found == inner
    assert len(notices) == (inner < SamplingPlan(**options).inner)
