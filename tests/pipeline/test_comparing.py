"""Rows of differences: of the pairs as they are, of matched ones, and of a group's shorter and longer texts."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.measures import Keeping
from geobias.measures.differences import DifferenceSettings, UnitGroup
from geobias.pipeline.comparing import LEAST_UNITS, Comparing
from geobias.tables import PAIR, PLACEBO

QUICK = DifferenceSettings(statistics=("energy", "contrast"), permutations=199)
SHARE = 1 / 200


@pytest.fixture(scope="module")
def comparing() -> Comparing:
    return Comparing(QUICK, 0, Keeping(workers=1))


@pytest.fixture(scope="module")
def told_by_length():
    """(group -> shift, group -> mean length) -> groups whose vectors rise with the length of a text, and covariates."""

    def make(shifts, means, units=120, seed=1):
        rng = np.random.default_rng(seed)
        groups, covariates = {}, {}
        for name, shift in shifts.items():
            lengths = rng.normal(means.get(name, 10.0), 3, units)
            vectors = rng.normal(size=(units, 4)) + shift
            vectors[:, 0] += lengths / 2
            groups[name] = UnitGroup(vectors.astype(np.float32), list(np.arange(units)[:, None]))
            covariates[name] = {"length": lengths}
        return groups, covariates

    return make


def test_p_max_is_over_the_pairs_of_the_family(comparing, told_by_length):
    groups, _ = told_by_length({"au": 0, "ca": 1, "nz": 0, "all": 1}, {})
    rows = {(row.group_a, row.group_b): row for row in comparing.as_they_are(groups, ["au", "ca", "nz"])}
    assert len(rows) == 6
    assert {row.compared for row in rows.values()} == {PAIR}
    assert {row.adjusted for row in rows.values()} == {""}
    assert [np.isnan(row.p_max) for row in rows.values()] == ["all" in pair for pair in rows]
    assert rows["au", "ca"].p_max == rows["ca", "nz"].p_max == SHARE
    assert rows["au", "nz"].p_max > 0.05
    # test and size are of the same pair
    assert rows["au", "ca"].distance > 1 > rows["au", "nz"].distance
    assert rows["au", "ca"].best_auc > 0.8
    assert all((row.n_a, row.n_b) == (120, 120) for row in rows.values())


def test_what_groups_differ_in_by_length_alone_goes_by_matching_and_the_rest_stays(comparing, told_by_length):
    groups, covariates = told_by_length({"au": 0, "ca": 0, "nz": 1}, {"ca": 14.0})
    raw = {(row.group_a, row.group_b): row for row in comparing.as_they_are(groups, list(groups))}
    rows = {(row.group_a, row.group_b): row for row in comparing.adjusted(groups, covariates)}
    assert {row.adjusted for row in rows.values()} == {"length"}
    assert raw["au", "ca"].p_max == rows["au", "nz"].p_max == SHARE
    assert rows["au", "ca"].p_max > 0.05
    assert rows["au", "ca"].n_a < 120
    assert rows["au", "ca"].low <= 0 < raw["au", "ca"].low


def test_groups_without_like_units_have_a_row_that_says_so(comparing, told_by_length):
    groups, covariates = told_by_length({"au": 0, "ca": 0, "nz": 0}, {"ca": 60.0})
    rows = {(row.group_a, row.group_b): row for row in comparing.adjusted(groups, covariates)}
    assert rows["au", "ca"].note == "no more than 0 units of a group have like ones in the other"
    assert np.isnan([rows["au", "ca"].p_max, rows["au", "ca"].distance]).all()
    assert rows["au", "nz"].n_a >= LEAST_UNITS
    assert rows["au", "nz"].p_max == rows["au", "nz"].p_permutation  # of one pair that could be tested


def test_a_group_against_itself_by_length_is_told_apart_until_it_is_matched(comparing, told_by_length):
    groups, covariates = told_by_length({"au": 0, "ca": 3}, {})
    rows = comparing.placebos(groups, covariates)
    assert {row.compared for row in rows} == {PLACEBO}
    names = [("au (shorter)", "au (longer)"), ("ca (shorter)", "ca (longer)")]
    assert [(row.group_a, row.group_b) for row in rows] == 2 * names
    raw, matched = rows[:2], rows[2:]
    assert [row.adjusted for row in rows] == ["", "", "length", "length"]
    assert max(row.p_max for row in raw) <= 0.05
    assert min(row.p_max for row in matched) > 0.05
    assert all(row.n_a + row.n_b == 120 for row in raw)


def test_other_groups_and_their_order_move_no_placebo(comparing, told_by_length):
    groups, covariates = told_by_length({"au": 0, "ca": 0}, {})
    first = comparing.adjusted(groups, covariates)
    turned = comparing.adjusted({name: groups[name] for name in ("ca", "au")}, covariates)
    assert (first[0].n_a, first[0].n_b) == (turned[0].n_b, turned[0].n_a)
