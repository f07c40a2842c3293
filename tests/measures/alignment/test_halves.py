"""Split halves of a group's annotators, against the moments that they estimate."""

import numpy as np
import pytest

from geobias.measures.alignment import cells_of
from geobias.measures.alignment.halves import split_half
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.statistics import reliability


def test_halves_agree_with_moments_and_with_the_truth():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(2000, 1)) + rng.normal(size=(2000, 6))
    item, annotator = (place.ravel() for place in np.indices(table.shape))
    group = GroupAnswers(np.arange(12000), item, annotator, np.arange(2000), table.ravel(), 0 * item, np.ones(1))
    assert split_half(group, 20, rng) == pytest.approx(6 / 7, abs=0.01)
    assert reliability(group) == pytest.approx(6 / 7, abs=0.01)


def test_items_of_one_answer_take_no_part(made):
    cell = cells_of(made, "group")["g4"]
    single = made.select(cell.judgements[np.unique(made.item[cell.judgements], return_index=True)[1]])
    kept = cells_of(single, "group")["g4"]
    group = GroupAnswers.of(single, kept.judgements, np.ones(len(made.items), dtype=bool))
    assert np.isnan(split_half(group, 5, np.random.default_rng(0)))
    assert np.isnan(reliability(group))
