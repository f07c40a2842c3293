"""What is said of a finding when something is done again alike for all groups."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.controls.repeated import (
    APPEARS,
    GOES_AWAY,
    NOT_THERE,
    STANDS,
    UNCERTAIN,
    UNKNOWN,
    Repeated,
    fate_of,
    pair_pvalues,
    told,
)


@pytest.mark.parametrize(
    ("numbers", "fate"),
    [
        ((0.8, 0.01, 0.7, 0.02), STANDS),
        ((0.8, 0.01, 0.7, 0.2), UNCERTAIN),
        ((0.8, 0.01, 0.4, 0.2), GOES_AWAY),
        ((-0.8, 0.01, 0.4, 0.2), GOES_AWAY),
        ((-0.8, 0.01, -0.7, 0.2), UNCERTAIN),
        ((0.1, 0.5, 0.1, 0.5), NOT_THERE),
        ((0.1, 0.5, 0.8, 0.01), APPEARS),
        ((np.nan, np.nan, 0.8, 0.01), UNKNOWN),
    ],
)
def test_the_word_goes_by_what_is_left_and_not_by_p_alone(numbers, fate):
    assert fate_of(*numbers, alpha=0.05) == fate


def test_p_of_pairs_keep_their_level_over_all_pairs_and_know_small_groups():
    rng = np.random.default_rng(0)
    spread = np.array([1.0, 5.0, 1.0])
    rejected = [pair_pvalues(rng.normal(size=(100, 3)) * spread).min() <= 0.05 for _ in range(500)]
    assert 0.03 <= np.mean(rejected) <= 0.075
    values = rng.normal(size=(100, 3)) * spread
    values[0] = [6, 6, 0]  # far out for the first pair, not for the second, whose groups are small
    found = pair_pvalues(values)
    assert found[0] == 0.01
    assert found[1] > 0.05


def test_a_pair_that_is_not_known_has_no_p_and_lends_none_to_others():
    values = np.random.default_rng(1).normal(size=(100, 3))
    alone = pair_pvalues(values[:, :2])
    values[5, 2] = np.nan
    found = pair_pvalues(values)
    assert found[:2].tolist() == alone.tolist()
    assert np.isnan(found[2])


def test_relations_are_told_first_and_a_few_at_most():
    def row(y: str, pair: tuple[str, str], fate: str) -> Repeated:
        return Repeated("cleaning", "pair", "energy", y, *pair, 0.4, 0.01, 0.02, np.nan, np.nan, 0.6, fate)

    rows = [row("", ("au", "ca"), GOES_AWAY), row("", ("au", "nz"), STANDS), row("gap_at_m[f1]", ("", ""), GOES_AWAY)]
    again = "goes away when all groups are cleaned alike and strictly: from 0.4 (p = 0.010) to 0.02 (p = 0.600)."
    assert list(told(rows)) == [
        f"The relation of energy distance and gap in F1 at one size {again}",
        f"Energy distance between au and ca {again}",
    ]
    assert list(told(rows, most=1))[1] == "1 more go away so (table control_repeats)."
