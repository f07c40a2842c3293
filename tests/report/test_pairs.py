from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.groups import Groups
from geobias.report.pairs import pair_summary, pair_table, quantities, spreads
from geobias.tables import PairTable


def test_summary_equals_a_plain_group_by(usual):
    frame = usual.tables["distances"]
    part = frame[frame["quantity"] == "lda"]
    expected = part.groupby(["group_a", "group_b"])["value"].agg(["mean", "std"])
    low, high = (part.groupby(["group_a", "group_b"])["value"].quantile(q) for q in (0.05, 0.95))
    rows = pair_summary(pair_table(frame, "lda", usual.groups)).to_dict("records")
    assert len(rows) == 28
    for row in rows:
        key = (row["group_a"], row["group_b"])
        np.testing.assert_allclose([row["mean"], row["sd"]], expected.loc[key], rtol=1e-12)
        np.testing.assert_allclose([row["low"], row["high"]], [low[key], high[key]], rtol=1e-12)
        assert row["regions"] == (not {"mixed", "baseline"} & set(key))


def test_quantities_keep_their_order(usual):
    assert quantities(usual.tables["distances"])[:2] == ["sinkhorn", "lda"]


def test_pairs_may_be_given_either_way_and_self_pairs_are_ignored():
    frame = pd.DataFrame(
        [("d", None, 0, "b", "a", 2.0), ("d", None, 1, "a", "b", 4.0), ("d", None, 0, "a", "a", 9.0)],
        columns=["quantity", "units", "repeat", "group_a", "group_b", "value"],
    )
    table = pair_table(frame, "d", Groups({"a": "region", "b": "region"}))
    assert (table.vector().tolist(), table.units) == ([3.0], "")
    assert table.standard_deviation()[0, 1] == np.sqrt(2)


def test_missing_repeats_are_left_out():
    values = np.full((3, 2, 2), np.nan)
    values[:2, 0, 1] = values[:2, 1, 0] = [1.0, 3.0]
    [row] = pair_summary(PairTable(("a", "b"), values, "d")).to_dict("records")
    assert (row["mean"], row["repeats"]) == (2.0, 2)
    np.testing.assert_allclose([row["sd"], row["low"], row["high"]], [np.sqrt(2), 1.1, 2.9])


def test_one_repeat_has_no_spread():
    values = np.array([[[0, 1.0], [1.0, 0]]])
    [row] = pair_summary(PairTable(("a", "b"), values, "d")).to_dict("records")
    assert row["mean"] == 1.0
    assert np.isnan([row["sd"], row["low"], row["high"]]).all()


def test_spreads_are_those_that_went_in():
    rng = np.random.default_rng(3)
    means = np.triu(rng.normal(10, 2, (6, 6)), 1)
    noise = np.triu(rng.normal(0, 0.5, (4000, 6, 6)), 1)
    values = means + means.T + noise + noise.transpose(0, 2, 1)
    between, within = spreads(PairTable(tuple("abcdef"), values, "d"), tuple("abcdef"))
    upper = np.triu_indices(6, 1)
    np.testing.assert_allclose(between, np.std(means[upper], ddof=1), rtol=0.02)
    np.testing.assert_allclose(within, 0.5, rtol=0.02)
    few = spreads(PairTable(tuple("ab"), values[:1, :2, :2], "d"), ("a", "b"))
    assert np.isnan(few).all()
