"""The pigeonhole bootstrap: what varies, what is shared, what is left out."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores import WeightedGroups, pigeonhole_bootstrap, score
from geobias.tables import Predictions

NAN = float("nan")
ROWS = {"a": np.arange(60), "b": np.arange(60, 150), "own": np.arange(150, 210)}


def test_values_are_the_scores_of_the_distinct_documents(held_out):
    groups = WeightedGroups.of(held_out, ROWS, pooled_groups=["own"])
    pigeonhole = pigeonhole_bootstrap(groups, replicates=3, rng=np.random.default_rng(1))
    expected = score(held_out, [ROWS], pooled_groups=["own"])
    for name, values in pigeonhole.values.items():
        np.testing.assert_allclose(values, expected.metrics[name][:, 0], atol=1e-12, err_msg=name)
    assert pigeonhole.documents == {"a": 60, "b": 90, "own": 60}
    assert pigeonhole.replicates["auc"].shape == (3, 6, 3)
    assert pigeonhole.weights.shape == (3, 6)


def test_rows_repeated_or_unknown_or_without_a_label_change_nothing(held_out):
    labels = held_out.labels.copy()
    labels[5] = -1
    some = Predictions(held_out.models, held_out.rows, labels, held_out.probabilities, held_out.label_names)
    once = pigeonhole_bootstrap(
        WeightedGroups.of(some, {"a": np.arange(60)}), replicates=4, rng=np.random.default_rng(2)
    )
    again = pigeonhole_bootstrap(
        WeightedGroups.of(some, {"a": np.append(np.arange(60), [3, 3, 999])}),
        replicates=4,
        rng=np.random.default_rng(2),
    )
    assert once.documents == again.documents == {"a": 59}
    np.testing.assert_array_equal(once.replicates["f1_macro"], again.replicates["f1_macro"])


def test_documents_that_groups_share_keep_one_weight(held_out):
    rows = {"a": np.arange(60), "same": np.arange(60), "other": np.arange(60, 120)}
    found = pigeonhole_bootstrap(
        WeightedGroups.of(held_out, rows, ["accuracy"]), replicates=50, rng=np.random.default_rng(3)
    )
    replicates = found.replicates["accuracy"]
    np.testing.assert_array_equal(replicates[..., 0], replicates[..., 1])
    assert not np.allclose(replicates[..., 0], replicates[..., 2])


def test_the_same_generator_gives_the_same_bits_and_more_replicates_go_on(held_out):
    one, more = (
        pigeonhole_bootstrap(WeightedGroups.of(held_out, ROWS, ["auc"]), replicates=n, rng=np.random.default_rng(4))
        for n in (200, 300)
    )
    np.testing.assert_array_equal(one.replicates["auc"], more.replicates["auc"][:200])


def test_variance_of_documents_is_that_of_a_share():
    rng = np.random.default_rng(5)
    labels = np.ones(500, np.int8)
    right = (rng.random(500) < 0.8).astype(np.float32)
    one = Predictions(("m",), np.arange(500), labels, right[None], ("neg", "pos"))
    found = pigeonhole_bootstrap(WeightedGroups.of(one, {"a": np.arange(500)}, ["accuracy"]), replicates=4000, rng=rng)
    share = right.mean()
    assert found.replicates["accuracy"].var() == pytest.approx(share * (1 - share) / 500, rel=0.1)
    assert (found.weights == 1).all()


def test_sets_must_name_every_model(held_out):
    with pytest.raises(InputError, match="sets must name a training set for each of the 6 models, but there are 2"):
        pigeonhole_bootstrap(WeightedGroups.of(held_out, ROWS), sets=["x", "y"], rng=np.random.default_rng(9))


def test_texts_repeated_within_their_unit_change_no_replicate(held_out):
    some = held_out.probabilities[:, :150], held_out.labels[:150]
    probabilities, labels = np.repeat(some[0], 3, axis=1), np.repeat(some[1], 3)
    once = Predictions(held_out.models, np.arange(150), some[1], some[0], ("neg", "pos"))
    thrice = Predictions(held_out.models, np.arange(450), labels, probabilities, ("neg", "pos"))
    authors = np.array([f"author {i:03}" for i in range(150)])
    alone, repeated = (
        pigeonhole_bootstrap(
            WeightedGroups.of(
                of, {"a": np.arange(60 * k), "b": np.arange(60 * k, 150 * k)}, units=np.repeat(authors, k)
            ),
            replicates=20,
            rng=np.random.default_rng(6),
        )
        for of, k in ((once, 1), (thrice, 3))
    )
    assert repeated.documents == {"a": 180, "b": 270}
    assert repeated.units == alone.units == {"a": 60, "b": 90}
    for name, values in alone.replicates.items():
        np.testing.assert_allclose(repeated.replicates[name], values, atol=1e-12, err_msg=name)


def test_an_author_of_two_groups_keeps_one_weight(held_out):
    units = np.tile(np.arange(30), 7)
    rows = {"a": np.arange(30), "b": np.arange(30, 60)}
    pair = np.tile(held_out.probabilities[:, :30], (1, 2)), np.tile(held_out.labels[:30], 2)
    twice = Predictions(held_out.models, np.arange(60), pair[1], pair[0], ("neg", "pos"))
    found = pigeonhole_bootstrap(
        WeightedGroups.of(twice, rows, ["accuracy"], units=units), replicates=20, rng=np.random.default_rng(7)
    ).replicates["accuracy"]
    np.testing.assert_allclose(found[..., 0], found[..., 1])
