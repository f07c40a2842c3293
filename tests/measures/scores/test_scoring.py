"""Scores by group and repeat: each cell is the score of its rows."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores import binary_scores, common_prevalence, metric_names, multilabel_scores, score
from geobias.tables import Predictions

NAN = float("nan")


def predictions(rows, labels, probabilities, names=("neg", "pos")):
    models = tuple(f"m{i}" for i in range(len(probabilities)))
    return Predictions(models, np.array(rows), np.array(labels, dtype=np.int8), np.array(probabilities), names)


@pytest.fixture
def some():
    """Predictions of 3 models on 40 rows in no order; the third has seen none of the rows of the group 'b'."""
    rng = np.random.default_rng(0)
    rows = rng.permutation(np.arange(100, 140))
    probabilities = rng.random((3, 40))
    probabilities[2, rows >= 120] = NAN
    return predictions(rows, rng.integers(0, 2, 40), probabilities)


def test_every_cell_is_the_score_of_its_rows_counted_as_drawn(some):
    draws = [
        {"a": np.array([101, 119, 101, 105, 112]), "b": np.array([139, 120, 121])},
        {"b": np.array([125, 130]), "a+b": np.array([101, 139])},
    ]
    table = score(some, draws, pooled_groups=["a+b"])
    prevalence = common_prevalence(some, draws, pooled_groups=["a+b"])
    assert (table.models, table.groups, table.pooled_groups) == (("m0", "m1", "m2"), ("a", "b", "a+b"), ("a+b",))
    for repeat, draw in enumerate(draws):
        for place, group in enumerate(table.groups):
            at = [int(np.flatnonzero(some.rows == row)[0]) for row in draw.get(group, [])]
            expected = binary_scores(some.probabilities[:, at], some.labels[at], prevalence=prevalence)
            for name, values in expected.items():
                if group in draw:
                    np.testing.assert_array_equal(table.metrics[name][:, repeat, place], values)
                else:
                    assert np.isnan(table.metrics[name][:, repeat, place]).all()
    assert np.isnan(table.metrics["accuracy"][2, :, 1]).all()
    assert table.metrics["n_texts"][:, 0, 0].tolist() == [5, 5, 5]


def test_rows_without_predictions_or_labels_are_left_out(some):
    labels = some.labels.copy()
    labels[some.rows == 101] = -1
    unlabelled = predictions(some.rows, labels, some.probabilities)
    table = score(unlabelled, [{"a": np.array([99, 101, 102, 500]), "none": np.array([7, 8]), "empty": np.empty(0)}])
    assert table.metrics["n_texts"][:, 0].tolist() == [[1, 0, 0]] * 3
    assert np.isnan(table.metrics["accuracy"][:, 0, 1:]).all()


def test_the_common_prevalence_is_the_mean_of_the_groups_without_pooled_groups():
    few = predictions(range(6), [1, 1, 0, 0, 0, -1], [[0.5] * 6])
    draws = [{"a": np.array([0, 1, 2]), "b": np.array([3, 5]), "all": np.arange(6)}, {"a": np.array([2])}]
    assert common_prevalence(few, draws, pooled_groups=["all"]) == pytest.approx((2 / 4 + 0) / 2)
    assert common_prevalence(few, draws) == pytest.approx((2 / 4 + 0 + 2 / 5) / 3)
    assert np.isnan(common_prevalence(few, [{"b": np.array([5])}]))
    given = score(few, draws, prevalence=0.25).metrics["precision_pos_standardised"]
    assert given[0, 0, 0] == pytest.approx(0.25)  # everything is called positive


def test_many_labels():
    rng = np.random.default_rng(1)
    several = predictions(range(30), rng.integers(0, 2, (30, 4)), rng.random((2, 30, 4)), tuple("wxyz"))
    drawn = np.array([3, 3, 9, 27, 11, 4])
    table = score(several, [{"a": drawn}])
    expected = multilabel_scores(several.probabilities[:, drawn], several.labels[drawn])
    for name, values in expected.items():
        np.testing.assert_array_equal(table.metrics[name][:, 0, 0], values)
    assert metric_names(table) == (
        "exact_match",
        "precision_micro",
        "recall_micro",
        "f1_micro",
        "precision_macro",
        "recall_macro",
        "f1_macro",
        "auc_macro",
    )


def test_mistakes_are_named(some):
    draws = [{"a": np.array([101])}]
    with pytest.raises(InputError) as error:
        score(predictions([0, 1], [0, 4], [[0.1, 0.2]]), draws)
    assert str(error.value) == (
        "labels of predictions must be 0, 1 or -1 for none, but there is 4. "
        "Map the corpus's own labels to 0 (negative) and 1 (positive) first."
    )
    with pytest.raises(InputError, match="rows of predictions must be distinct, but 1 are repeats"):
        score(predictions([5, 5], [0, 1], [[0.1, 0.2]]), draws)
    with pytest.raises(InputError, match="draws must hold at least one repeat, but there is none"):
        score(some, [])
    with pytest.raises(InputError, match="rows drawn for the group 'a' must be integers, but they are bool"):
        score(some, [{"a": np.array([True, False])}])
