"""The certificate's words: sign, p and enough designs, all three; ranks that the certified pairs leave open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geobias.errors import InputError
from geobias.relations import (
    DIFFERENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    UNTESTABLE,
    certified_ranks,
    judge_resonances,
    resonance_verdict,
)
from geobias.tables import FEW_DESIGNS, NationDifference, NationDifferenceTable, NationRank, NationRankTable

NAN = float("nan")
ROW = NationDifference(
    "de", "ng", -0.8, -1.1, -0.5, error=0.12, t=-6.5, df=7, p=0.0001, p_max=0.01, p_weakest=0.0003, n_designs=8, kept=8
)  # fmt: skip


def table(*values):
    pairs = [("de", "ng"), ("de", "us"), ("ng", "us")]
    return NationDifferenceTable(
        tuple(replace(ROW, group_a=a, group_b=b, **one) for (a, b), one in zip(pairs, values, strict=False))
    )


@pytest.mark.parametrize(
    ("value", "word", "lacking"),
    [
        ({}, DIFFERENT, ""),
        ({"kept": 7}, NOT_SEPARABLE, ""),  # small p, but one design turns it
        ({"p_weakest": 0.06}, NOT_SEPARABLE, ""),  # one sign, but not beyond noise
        ({"p_weakest": 0.05}, DIFFERENT, ""),
        ({"n_designs": 4, "kept": 4}, UNTESTABLE, FEW_DESIGNS),
        ({"n_designs": 5, "kept": 5}, DIFFERENT, ""),
        ({"p_weakest": NAN}, NOT_COMPUTED, ""),
    ],
)
def test_words(value, word, lacking):
    row = judge_resonances(table(value)).rows[0]
    assert (row.verdict, row.lacking, row.alpha) == (word, lacking, 0.05)


def test_p_is_corrected_over_all_pairs():
    words = [
        row.verdict
        for row in judge_resonances(table({"p_weakest": 0.02}, {"p_weakest": 0.03}, {"p_weakest": 0.9})).rows
    ]
    assert words == [NOT_SEPARABLE] * 3  # Holm: .06, .06, .9
    words = [
        row.verdict
        for row in judge_resonances(table({"p_weakest": 0.02}, {"p_weakest": 0.03}, {"p_weakest": NAN})).rows
    ]
    assert words == [DIFFERENT, DIFFERENT, NOT_COMPUTED]
    assert {row.verdict for row in judge_resonances(table({"p_weakest": 0.02}), 0.01).rows} == {NOT_SEPARABLE}


def test_ranks_that_are_left_open():
    judged = judge_resonances(table({}, {"p_weakest": 0.8}, {"difference": 0.9}))
    nations = NationRankTable(tuple(NationRank(name) for name in ("ng", "us", "de")))
    rows = certified_ranks(nations, judged).rows
    assert [(row.nation, row.rank_low, row.rank_high) for row in rows] == [("ng", 1, 1), ("us", 2, 3), ("de", 2, 3)]


def test_the_certificate_in_words():
    found = resonance_verdict(
        judge_resonances(table({}, {"p_weakest": 0.8, "kept": 5}, {"difference": 0.4, "p_weakest": 0.04}))
    )
    assert found.word == DIFFERENT
    assert found.answer == (
        "In part: 1 of 3 differences of two nations outlives 8 designs. "
        "The largest: de–ng, -0.80 (95 % interval -1.10 to -0.50)."
    )
    assert found.sentence == (
        "1 pair of 3 certified over 8 designs (t over designs, any one left out, Holm over pairs, at level 0.05, and "
        "one sign in every design). Clearest: de–ng, -0.80 (95 % interval -1.10 to -0.50), p = 0.0003 before "
        "correction, one sign in 8 of 8 designs."
    )
    assert (found.p_adjusted, found.n_tested) == (pytest.approx(0.0009), 3)
    every = resonance_verdict(judge_resonances(table({}, {}, {"difference": 1.5})))
    assert every.answer.startswith("Yes: all 3 differences of two nations outlive 8 designs. The largest: ng–us, +1.50")
    none = resonance_verdict(judge_resonances(table({"kept": 6})))
    assert none.word == NOT_SEPARABLE
    assert none.answer == (
        "No difference is certified: no two of the nations lie apart in a way that outlives 8 designs."
    )


def test_what_cannot_be_said():
    few = resonance_verdict(judge_resonances(table({"n_designs": 3})))
    assert few.word == UNTESTABLE
    assert few.answer == ("It cannot be said: 3 designs cannot stand for all that were not tried; declare 5 or more.")
    none = resonance_verdict(judge_resonances(table({"p_weakest": NAN})))
    assert none.answer == "It cannot be said: no difference of two nations has an error that could be told."
    for made, got in ((table(), "there is none"), (table({}), "one was not judged")):
        with pytest.raises(InputError) as error:
            resonance_verdict(made)
        said = f"a certificate needs judged pairs of nations, but {got}. Pass what judge_resonances gives."
        assert str(error.value) == said
