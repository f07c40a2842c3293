"""Differences between groups: what they rest on, which rows decide, what is found and what is not."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from geobias.corpora import make_judgements
from geobias.measures.alignment import (
    AlignmentSettings,
    alignment_differences,
    alignment_intervals,
    cells_of,
    own_parts,
)

SHARED_NOISE = "above 1: the source shares the group's noise, as one made of its own answers does"
LATENT = AlignmentSettings(statistics=("latent",), draws=1999)


def test_coefficients_are_those_of_items_that_both_answered(made):
    some = made.select((made.item % 4 != 0) | np.isin(made.annotator, np.arange(40)))
    row = next(
        row
        for row in alignment_differences(some, ["group"], AlignmentSettings(statistics=("r",))).rows
        if (row.group_a, row.group_b, row.source) == ("g0", "g1", "source 0")
    )
    cells = cells_of(some, "group")
    shared = ~np.isnan(cells["g1"].means)
    source = some.sources["source 0"][shared]
    assert row.n_items == shared.sum() == 150
    assert row.a == pytest.approx(np.corrcoef(cells["g0"].means[shared], source)[0, 1])
    assert row.b == pytest.approx(np.corrcoef(cells["g1"].means[shared], source)[0, 1])


def test_tests_and_intervals_agree(made):
    for row in alignment_differences(made, ["group"]).rows:
        assert row.p == pytest.approx(2 * stats.t.sf(abs(row.t), row.df))
        assert (row.p < 0.05) == (row.low > 0 or row.high < 0)
        assert row.p <= row.p_max <= 1
        assert row.low < row.difference < row.high
        assert row.detectable > stats.t.ppf(0.975, row.df) * (row.high - row.low) / 4
        assert row.decisive == (row.statistic == "latent")


def test_the_order_of_groups_turns_the_sign_alone(made):
    back = replace(made, annotator=len(made.annotators) - 1 - made.annotator)
    back = replace(back, attributes={"group": list(reversed(made.attributes["group"]))}).select(
        np.argsort(back.annotator)
    )
    there = {(r.source, r.group_a, r.group_b): r for r in alignment_differences(made, ["group"], LATENT).rows}
    for row in alignment_differences(back, ["group"], LATENT).rows:
        other = there[row.source, row.group_b, row.group_a]
        assert row.difference == pytest.approx(-other.difference)
        assert row.error == pytest.approx(other.error)


def test_a_planted_difference_is_found_and_sensitivity_is_not_taken_for_one(worlds):
    alike = worlds.World(binary=True)
    planted = replace(alike, planted=1.2)
    for world, expected in ((alike, set()), (planted, {"g0"})):
        rows = alignment_differences(world.drawn(np.random.default_rng(7)), ["group"], LATENT).rows
        found = [row for row in rows if row.p_max < 0.05]
        assert {row.group_a for row in found} == expected
        assert all(row.difference > 0 for row in found)


def test_answers_without_grades_are_decided_by_corrected_rows(made):
    noisy = made.answers + np.random.default_rng(0).uniform(-0.1, 0.1, len(made))
    table = alignment_differences(replace(made, answers=noisy, scale=(-3, 3)), ["group"])
    assert {row.statistic for row in table.rows if row.decisive} == {"corrected"}
    assert all(np.isnan(row.p_max) for row in table.rows if row.statistic == "latent")


def test_one_group_has_no_difference(made):
    alone = made.with_attribute("kind", [("all",)] * len(made.annotators))
    assert alignment_differences(alone, ["kind"]).rows == ()


def test_an_annotator_of_both_groups_counts_in_both(made):
    """Two groups of the same people do not differ, and there is no error in that."""
    twice = made.with_attribute("kind", [("a", "b")] * len(made.annotators))
    for row in alignment_differences(twice, ["kind"], LATENT).rows:
        assert row.difference == 0
        assert np.isnan(row.p)


def test_own_parts_are_differences_from_the_mean_of_the_others(made):
    whole = {
        (row.source, row.group): row.value for row in alignment_intervals(made, ["group"], LATENT).rows if row.group
    }
    for row in own_parts(made, ["group"], LATENT).rows:
        others = [whole[row.source, group] for group in ("g0", "g1", "g2", "g3", "g4") if group != row.group]
        assert row.whole == pytest.approx(whole[row.source, row.group])
        assert row.own == pytest.approx(row.whole - np.mean(others))
        assert row.share == pytest.approx(row.own / row.whole)
        assert row.p_max >= row.p
        assert (row.p < 0.05) == (row.low > 0 or row.high < 0)


def test_with_two_groups_the_own_part_is_their_difference(worlds):
    made = worlds.World(sizes=(40, 30), per_item=(5, 5), shift=(0, 0), noise=(1, 1)).drawn(np.random.default_rng(0))
    part = own_parts(made, ["group"], LATENT).rows[0]
    row = alignment_differences(made, ["group"], LATENT).rows[0]
    half = stats.t.ppf(0.975, row.df) * row.error
    assert (part.own, part.low, part.high) == pytest.approx((row.difference, part.own - half, part.own + half))


def test_a_p_says_what_the_interval_says(made):
    settings = AlignmentSettings(draws=99)
    rows = [row for row in alignment_differences(made, ["group"], settings).rows if not np.isnan(row.p)]
    assert len(rows) > 60
    for row in rows:
        assert (row.p < 0.05) == (row.low > 0 or row.high < 0), row
        assert row.p == pytest.approx(2 * stats.t.sf(abs(row.t), row.df))
        assert row.t * row.difference > 0
    at = rows[0].p
    again = alignment_differences(made, ["group"], replace(settings, level=1 - at)).rows
    row = next(row for row in again if not np.isnan(row.p))
    assert min(abs(row.low), abs(row.high)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("statistic", ["r", "latent"])
def test_an_interval_reaches_further_away_from_the_group_that_is_aligned_most(statistic):
    made = make_judgements(annotators=40, items=80, alignment=1.0)
    rows = alignment_differences(made, ["region"], AlignmentSettings(statistics=(statistic,))).rows
    labels = [row for row in rows if row.source == "labels" and row.group_a == "north"]
    assert len(labels) == 3
    for row in labels:
        assert row.a > row.b > 0
        assert row.high - row.difference > 1.1 * (row.difference - row.low) > 0


def test_a_label_that_a_group_made_itself_is_not_tested(made):
    labels = {name: cells_of(made, "group")[name].means for name in ("g0", "g1")}
    own = replace(made, sources=labels | {"source 0": made.sources["source 0"]})
    rows = alignment_differences(own, ["group"], LATENT).rows
    untested = {(row.source, row.group_a, row.group_b) for row in rows if row.note}
    assert untested == {
        (source, a, b) for source, a, b in ((r.source, r.group_a, r.group_b) for r in rows) if source in (a, b)
    }
    for row in rows:
        shares = (row.source, row.group_a, row.group_b) in untested
        assert (row.note == SHARED_NOISE) == shares == np.isnan(row.p) == np.isnan(row.low)
        assert not np.isnan(row.difference)
    parts = own_parts(own, ["group"], LATENT).rows
    assert {row.source for row in parts if np.isnan(row.p)} == set(labels)
    assert {row.note for row in parts if row.source in labels} == {SHARED_NOISE}
