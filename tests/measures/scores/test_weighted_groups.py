"""Groups of distinct documents: their units, and copies left out."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.scores import WeightedGroups


def test_units_are_of_the_corpus_and_numbered_alike_in_all_groups(held_out):
    units = np.array([f"author {i // 10}" for i in range(300)])
    groups = WeightedGroups.of(held_out, {"a": np.arange(60), "b": np.arange(55, 150)}, ["accuracy"], units=units)
    for group, at in groups.at.items():
        np.testing.assert_array_equal(np.unique(units)[groups.units[group]], units[held_out.rows[at]])
    alone = WeightedGroups.of(held_out, {"a": np.arange(60)}, ["accuracy"])
    assert len(np.unique(alone.units["a"])) == 60


def test_what_is_not_counted_is_left_out(held_out):
    counted = np.arange(210) % 3 > 0
    found = WeightedGroups.of(held_out, {"a": np.arange(60)}, ["accuracy"], counted=counted)
    expected = WeightedGroups.of(held_out, {"a": np.flatnonzero(counted[:60])}, ["accuracy"])
    np.testing.assert_array_equal(found.at["a"], expected.at["a"])
    assert found.prevalence == expected.prevalence


def test_units_of_another_corpus_are_refused(held_out):
    with pytest.raises(InputError) as error:
        WeightedGroups.of(held_out, {"a": np.arange(60)}, units=np.arange(200))
    assert str(error.value) == (
        "units must have a value for every text of the corpus, but there are 200, and row 209 is predicted. "
        "Pass one per text."
    )
