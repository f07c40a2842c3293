"""Intervals of scores and gaps, floors: each value belongs to its interval, and equal laws have no excess."""

from dataclasses import replace

import numpy as np
import pytest

from geobias.measures.scores import WeightedGroups, gaps, score, score_uncertainty, wilson_scores
from geobias.stats.intervals import wilson_interval
from geobias.tables import Predictions

NAN = float("nan")


def answers(rng, sizes, models=6, rate=0.8, folds=3):
    """Groups of these sizes whose texts are answered rightly at a rate; texts differ in how hard they are."""
    n = sum(sizes.values())
    labels = rng.integers(0, 2, n).astype(np.int8)
    right = rng.random((models, n)) < np.clip(rate + rng.normal(0, 0.15, n), 0, 1)
    probabilities = np.where(right == (labels == 1), 0.8, 0.2).astype(np.float32)
    ends = np.cumsum([0, *sizes.values()])
    rows = {name: np.arange(*ends[i : i + 2]) for i, name in enumerate(sizes)}
    names = tuple(f"set{i // folds}-fold{i % folds}" for i in range(models))
    return Predictions(names, np.arange(n), labels, probabilities, ("neg", "pos")), rows


def test_a_point_and_its_interval_use_the_same_weights():
    """Two groups of 10 and 1000 documents: each value is what its own interval is about."""
    rng = np.random.default_rng(0)
    predictions, rows = answers(rng, {"ten": 10, "thousand": 1000})
    found, pairs = score_uncertainty(WeightedGroups.of(predictions, rows), replicates=400, rng=np.random.default_rng(1))
    table = score(predictions, [rows])
    for row in found.rows:
        of_models = table.metrics[row.metric][:, 0, table.groups.index(row.group)]
        if row.method == "pigeonhole" or row.metric in ("accuracy", "recall_pos", "recall_neg", "fpr"):
            assert row.value == pytest.approx(np.nanmean(of_models), abs=1e-12)  # every model weighs the same
        assert not row.low > row.value
        assert not row.high < row.value
    widths = {(row.group, row.method): row.high - row.low for row in found.rows if row.metric == "accuracy"}
    for method in ("wilson", "pigeonhole"):
        assert widths["ten", method] > 4 * widths["thousand", method]
    [gap] = [row for row in pairs.rows if row.metric == "accuracy"]
    assert abs(gap.gap) == pytest.approx(gaps(table, "accuracy").vector()[0], abs=1e-9)
    assert (gap.m, gap.low < gap.gap < gap.high) == (5, True)


def test_wilson_counts_a_document_once_whatever_the_models():
    rng = np.random.default_rng(2)
    predictions, rows = answers(rng, {"a": 200}, models=4)
    by_name = {row.metric: row for row in wilson_scores(WeightedGroups.of(predictions, rows)).rows}
    right = (predictions.probabilities >= 0.5) == (predictions.labels == 1)
    low, high = wilson_interval(right.mean(0).sum(), 200)
    row = by_name["accuracy"]
    assert (row.n_documents, row.n_models) == (200, 4)
    assert (row.value, row.low, row.high) == pytest.approx((right.mean(), float(low), float(high)))
    positive = predictions.labels == 1
    low, high = wilson_interval(right[:, positive].mean(0).sum(), positive.sum())
    assert (by_name["recall_pos"].low, by_name["recall_pos"].high) == pytest.approx((float(low), float(high)))
    # A document weighs in a precision by the share of models that call it positive.
    said = predictions.probabilities >= 0.5
    low, high = wilson_interval((said & positive).mean(0).sum(), said.mean(0).sum())
    row = by_name["precision_pos"]
    assert (row.low, row.high) == pytest.approx((float(low), float(high)))
    assert row.n_documents == said.any(0).sum()


def test_a_group_that_models_see_a_fold_of_each_is_scored_on_all_of_it():
    rng = np.random.default_rng(3)
    predictions, rows = answers(rng, {"a": 90, "own": 90})
    for model in range(6):
        predictions.probabilities[model, 90:][np.arange(90) % 3 != model % 3] = NAN
    found, pairs = score_uncertainty(
        WeightedGroups.of(predictions, rows, pooled_groups=["own"]), replicates=300, rng=np.random.default_rng(4)
    )
    own = {row.method: row for row in found.rows if (row.metric, row.group) == ("accuracy", "own")}
    assert own["wilson"].n_documents == own["pigeonhole"].n_documents == 90
    assert own["wilson"].value == pytest.approx(own["pigeonhole"].value)
    assert own["pigeonhole"].n_models == 6
    assert all(np.isfinite([row.gap, row.low, row.high, row.floor, row.excess]).all() for row in pairs.rows)


def test_several_labels_and_an_unlabelled_group():
    rng = np.random.default_rng(5)
    labels = (rng.random((120, 3)) < 0.4).astype(np.int8)
    labels[80:] = -1
    several = Predictions(("m0", "m1"), np.arange(120), labels, rng.random((2, 120, 3)), ("x", "y", "z"))
    rows = {"a": np.arange(40), "b": np.arange(40, 80), "without": np.arange(80, 120)}
    found, pairs = score_uncertainty(WeightedGroups.of(several, rows), replicates=200, rng=np.random.default_rng(6))
    assert {(row.metric, row.method) for row in found.rows} == {
        ("exact_match", "wilson"), ("exact_match", "pigeonhole"), ("precision_micro", "pigeonhole"),
        ("recall_micro", "pigeonhole"), ("f1_micro", "pigeonhole"),
    }  # fmt: skip
    for row in found.rows:
        assert np.isnan([row.value, row.low, row.high]).all() == (row.group == "without")
    assert {(row.group_a, row.group_b) for row in pairs.rows if not np.isnan(row.gap)} == {("a", "b")}


def test_gaps_keep_their_sign_and_turn_with_the_groups():
    predictions, rows = answers(np.random.default_rng(7), {"a": 100, "b": 100})
    turned = {"b": rows["b"], "a": rows["a"]}
    [one], [other] = (
        score_uncertainty(
            WeightedGroups.of(predictions, some, ["accuracy"]), rng=np.random.default_rng(8), replicates=200
        )[1].rows
        for some in (rows, turned)
    )
    assert one.gap == pytest.approx(-other.gap)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_gaps_say_their_units_and_what_was_tested():
    predictions, rows = answers(np.random.default_rng(9), {"a": 100, "b": 60, "c": 200, "both": 160})
    rows["both"] = np.concatenate([rows["a"], rows["b"]])
    groups = WeightedGroups.of(predictions, rows, ["accuracy"], ["both"], units=np.arange(520) // 2)
    _, pairs = score_uncertainty(groups, replicates=300, splits=5, margin=3.0, rng=np.random.default_rng(10))
    by_pair = {(row.group_a, row.group_b): row for row in pairs.rows}
    assert (by_pair["a", "b"].units_a, by_pair["a", "b"].units_b, by_pair["a", "b"].m) == (50, 30, 30)
    for pair, row in by_pair.items():
        assert np.isnan(row.p_max) == ("both" in pair)
        assert row.margin == 3.0
        assert (row.p <= 0.05) == (row.low > 0 or row.high < 0)
        assert 0 < row.p_equivalent < 1
        # A gap as large as the one to be found has a small p.
        assert row.p <= 0.05 or abs(row.gap) < row.detectable
    assert not any(row.p_max < row.p for row in pairs.rows)


def test_a_gap_of_few_texts_ends_at_100_points():
    predictions = Predictions(
        ("m",), np.arange(6), np.ones(6, np.int8), np.repeat([0.9, 0.1], 3)[None].astype(np.float32), ("no", "yes")
    )
    groups = WeightedGroups.of(predictions, {"a": np.arange(3), "b": np.arange(3, 6)}, ["accuracy"])
    [row] = score_uncertainty(groups, replicates=50, splits=2, rng=np.random.default_rng(0))[1].rows
    assert (row.gap, row.high) == (100.0, 100.0)
    assert row.low < 100
    assert row.p < 1
    assert np.isnan(row.detectable)


def test_units_that_depend_on_each_other_have_wider_gaps():
    predictions, rows = answers(np.random.default_rng(9), {"a": 100, "b": 60}, models=1)
    groups = WeightedGroups.of(predictions, rows, ["accuracy"])
    alone, twice = (
        score_uncertainty(replace(groups, dependence=by), replicates=200, splits=2, rng=np.random.default_rng(0))[1]
        for by in (1.0, 2.0)
    )
    [one], [other] = alone.rows, twice.rows
    assert other.gap == one.gap
    assert other.high - other.low == pytest.approx(2**0.5 * (one.high - one.low), rel=0.01)
    assert other.p > one.p


def test_authors_widen_intervals_as_their_texts_are_alike():
    """All texts of an author answered alike: five texts of 30 authors are as good as 30."""
    predictions, rows = answers(np.random.default_rng(11), {"a": 30, "b": 30}, models=1)
    repeated = Predictions(
        ("m",), np.arange(300), np.repeat(predictions.labels, 5), np.repeat(predictions.probabilities, 5, axis=1),
        ("neg", "pos"),
    )  # fmt: skip
    five = {group: (some[:, None] * 5 + np.arange(5)).ravel() for group, some in rows.items()}
    found = {}
    for name, of, some, units in (
        ("texts", predictions, rows, None),
        ("authors", repeated, five, np.repeat(np.arange(60), 5)),
        ("blind", repeated, five, None),
    ):
        groups = WeightedGroups.of(of, some, ["accuracy"], units=units)
        [row] = score_uncertainty(groups, replicates=4_000, splits=1, rng=np.random.default_rng(12))[1].rows
        found[name] = row.high - row.low
    assert found["authors"] == pytest.approx(found["texts"], rel=0.1)
    assert found["blind"] < 0.5 * found["texts"]


def test_equal_laws_have_no_excess_and_intervals_cover():
    """A small part of benchmarks/calibration_scores.py; sizes differ, and every law is the same."""
    truth, excess, covered, without = 0.8, [], 0, 0
    runs = 60
    for seed in range(runs):
        rng = np.random.default_rng(seed)
        predictions, rows = answers(rng, {"a": 60, "b": 400}, rate=0.8)
        found, [pair] = (
            table.rows for table in score_uncertainty(
                WeightedGroups.of(predictions, rows, ["accuracy"]), replicates=200, splits=40, rng=rng
            )
        )  # fmt: skip
        excess.append(pair.excess)
        without += not pair.low <= 0 <= pair.high
        covered += sum(row.low <= truth <= row.high for row in found if row.method == "pigeonhole")
    assert abs(np.mean(excess)) < 4 * np.std(excess) / np.sqrt(runs)
    assert covered >= 2 * runs - 17  # 99.9 % of series at 95 %, one that over-covers a little included
    assert without <= 10
