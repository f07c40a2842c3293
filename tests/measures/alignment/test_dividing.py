"""Items that divide groups, against pandas."""

import numpy as np
import pytest

from geobias.measures.alignment import dividing_items


def test_variances_are_those_of_pandas(made):
    rows = {row.item: row for row in dividing_items(made, ["group"]).rows}
    frame = made.to_frame()
    means = frame.groupby(["group", "item"])["answer"].mean().unstack(0)
    variances = frame.groupby(["group", "item"])["answer"].var().unstack(0)
    counts = frame.groupby(["group", "item"])["answer"].count().unstack(0)
    centred = means - means.mean()
    between = centred.var(axis=1) - (variances / counts).mean(axis=1)
    for item, row in list(rows.items())[:20]:
        assert row.between == pytest.approx(between[item])
        assert row.within == pytest.approx(variances.loc[item].mean())
        assert row.highest == centred.loc[item].idxmax()
        assert row.highest_mean == pytest.approx(means.loc[item, row.highest])
        assert row.lowest_mean == pytest.approx(means.loc[item, row.lowest])
        assert (row.n_groups, row.n_annotators) == (5, counts.loc[item].sum())


def test_those_that_divide_most_come_first_and_sensitivity_divides_nothing(worlds):
    world = worlds.World(items=200, sizes=(20, 20), per_item=(8, 8), shift=(0, 1.0), noise=(0.5, 0.5))
    made = world.drawn(np.random.default_rng(0))
    planted = made.answers.copy()
    at = made.item == 17
    planted[at] = np.where(made.annotator[at] < 20, 2, -2)
    rows = dividing_items(type(made)(**{**vars(made), "answers": planted}), ["group"]).rows
    assert rows[0].item == "item 17"
    assert (rows[0].highest, rows[0].lowest, rows[0].share) == ("g0", "g1", 1.0)
    assert [row.between for row in rows] == sorted((row.between for row in rows), reverse=True)
    assert np.mean([row.between for row in rows]) == pytest.approx(0.25, abs=0.12)
