"""Texts lie as far from the other group as their tokens do."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.measures.explaining import GroupTexts, document_rows
from geobias.stats import jackknife_excess


def test_texts_share_out_the_excess(world):
    groups = [
        GroupTexts([f"{name}-{i}" for i in range(130)], group, {"the": 0.5}, np.arange(130.0))
        for name, group in world.groups.items()
    ]
    rows = list(document_rows(world.costs, ("uk", "za"), (groups[0], groups[1]), 0.95))
    samples = [world.samples[name] for name in ("uk", "za")]
    assert len(rows) == sum(len(documents) for of_group in samples for documents in of_group.documents)
    excess, tokens = (np.array([getattr(row, name) for row in rows]) for name in ("excess", "tokens"))
    first = np.array([row.group == "uk" for row in rows])
    # Samples have as many tokens each, so the mean over a group's tokens is its half of the excess.
    halves = [np.average(excess[side], weights=tokens[side]) for side in (first, ~first)]
    assert sum(halves) == pytest.approx(jackknife_excess(world.costs.divergences(), world.costs.labels).estimate)
    assert all(row.low < row.excess < row.high for row in rows)
    for row in rows[:5]:
        name, number = row.document.split("-")
        assert (row.group, row.axis) == (name, float(number))
        says = "the" in world.groups[name].said[int(number)]
        assert row.log_odds == 0.5 if says else np.isnan(row.log_odds)
    assert all(np.diff(excess[side]).max() <= 0 for side in (first, ~first))
