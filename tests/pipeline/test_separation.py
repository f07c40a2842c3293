"""Separations of a study: only groups that share no text, at sizes and in clusters that allow a test."""

from __future__ import annotations

import numpy as np

from geobias.pipeline.separable import separable
from geobias.pipeline.separation import Separations
from geobias.sampling import Pools
from geobias.sampling.pools import TEST_SPLIT
from geobias.tables import Separation, SeparationTable

NONE = np.zeros(0, dtype=np.int64)


def pools(**rows: list[int]) -> Pools:
    roles = {name: "region" if len(name) == 2 else "pooled" for name in rows}
    found = {name: np.array(some) for name, some in rows.items()}
    return Pools(found, found, roles, NONE, NONE, "region", layout=TEST_SPLIT)


def test_a_pooled_group_that_holds_a_regions_text_is_left_out():
    texts = np.array([*"abcdefg", "a", "b"])
    found = separable(pools(au=[0, 1], mixed=[1, 2], ca=[2, 3], multiple=[4, 5], baseline=[5, 6], all=[7, 8]), texts)
    assert list(found) == ["au", "ca", "multiple"]


def test_estimates_become_tables_by_what_they_are():
    floored = Separation("sinkhorn", "au", "mixed", 9, 9, 3, value=5.0, floor_a=4.0, floor_b=4.0, floor=4.0, excess=1.0)
    unbiased = Separation("energy", "au", "mixed", 9, 9, 0, value=-0.5, excess=-0.5)
    found = Separations([SeparationTable((floored,)), SeparationTable((unbiased,))]).pair_tables(("mixed", "baseline"))
    assert [(table.quantity, table.vector().tolist()) for table in found] == [
        ("sinkhorn_excess", [1.0]),
        ("energy", [-0.5]),
    ]
    assert {table.pooled_groups for table in found} == {("mixed",)}
