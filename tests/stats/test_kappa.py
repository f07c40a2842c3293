"""Cohen's kappa against scikit-learn, its standard error against statsmodels, and its interval against clusters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

from geobias.errors import InputError
from geobias.stats import cohen_kappa

LABELS = st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=2, max_size=40)


@pytest.mark.filterwarnings("ignore:`y1`, `y2` and `labels`")
@given(LABELS, st.sampled_from(["none", "linear", "quadratic"]))
def test_it_is_that_of_scikit_learn(pairs, weights):
    first, second = np.array(pairs).T
    found = cohen_kappa(first, second, categories=(-1, 0, 1), weights=weights, replicates=2)
    wanted = cohen_kappa_score(first, second, labels=[-1, 0, 1], weights=None if weights == "none" else weights)
    assert found.kappa == pytest.approx(wanted, nan_ok=True)
    assert found.agreement == pytest.approx((first == second).mean())


def test_labels_of_any_type_in_the_order_of_their_categories():
    first, second = ["low", "high", "mid", "low", "high"], ["low", "mid", "mid", "mid", "low"]
    order = ["low", "mid", "high"]
    found = cohen_kappa(first, second, categories=order, weights="quadratic", rng=0)
    numbers = [[order.index(label) for label in rater] for rater in (first, second)]
    assert found.kappa == pytest.approx(cohen_kappa_score(*numbers, weights="quadratic"))


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_the_interval_of_single_items_is_that_of_the_standard_error(weights):
    rng = np.random.default_rng(0)
    first = rng.integers(3, size=600)
    second = np.where(rng.random(600) < 0.6, first, rng.integers(3, size=600))
    found = cohen_kappa(first, second, weights=weights, replicates=4_000, rng=0)
    table = np.zeros((3, 3))
    np.add.at(table, (first, second), 1)
    wanted = cohens_kappa(table, wt=None if weights == "none" else "ca" if weights == "linear" else "fc")
    assert found.kappa == pytest.approx(wanted.kappa)
    assert (found.high - found.low) / (2 * 1.96) == pytest.approx(wanted.std_kappa, rel=0.05)


def test_items_that_are_copies_of_one_count_as_one():
    rng = np.random.default_rng(0)
    first = rng.integers(3, size=40)
    second = np.where(rng.random(40) < 0.5, first, rng.integers(3, size=40))
    alone = cohen_kappa(first, second, rng=0)
    copies = cohen_kappa(np.repeat(first, 7), np.repeat(second, 7), clusters=np.repeat(np.arange(40), 7), rng=0)
    assert (copies.kappa, copies.low, copies.high) == pytest.approx((alone.kappa, alone.low, alone.high))
    assert (copies.n, copies.clusters) == (280, 40)


def test_intervals_of_clusters_have_their_level():
    rng = np.random.default_rng(0)
    inside = []
    for _ in range(300):
        # 25 texts with 8 items; each text has a rater's slip rate of its own, so items of a text go together.
        slips = rng.beta(0.8, 1.2, size=(25, 1))
        first = rng.integers(-1, 2, size=(25, 8))
        second = np.where(rng.random((25, 8)) < slips, rng.integers(-1, 2, size=(25, 8)), first)
        clusters = np.repeat(np.arange(25), 8)
        found = cohen_kappa(first.ravel(), second.ravel(), clusters=clusters, replicates=500, rng=rng)
        inside.append(found.low <= 1 - 0.8 / 2.0 <= found.high)  # kappa = 1 - mean slip rate
    assert 0.92 <= np.mean(inside) <= 0.975


def test_where_there_is_nothing_to_disagree_on_there_is_no_kappa():
    found = cohen_kappa([0, 0, 0], [0, 0, 0])
    assert np.isnan([found.kappa, found.low, found.high]).all()
    assert found.agreement == 1
    one = cohen_kappa([0, 1, 1], [0, 1, 0], clusters=["a", "a", "a"])
    assert one.kappa == pytest.approx(0.4)
    assert np.isnan([one.low, one.high]).all()


def test_many_clusters_are_drawn_a_block_at_a_time(monkeypatch):
    labels = np.random.default_rng(0).integers(3, size=(2, 50))
    whole = cohen_kappa(*labels, replicates=200, rng=0)
    monkeypatch.setattr("geobias.stats.kappa._AT_ONCE", 500)
    blocks = cohen_kappa(*labels, replicates=200, rng=0)
    assert (blocks.low, blocks.high) == pytest.approx((whole.low, whole.high), abs=0.1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([], []), "first and second must hold one label per item, but their shape is (0,). Pass two lists of labels."),
        (
            ([0.0, np.nan], [0.0, 1.0]),
            "labels must be known, but some are NaN. Leave out items that a rater did not label.",
        ),
        (([0, 2], [0, 1]), "labels must be among the categories, but 2 is not in [0, 1]. Add it to categories."),
    ],
)
def test_what_is_no_label_is_named(arguments, sentence):
    with pytest.raises(InputError) as error:
        cohen_kappa(*arguments, categories=[0, 1])
    assert str(error.value) == sentence


def test_settings_are_checked():
    for bad, words in (
        ({"weights": "cubic"}, "weights must be one of"),
        ({"level": 1.0}, "level must lie in"),
        ({"clusters": [1]}, "clusters must have one entry per row"),
        ({"replicates": 0}, "replicates must be a whole number, at least 1"),
    ):
        with pytest.raises(InputError, match=words):
            cohen_kappa([0, 1], [1, 1], **bad)
    with pytest.raises(InputError, match="second must have one entry per row"):
        cohen_kappa([0, 1], [1])
