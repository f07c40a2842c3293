"""Placebo attributes: of the same sizes as the real ones, and at level where groups mean nothing."""

from collections import Counter

import numpy as np

from geobias.measures.alignment import AlignmentSettings, alignment_placebos, relabelled, with_parity

QUICK = AlignmentSettings(draws=499)


def test_relabelling_keeps_groups_and_their_sizes_and_those_who_gave_nothing(made):
    values = [() if place < 4 else given for place, given in enumerate(made.attributes["group"])]
    some = made.with_attribute("group", values)
    dealt = relabelled(some, "group", np.random.default_rng(0)).attributes["group"]
    assert Counter(dealt) == Counter(values)
    assert list(dealt[:4]) == [()] * 4
    assert list(dealt) != values


def test_parity_is_of_the_place(made):
    given = with_parity(made).attributes["number is"]
    assert given[:3] == [("even",), ("odd",), ("even",)]


def test_a_planted_difference_lies_beyond_relabelled_ones(worlds):
    world = worlds.World(items=200, sizes=(30, 30), per_item=(5, 5), shift=(0, 0), noise=(0.7, 0.7), planted=1.5)
    table = alignment_placebos(world.drawn(np.random.default_rng(0)), ["group"], QUICK, draws=19)
    real, *dealt, parity = table.rows
    assert (real.kind, {row.kind for row in dealt}, parity.kind) == ("real", {"relabelled"}, "parity")
    assert [row.draw for row in dealt] == list(range(19))
    assert real.pvalue == 1 / 20
    assert real.standardised > max(row.standardised for row in dealt)
    assert real.p_max < 0.01 < parity.p_max


def test_groups_that_mean_nothing_are_among_them(made):
    nothing = relabelled(made, "group", np.random.default_rng(5))
    real = alignment_placebos(nothing, ["group"], QUICK, draws=9).rows[0]
    assert real.pvalue > 0.1
    assert 10 <= real.n_differences <= 20  # some groups may not be reliable


def test_one_group_has_none(made):
    alone = made.with_attribute("kind", [("all",)] * len(made.annotators))
    real = alignment_placebos(alone, ["kind"], QUICK, draws=1).rows[0]
    assert real.note == "no two groups have a difference"
    assert np.isnan(real.pvalue)
