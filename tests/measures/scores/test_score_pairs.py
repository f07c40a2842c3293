"""Gaps and dependence of groups: laws on small cases, and the published tables of 25 models."""

import json

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores import dependence, gaps, model_means
from geobias.stats import distance_correlation  # which is held to dcor's beside its source
from geobias.tables import ScoreTable

NAN = float("nan")
PUBLISHED = {
    "accuracy": ("accuracy", "accuracy(%)", "dist_cor_acc"),
    "auc": ("auc", "AUC(%)", "dist_cor_auc"),
    "precision0": ("precision_neg", "precision_neg(%)", "dist_cor_prec0"),
    "precision1": ("precision_pos", "precision_pos(%)", "dist_cor_prec1"),
    "recall0": ("recall_neg", "recall_neg(%)", "dist_cor_reca0"),
    "recall1": ("recall_pos", "recall_pos(%)", "dist_cor_reca1"),
}
# Recalls of ZA hold the precision of the positive label: they recompute, and are wrong all the same.
WRONG_GAPS = {"recall_pos": {"NZ_US", "base_mixed", "base_ca"}}
WRONG_DEPENDENCE = {"precision_pos": {"UK_US"}}


def test_gap_pairs_the_models_that_score_both_groups():
    values = np.array([[[0.8, 0.7, NAN], [0.6, 0.9, NAN]], [[0.9, NAN, NAN], [0.9, NAN, NAN]]])
    table = ScoreTable(("m0", "m1"), ("a", "b", "c"), {"accuracy": values}, pooled_groups=("c",))
    found = gaps(table, "accuracy")
    # Model m1 never scores b, so a-b rests on m0 alone: 0.7 against 0.8.
    np.testing.assert_allclose(found.values[0], [[0, 10, NAN], [10, 0, NAN], [NAN, NAN, NAN]], atol=1e-12)
    assert (found.quantity, found.units, found.nonnegative) == ("gap[accuracy]", "points", True)
    assert (found.pooled_groups, found.details["n_models"][0]) == (("c",), [2, 1, 0])


def test_models_weigh_the_same_whatever_repeats_they_lack():
    values = np.array([[[0.5, 0.0], [NAN, 0.0], [NAN, 0.0]], [[0.8, 0.0], [0.9, 0.0], [1.0, 0.0]]])
    table = ScoreTable(("m0", "m1"), ("a", "b"), {"auc": values})
    assert gaps(table, "auc").vector() == pytest.approx([70])


@pytest.mark.parametrize("bias_corrected", [False, True])
def test_dependence_over_models(bias_corrected):
    values = np.random.default_rng(2).random((25, 6, 4))
    values[:, :, 3] = 0.5
    table = ScoreTable(tuple(map(str, range(25))), tuple("abcd"), {"auc": values})
    found = dependence(table, "auc", bias_corrected=bias_corrected)
    means = values.mean(1)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        expected = distance_correlation(means[:, i], means[:, j], bias_corrected=bias_corrected).statistic
        assert found.values[0, i, j] == pytest.approx(expected, abs=1e-9)
    assert np.isnan(found.values[0, 3]).all()
    assert found.quantity == ("dcor_bias_corrected[auc]" if bias_corrected else "dcor[auc]")
    assert found.nonnegative is not bias_corrected


def test_dependence_wants_four_models_for_a_pair():
    values = np.random.default_rng(3).random((5, 1, 3))
    values[:2, :, 2] = NAN
    table = ScoreTable(tuple("vwxyz"), tuple("abc"), {"auc": values})
    found = dependence(table, "auc")
    np.testing.assert_array_equal(np.isnan(found.vector()), [False, True, True])
    assert found.details["n_models"] == [[5, 5, 3], [5, 5, 3], [3, 3, 3]]


def test_a_count_is_no_score():
    ones = np.ones((1, 1, 2))
    table = ScoreTable(("m",), ("a", "b"), {"accuracy": ones, "n_texts": ones})
    with pytest.raises(InputError, match=r"'n_texts' must be a score of the table, but it is not\. It has \['acc"):
        gaps(table, "n_texts")


@pytest.fixture(scope="module")
def per_model(shared):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(shared / "data/regional_bias/performance_per_model.csv")
    return ScoreTable.from_frame(frame.assign(repeat=frame["repeat"] - 1), provenance="published files")


@pytest.mark.shared
def test_published_means_and_deviations_of_25_models(shared, per_model):
    facts = json.loads((shared / "facts/fixtures.json").read_text())
    assert len(facts["perf_mean25"]) == 48
    for key, mean in facts["perf_mean25"].items():
        metric, group = key.split("|")
        place = per_model.groups.index(group.removeprefix("5-"))
        values = model_means(per_model, PUBLISHED[metric][0])[:, place]
        assert values.mean() == pytest.approx(mean, abs=1e-6)
        assert values.std(ddof=1) == pytest.approx(facts["perf_sd25"][key], abs=1e-6)


@pytest.fixture(scope="module")
def summary(shared):
    pandas = pytest.importorskip("pandas")
    return pandas.read_csv(shared / "data/regional_bias/pair_summary_sentiment140.csv", index_col=0)


def published_scores(shared, stem, metric):
    frame = pytest.importorskip("pandas").read_csv(
        shared / f"data/regional_bias/performance_mean_{stem}.csv", index_col=0
    )
    groups = tuple(name.removeprefix("5-") for name in frame.columns)
    return ScoreTable(tuple(map(str, frame.index)), groups, {metric: frame.to_numpy()[:, None, :]})


def differing(table, summary, column, tolerance):
    """Labels of the published pairs that differ from a table."""
    names = {"base": "baseline", "mixed": "mixed"}
    found = set()
    for label, value in zip(summary.label_mixed, summary[column], strict=True):
        i, j = (table.groups.index(names.get(part, part.upper())) for part in label.split("_"))
        if abs(table.values[0, i, j] - value) > tolerance:
            found.add(label)
    return found


@pytest.mark.shared
@pytest.mark.parametrize("stem", list(PUBLISHED))
def test_published_gaps_and_dependence(shared, summary, stem):
    metric, gap_column, dependence_column = PUBLISHED[stem]
    scores = published_scores(shared, stem, metric)
    wrong_gaps = set(summary.label_mixed) if stem == "auc" else WRONG_GAPS.get(metric, set())
    assert differing(gaps(scores, metric), summary, gap_column, 1e-6) == wrong_gaps
    wrong = WRONG_DEPENDENCE.get(metric, set())
    assert differing(dependence(scores, metric), summary, dependence_column, 1e-8) == wrong


@pytest.mark.shared
def test_right_values_where_the_published_ones_are_wrong(shared):
    recall = gaps(published_scores(shared, "recall1", "recall_pos"), "recall_pos")
    for a, b, value in (("NZ", "US", 1.8644), ("baseline", "mixed", 1.7898), ("baseline", "CA", 0.5350)):
        assert recall.select([a, b]).vector() == pytest.approx([value], abs=5e-5)
    precision = dependence(published_scores(shared, "precision1", "precision_pos"), "precision_pos")
    assert precision.select(["UK", "US"]).vector() == pytest.approx([0.872936], abs=1e-6)


@pytest.mark.shared
def test_bias_corrected_dependence_equals_the_recomputed(shared):
    recomputed = pytest.importorskip("pandas").read_csv(shared / "facts/dcor_recomputed.csv")
    summary = recomputed.rename(columns={"pair": "label_mixed"})
    for stem, (metric, _, column) in PUBLISHED.items():
        table = dependence(published_scores(shared, stem, metric), metric, bias_corrected=True)
        assert differing(table, summary, f"{column}_u2", 1e-9) == set()
