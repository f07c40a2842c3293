"""Scores of answers: scikit-learn's on the same answers, bounds that hold, overall by weights, intervals that widen."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteSettings, etiquette_counts, etiquette_scores, region_weights
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG, EtiquetteCountTable, EtiquetteScoreTable
from tests.measures.etiquette.conftest import make_answers, strings

METRICS = ("accuracy", "f1_pos", "f1_macro", "precision_pos", "recall_neg")
QUICK = EtiquetteSettings(metrics=METRICS, replicates=200)


@pytest.fixture(scope="module")
def scored(made):
    return etiquette_scores(made, QUICK)


def _theirs(truth, said, metric):
    whole = {
        "accuracy": lambda: metrics.accuracy_score(truth, said),
        "f1_pos": lambda: metrics.f1_score(truth, said),
        "f1_macro": lambda: metrics.f1_score(truth, said, average="macro"),
        "precision_pos": lambda: metrics.precision_score(truth, said),
        "recall_neg": lambda: metrics.recall_score(truth, said, pos_label=-1),
    }
    return whole[metric]()


def _mask(made, region, kind):
    return ((made.regions == region) | (region == "")) & ((made.types == kind) | (kind == ""))


@pytest.mark.parametrize("counted", [ANSWERED, AS_WRONG, AS_RIGHT])
@pytest.mark.parametrize(("region", "kind"), [("east", ""), ("", "visits"), ("west", "dining")])
def test_scores_are_those_of_scikit_learn(made, scored, counted, region, kind):
    here = _mask(made, region, kind)
    said = made.said.copy()
    silent = said == 0
    said[silent] = {ANSWERED: 0, AS_WRONG: -made.truth[silent], AS_RIGHT: made.truth[silent]}[counted]
    here &= said != 0
    for metric in METRICS:
        row = scored.one(metric, counted, region, kind)
        assert row.value == pytest.approx(_theirs(made.truth[here], said[here], metric), abs=1e-12)
        assert row.low <= row.value <= row.high
        assert (row.answered, row.n) == (int((here & ~silent).sum()), int(_mask(made, region, kind).sum()))


def test_overall_is_weighted_by_statements_and_the_weights_are_kept(made, scored):
    weights = region_weights(made)
    assert sum(weights.values()) == pytest.approx(1)
    for metric in METRICS:
        rows = [
            row for row in scored.rows if (row.metric, row.counted, row.type) == (metric, ANSWERED, "") and row.region
        ]
        assert {row.region: row.weight for row in rows} == pytest.approx(weights)
        mean = sum(row.value * row.weight for row in rows)
        assert scored.one(metric).value == pytest.approx(mean)
    assert scored.one("accuracy").weight != scored.one("accuracy").weight


def test_coverage_is_the_share_answered(made, scored):
    row = scored.one("coverage", "", "east", "")
    here = made.regions == "east"
    assert row.value == pytest.approx(made.answered[here].mean())


@given(st.lists(st.tuples(st.sampled_from([1, -1]), st.sampled_from([1, 0, -1])), min_size=2, max_size=30))
@settings(max_examples=12)
def test_bounds_hold_whatever_the_silent_ones_would_have_said(pairs):
    truth, said = (np.array(column, dtype=np.int8) for column in zip(*pairs, strict=True))
    n = len(truth)
    blank = strings([""] * n)
    made = make_answers(n, truth=truth, said=said, regions=strings(["a"] * n), types=blank, reasons=blank)
    found = etiquette_scores(made, EtiquetteSettings(metrics=("accuracy", "f1_pos"), replicates=5))
    filled = said.copy()
    filled[said == 0] = np.random.default_rng(n).choice([1, -1], int((said == 0).sum()))
    for metric in ("accuracy", "f1_pos"):
        low, high = (found.one(metric, counted, "a").value for counted in (AS_WRONG, AS_RIGHT))
        value = metrics.accuracy_score(truth, filled)
        if metric == "f1_pos":
            value = metrics.f1_score(truth, filled, zero_division=np.nan)
        if not np.isnan([low, high, value]).any():
            assert low - 1e-12 <= value <= high + 1e-12


def test_abstentions_never_count_as_answers():
    made = make_answers(60)
    silent = make_answers(60, said=np.zeros(60, dtype=np.int8))
    found = etiquette_scores(silent, QUICK)
    assert np.isnan(found.one("accuracy", ANSWERED, "east").value)
    assert np.isnan(found.one("accuracy").value)
    assert found.one("accuracy", AS_WRONG, "east").value == 0
    assert found.one("accuracy", AS_RIGHT, "east").value == 1
    assert found.one("coverage", "").value == 0
    # More silent ones among the right answers change the score of those that are left by nothing else.
    some = made.select(made.answered)
    assert etiquette_scores(some, QUICK).one("accuracy", ANSWERED, "east").value == pytest.approx(
        etiquette_scores(made, QUICK).one("accuracy", ANSWERED, "east").value
    )


def test_fifty_answers_to_a_statement_are_one_unit():
    # Q05: twelve cells of 50 repeats are twelve draws.
    rng = np.random.default_rng(1)
    right = np.repeat(rng.random(12) < 0.6, 50)
    truth = np.ones(600, dtype=np.int8)
    blank = strings([""] * 600)
    given = {"truth": truth, "said": np.where(right, 1, -1).astype(np.int8), "reasons": blank, "types": blank}
    one = EtiquetteSettings(metrics=("accuracy",), replicates=100)

    def scored(**units):
        made = make_answers(600, regions=strings(["a"] * 600), **given, **units)
        return etiquette_scores(made, one).one("accuracy", ANSWERED, "a")

    row, alone = scored(units=np.repeat(np.arange(12), 50)), scored()
    assert row.units == 12
    assert row.high - row.low > 5 * (alone.high - alone.low)


def test_an_interval_of_right_answers_alone_is_not_a_point():
    truth = np.ones(30, dtype=np.int8)
    found = etiquette_scores(make_answers(30, truth=truth, said=truth), QUICK)
    for region in ("", "east"):
        row = found.one("accuracy", ANSWERED, region)
        assert row.value == row.high == 1
        assert row.low < 0.95


def test_counts_add_up_and_give_the_scores(made):
    counts = {(row.region, row.type): row for row in etiquette_counts(made).rows}
    whole = counts["", ""]
    names = ("true_pos", "true_neg", "false_pos", "false_neg", "abstained_pos", "abstained_neg")
    assert sum(getattr(whole, name) for name in names) == len(made)
    for name in names:
        assert getattr(whole, name) == sum(getattr(counts[region, ""], name) for region in ("east", "west", "south"))
    here = (made.regions == "east") & made.answered
    found = metrics.confusion_matrix(made.truth[here], made.said[here], labels=[-1, 1]).ravel().tolist()
    east = counts["east", ""]
    assert [east.true_neg, east.false_pos, east.false_neg, east.true_pos] == found


def test_tables_come_back_from_files(made, scored, tmp_path):
    for table, kind in ((scored, EtiquetteScoreTable), (etiquette_counts(made), EtiquetteCountTable)):
        for ending in ("csv", "parquet"):
            path = table.save(tmp_path / f"t.{ending}")
            assert kind.load(path).to_frame().equals(table.to_frame())
    assert scored.summary().splitlines()[0] == f"{len(scored.rows)} scores"
    with pytest.raises(InputError) as caught:
        scored.one("accuracy", ANSWERED, "north")
    assert str(caught.value) == (
        "the table must have the score 'accuracy', counted 'answered', of north, but none of its "
        f"{len(scored.rows)} rows is that. Name another cell, or another score."
    )
