"""Agreement of back ends, as a table."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from geobias.errors import InputError
from geobias.models.entailment import Entailments, rater_agreement

RNG = np.random.default_rng(0)


def random(shape: tuple[int, ...]) -> Entailments:
    return Entailments(RNG.dirichlet(np.ones(3), shape), "e", "f")


def test_every_two_back_ends_have_a_row_per_kind_of_weights():
    said = {name: random((30, 4)) for name in ("nli", "judge", "lexical")}
    table = rater_agreement(said, rng=0)
    assert [(row.rater_a, row.rater_b, row.weights) for row in table.rows] == [
        (one, other, kind)
        for one, other in (("nli", "judge"), ("nli", "lexical"), ("judge", "lexical"))
        for kind in ("none", "quadratic")
    ]
    for row in table.rows:
        labels = [said[name].labels.ravel() for name in (row.rater_a, row.rater_b)]
        weights = None if row.weights == "none" else row.weights
        assert row.kappa == pytest.approx(cohen_kappa_score(*labels, weights=weights))
        assert (row.n, row.clusters, row.agreement) == (120, 30, pytest.approx((labels[0] == labels[1]).mean()))
        assert row.low < row.kappa < row.high
    assert rater_agreement(said, rng=0) == table
    assert "nli, judge" in table.summary()


def test_a_relation_that_nobody_finds_keeps_the_distance_of_the_others():
    one, other = (np.zeros((50, 3)) for _ in range(2))
    one[np.arange(50), RNG.choice([0, 2], 50)] = other[np.arange(50), RNG.choice([0, 2], 50)] = 1.0
    said = {"a": Entailments(one, "e", "f"), "b": Entailments(other, "e", "f")}
    plain, squared = rater_agreement(said, clusters=range(50), rng=0).rows
    assert plain.kappa == pytest.approx(squared.kappa)  # every disagreement is one of two steps


def test_back_ends_that_say_one_thing_alone_have_no_kappa():
    same = Entailments(np.tile([0.0, 1.0, 0.0], (5, 2, 1)), "e", "f")
    row = rater_agreement({"a": same, "b": same}).rows[0]
    assert np.isnan([row.kappa, row.low, row.high]).all()
    assert (row.agreement, row.note) == (1.0, "a and b gave one label alone")
    row = rater_agreement({"a": same, "b": random((5, 2))}).rows[0]
    assert (row.kappa, row.note) == (pytest.approx(0), "a gave one label alone")
    assert np.isnan([row.low, row.high]).all()


def test_premises_of_one_author_go_together():
    said = {"a": random((30, 4)), "b": random((30, 4))}
    assert rater_agreement(said, clusters=np.arange(30) // 3, rng=0).rows[0].clusters == 10


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(InputError) as error:
        rater_agreement({"a": random((2, 3)), "b": random((3, 3))})
    assert str(error.value) == (
        "agreement needs two back ends or more that judged the same pairs, but there are {'a': (2, 3), 'b': (3, 3)}. "
        "Judge them alike."
    )
    with pytest.raises(InputError) as error:
        rater_agreement({"a": random((4,)), "b": random((4,))})
    assert str(error.value) == (
        "clusters must name the premise of every pair, or what every premise belongs to, but there are 0 for 4. "
        "Pass one for each."
    )
