"""What the harness says of options, as scores: rounded, and apart from each other."""

import math
import re

import pytest

from geobias.errors import InputError
from geobias.harness import scores_of


def results(*values):
    return [(value, False) for value in values]


def test_a_number_loses_what_goes_on_to_a_longer_one():
    found = scores_of(["1", "2", "10"], results(math.log(0.5), math.log(0.2), math.log(0.1)))
    assert found == pytest.approx({"1": math.log(0.4), "2": math.log(0.2), "10": math.log(0.1)}, abs=2e-3)
    whole = scores_of(["1", "2", "10"], results(math.log(0.5), math.log(0.2), math.log(0.1)), "whole")
    assert whole["1"] == round(math.log(0.5), 3)


def test_words_begin_each_other_and_syllables_do_not():
    found = scores_of(["Agree", "Agree strongly", "Agreed"], results(-1.0, -2.0, -3.0))
    assert found == {
        "Agree": pytest.approx(math.log(math.exp(-1) - math.exp(-2))),
        "Agree strongly": -2.0,
        "Agreed": -3.0,
    }


def test_figures_that_a_tokenizer_reads_whole_are_told():
    message = (
        "option '1' must be at least as probable as one that goes on from it, but their log-probabilities are -3.0 and "
        "-1.0. The model's tokenizer reads numbers whole: set `dataset_kwargs: {figures: whole}` in the task."
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        scores_of(["1", "10"], results(-3.0, -1.0))
