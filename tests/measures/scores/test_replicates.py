"""The crossed bootstrap and the split halves: what varies, what is shared, what is left out."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores.performance import score
from geobias.measures.scores.replicates import crossed_bootstrap, distinct_rows, group_places, model_mean, split_halves
from geobias.tables import Predictions

NAN = float("nan")
ROWS = {"a": np.arange(60), "b": np.arange(60, 150), "own": np.arange(150, 210)}


@pytest.fixture
def held_out():
    """Two sets of three folds on 210 rows; of the group "own" each model predicts its own third alone."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 210).astype(np.int8)
    probabilities = np.clip(labels * 0.3 + rng.random((6, 210)) * 0.7, 0, 1).astype(np.float32)
    for model in range(6):
        probabilities[model, 150:][np.arange(60) % 3 != model % 3] = NAN
    names = tuple(f"set{i // 3}-fold{i % 3}" for i in range(6))
    return Predictions(names, np.arange(210), labels, probabilities, ("neg", "pos"))


def test_values_are_the_scores_of_the_distinct_documents(held_out):
    crossed = crossed_bootstrap(held_out, ROWS, unions=["own"], replicates=3, rng=np.random.default_rng(1))
    expected = score(held_out, [ROWS], unions=["own"])
    for name, values in crossed.values.items():
        np.testing.assert_allclose(values, expected.metrics[name][:, 0], atol=1e-12, err_msg=name)
    assert crossed.documents == {"a": 60, "b": 90, "own": 60}
    assert crossed.replicates["auc"].shape == (3, 6, 3)
    assert crossed.weights.shape == (3, 6)


def test_rows_repeated_or_unknown_or_without_a_label_change_nothing(held_out):
    labels = held_out.labels.copy()
    labels[5] = -1
    some = Predictions(held_out.models, held_out.rows, labels, held_out.probabilities, held_out.label_names)
    once = crossed_bootstrap(some, {"a": np.arange(60)}, replicates=4, rng=np.random.default_rng(2))
    again = crossed_bootstrap(
        some, {"a": np.append(np.arange(60), [3, 3, 999])}, replicates=4, rng=np.random.default_rng(2)
    )
    assert once.documents == again.documents == {"a": 59}
    np.testing.assert_array_equal(once.replicates["f1_macro"], again.replicates["f1_macro"])


def test_documents_that_groups_share_keep_one_weight(held_out):
    rows = {"a": np.arange(60), "same": np.arange(60), "other": np.arange(60, 120)}
    found = crossed_bootstrap(held_out, rows, metrics=["accuracy"], replicates=50, rng=np.random.default_rng(3))
    replicates = found.replicates["accuracy"]
    np.testing.assert_array_equal(replicates[..., 0], replicates[..., 1])
    assert not np.allclose(replicates[..., 0], replicates[..., 2])


def test_the_same_generator_gives_the_same_bits_and_more_replicates_go_on(held_out):
    one, more = (
        crossed_bootstrap(held_out, ROWS, metrics=["auc"], replicates=n, rng=np.random.default_rng(4))
        for n in (200, 300)
    )
    np.testing.assert_array_equal(one.replicates["auc"], more.replicates["auc"][:200])


def test_variance_of_documents_is_that_of_a_share():
    rng = np.random.default_rng(5)
    labels = np.ones(500, np.int8)
    right = (rng.random(500) < 0.8).astype(np.float32)
    one = Predictions(("m",), np.arange(500), labels, right[None], ("neg", "pos"))
    found = crossed_bootstrap(one, {"a": np.arange(500)}, metrics=["accuracy"], replicates=4000, rng=rng)
    share = right.mean()
    assert found.replicates["accuracy"].var() == pytest.approx(share * (1 - share) / 500, rel=0.1)
    assert (found.weights == 1).all()


def test_halves_are_disjoint_and_of_one_size(held_out):
    halves = split_halves(held_out, {"a": ROWS["a"], "b": ROWS["b"]}, splits=20, rng=np.random.default_rng(6))
    assert (halves.m, halves.values["accuracy"].shape) == (30, (20, 2, 6, 2))
    # Two halves of 30 of 60 documents are all of them.
    whole = score(held_out, [ROWS]).metrics["accuracy"][:, 0, 0]
    np.testing.assert_allclose(halves.values["accuracy"][..., 0].mean(1), np.tile(whole, (20, 1)))
    assert halves.values["accuracy"][:, 0].std() > 0


def test_halves_of_too_small_a_group(held_out):
    rows = {"a": ROWS["a"], "one": np.array([70]), "none": np.array([999])}
    found = split_halves(held_out, rows, metrics=["accuracy"], rng=np.random.default_rng(7), splits=3)
    assert found.m == 30
    assert np.isnan(found.values["accuracy"][..., 1:]).all()
    with pytest.raises(InputError) as error:
        split_halves(held_out, rows, m=31, rng=np.random.default_rng(8))
    assert str(error.value) == (
        "halves of m=31 documents must fit twice into every group, but a has 60 that are labelled and predicted. "
        "Pass a smaller m, or None for the largest that fits."
    )


def test_sets_must_name_every_model(held_out):
    with pytest.raises(InputError, match="sets must name a training set for each of the 6 models, but there are 2"):
        crossed_bootstrap(held_out, ROWS, sets=["x", "y"], rng=np.random.default_rng(9))


def test_distinct_rows_and_places(held_out):
    draws = [{"a": np.array([3, 3, 9])}, {"a": np.array([9, 1]), "b": np.array([70])}]
    assert {g: r.tolist() for g, r in distinct_rows(draws).items()} == {"a": [1, 3, 9], "b": [70]}
    assert group_places(held_out, {"a": np.array([9, 9, 500])})["a"].tolist() == [9]


def test_model_mean_weighs_what_is_known():
    values = np.array([[1.0, NAN], [3.0, 5.0], [8.0, NAN]])
    np.testing.assert_allclose(model_mean(values), [4, 5])
    np.testing.assert_allclose(model_mean(values, np.array([1.0, 1.0, 0.0])), [2, 5])
    assert np.isnan(model_mean(np.full((2, 1), NAN))).all()
