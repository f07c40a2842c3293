"""Which scores a task has, and which of them take weights."""

import pytest

from geobias.errors import InputError
from geobias.measures.scores.names import BESIDE, check_metrics, related_names, score_names


def test_scores_that_say_a_thing_twice_join_no_family_by_default():
    assert set(score_names("binary")) - set(related_names("binary")) == set(BESIDE)
    assert related_names("multilabel") == score_names("multilabel")


def test_a_score_that_takes_no_weights_is_refused():
    check_metrics(["auc", "brier"], "binary")
    with pytest.raises(InputError, match=r"must be scores of weighted documents, but \['calibration_error'\] are not"):
        check_metrics(["auc", "calibration_error"], "binary")
