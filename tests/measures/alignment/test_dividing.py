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


def test_items_that_few_groups_answered_come_last(made):
    groups = np.array([value for (value,) in made.values_of("group")])[made.annotator]
    thin = made.select((made.item != 5) | np.isin(groups, ["g0", "g1"]))
    own = np.array([value for (value,) in thin.values_of("group")])[thin.annotator]
    answers = np.where(thin.item == 5, np.where(own == "g0", *thin.scale), thin.answers)
    rows = dividing_items(type(thin)(**{**vars(thin), "answers": answers}), ["group"]).rows
    assert (rows[-1].item, rows[-1].n_groups, rows[-1].share) == ("item 5", 2, 1.0)
    assert rows[-1].between == max(row.between for row in rows)
    assert [row.between for row in rows[:-1]] == sorted((row.between for row in rows[:-1]), reverse=True)


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
