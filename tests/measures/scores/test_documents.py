"""Documents of groups: each once, labelled, predicted; and how many of them are positive."""

import numpy as np

from geobias.measures.scores.documents import distinct_rows, group_places


def test_distinct_rows_and_places(held_out):
    draws = [{"a": np.array([3, 3, 9])}, {"a": np.array([9, 1]), "b": np.array([70])}]
    assert {g: r.tolist() for g, r in distinct_rows(draws).items()} == {"a": [1, 3, 9], "b": [70]}
    assert group_places(held_out, {"a": np.array([9, 9, 500])})["a"].tolist() == [9]
