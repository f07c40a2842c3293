"""Soft measures, against scipy's Wasserstein distance and sums by hand."""

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

from geobias.errors import InputError
from geobias.measures.alignment import AlignmentSettings, soft_alignments
from geobias.measures.alignment.soft import _Answers


def test_measures_of_whole_cells_are_those_by_hand(worlds):
    """As many annotators of every item as there are: nothing is drawn."""
    world = worlds.World(items=30, sizes=(6, 5), per_item=(4, 4), shift=(0, 0), noise=(1, 1), sources=1)
    made = world.drawn(np.random.default_rng(0))
    row = next(
        row for row in soft_alignments(made, ["group"], draws=2).rows if (row.group, row.source) == ("g0", "source 0")
    )
    source = made.sources["source 0"]
    moved = -2 + 4 * (source - source.min()) / np.ptp(source)
    grid, found = np.arange(-2, 3), []
    for item in range(30):
        answers = made.answers[(made.item == item) & (made.annotator < 6)]
        low = min(int(np.floor(moved[item])), 1)
        weights = np.zeros(5)
        weights[low + 2], weights[low + 3] = 1 - (moved[item] - low), moved[item] - low
        own = np.array([(answers == value).mean() for value in grid])
        smooth = 0.95 * weights + 0.01
        found.append(
            [
                np.abs(own - weights).sum(),
                wasserstein_distance(answers, grid, v_weights=weights),
                -(own * np.log(smooth)).sum(),
                abs(answers.mean() - moved[item]),
            ]
        )
    expected = np.mean(found, 0)
    assert (row.manhattan, row.wasserstein, row.cross_entropy, row.absolute) == pytest.approx(tuple(expected))
    assert (row.per_item, row.n_items, row.n_annotators) == (4, 30, 6)


def test_a_source_keeps_its_mean_on_the_scale(made):
    values = np.array([-2, -1.3, 0.25, 2.0, np.nan])
    answers = _Answers(made, np.arange(-2.0, 3), 1, 0)
    said = answers.said(values)[0]
    assert said @ answers.grid == pytest.approx(values, nan_ok=True)
    assert said[:4].sum(1) == pytest.approx(np.ones(4))


def test_groups_of_one_law_lie_alike_far_however_many_answered(worlds):
    world = worlds.World(items=300, sizes=(40, 12), per_item=(9, 3), shift=(0, 0), noise=(0.7, 0.7), stern=0.0)
    rows = soft_alignments(world.drawn(np.random.default_rng(0)), ["group"], draws=10).rows
    one, other = (
        next(row for row in rows if row.group == group and row.source == "source 0") for group in ("g0", "g1")
    )
    assert one.per_item == other.per_item == 3
    assert one.manhattan == pytest.approx(other.manhattan, rel=0.05)


def test_everybody_else_is_a_source_of_groups_alone(made):
    rows = soft_alignments(made, ["group"], draws=2).rows
    assert {row.group for row in rows if row.source == "everybody else"} == {"g0", "g1", "g2", "g3", "g4"}


def test_ranges_are_checked(made):
    with pytest.raises(InputError) as error:
        soft_alignments(made, ["group"], ranges={"source 0": (1, 1)})
    assert str(error.value) == (
        "ranges must name sources, each with two numbers that rise, but 'source 0' has 1 and 1, and the sources are "
        "['source 0', 'source 1']. Correct it."
    )


def test_items_with_too_few_annotators_take_no_part(made):
    rows = soft_alignments(made, ["group"], AlignmentSettings(per_item=5), draws=2).rows
    small = next(row for row in rows if row.group == "g4")
    assert (small.note, small.n_items) == ("no item has as many annotators", 0)
    assert np.isnan(small.manhattan)
