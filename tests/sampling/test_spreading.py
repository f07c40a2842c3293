"""Folds with kinds spread: every row tested once, families whole, shares as published."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.corpora import load_etiquette
from geobias.errors import InputError
from geobias.sampling import Split, TooFewToTrain, near_duplicate_families, spread_folds


def _kinds():
    own = load_etiquette()
    return [f"{kind} {label}" for kind, label in zip(own.attributes["type"], own.labels, strict=True)], own


def test_shares_are_70_10_20_and_kinds_are_spread():
    kinds, own = _kinds()
    folds = spread_folds(kinds, near_duplicate_families(own.texts))
    assert [fold.name for fold in folds] == [f"fold{number}" for number in range(5)]
    for fold in folds:
        assert [len(rows) for rows in (fold.train, fold.validation, fold.test)] == pytest.approx([280, 40, 80], abs=2)
        counts = Counter(kinds[row] for row in fold.test)
        assert set(counts) == set(kinds)
        assert max(counts.values()) - min(counts.values()) <= 1
    assert sorted(np.concatenate([fold.test for fold in folds]).tolist()) == list(range(400))


@given(st.lists(st.tuples(st.integers(0, 30), st.sampled_from("ab")), min_size=40, max_size=80), st.integers(2, 4))
@settings(max_examples=30)
def test_families_stay_together_and_no_row_is_on_two_sides(rows, folds):
    families, kinds = (list(column) for column in zip(*rows, strict=True))
    try:
        found = spread_folds(kinds, np.array(families), folds=folds)
    except TooFewToTrain:
        assert len(set(families)) < 2 * folds
        return
    for fold in found:
        sides = [{families[row] for row in side} for side in (fold.train, fold.validation, fold.test)]
        assert sum(map(len, sides)) == len(set.union(*sides))
        assert sum(len(side) for side in (fold.train, fold.validation, fold.test)) == len(rows)
    assert sorted(np.concatenate([fold.test for fold in found]).tolist()) == list(range(len(rows)))


def test_the_seed_decides():
    kinds, _ = _kinds()

    def tests(seed) -> list[list[int]]:
        return [fold.test.tolist() for fold in spread_folds(kinds, seed=seed)]

    assert tests(0) == tests(0)
    assert tests(0) != tests(1)
    assert isinstance(spread_folds(kinds)[0], Split)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"kinds": ["a"] * 9, "folds": 1}, "folds must be at least 2, but they are 1. Pass 5."),
        (
            {"kinds": ["a"] * 9},
            "texts must fill 10 parts, near-duplicates together, but 1 parts of 9 texts are empty. Give more texts, or "
            "fewer folds.",
        ),
        (
            {"kinds": ["a"] * 9, "families": np.arange(8)},
            "families must have 9 entries, but there are 8. Align them.",
        ),
    ],
)
def test_what_cannot_be_split_is_refused(given_, message):
    with pytest.raises(InputError) as caught:
        spread_folds(**given_)
    assert str(caught.value) == message
