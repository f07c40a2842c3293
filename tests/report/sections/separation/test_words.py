from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from geobias.relations import judge_separations
from geobias.report.groups import Groups
from geobias.report.sections.separation.words import NEGATIVE, separation_findings
from geobias.tables import Separation, SeparationTable

GROUPS = Groups({"AU": "region", "CA": "region", "UK": "region", "all": "pooled"})
PLAIN = Separation(
    "sinkhorn", "AU", "CA", 810, 250, 41, value=60.5, floor_a=59.9, floor_b=60.1, floor=60.0, excess=0.5, low=0.2,
    high=0.8, interval="jackknife", ratio=1.008, p_permutation=0.002, p_smallest=0.002, n_permutations=9999,
)  # fmt: skip
WEAK = replace(PLAIN, group_b="UK", value=60.1, excess=0.1, low=-0.2, high=0.4, p_permutation=0.4)


def texts(*rows, units=None):
    frame = judge_separations(SeparationTable(rows), ("all",)).to_frame()
    return [finding.text for finding in separation_findings(frame, GROUPS, units or {})]


def test_a_floor_an_excess_its_interval_and_test_are_told():
    assert texts(WEAK, PLAIN, units={"sinkhorn": "half squared distance"}) == [
        "By the Sinkhorn divergence between samples of 41 clusters each, 1 of 2 pairs of regions has an excess over "
        "the noise floor whose 95\xa0% interval lies above 0, and 1 of 2 is told apart by permuted clusters at the "
        "level 0.05 after Holm's correction (smallest p attainable 0.0020). AU–CA has the largest excess, +0.500 "
        "[+0.200, +0.800] (half squared distance; value 60.50, floor 60.00). On average 99.5\xa0% of a value is floor."
    ]


def test_unbiased_quantities_have_no_floor_and_negative_ones_stay():
    energy = replace(PLAIN, quantity="energy", m=0, value=-0.5, excess=-0.5, low=-0.8, high=-0.2, floor=float("nan"))
    assert texts(replace(energy, p_permutation=1.0)) == [
        "By the energy distance, none of 1 pair of regions has an estimate whose 95\xa0% interval lies above 0, and "
        "none of 1 is told apart by permuted clusters at the level 0.05 after Holm's correction (smallest p attainable "
        "0.0020). AU–CA has the estimate, −0.500 [−0.800, −0.200].",
        NEGATIVE,
    ]


def test_too_few_shuffles_for_so_many_pairs_are_said():
    rows = [
        replace(PLAIN, group_a=a, group_b=b, p_permutation=0.02, p_smallest=0.02)
        for a, b in combinations(["AU", "CA", "UK"], 2)
    ]
    assert (
        "; after correction for 3 pairs the permutation test could not tell them apart, its smallest p attainable is "
        "0.020. "
    ) in texts(*rows)[0]
    assert "told apart by permuted clusters" not in texts(*rows)[0]


def test_pairs_with_a_pooled_group_do_not_count():
    assert texts(replace(PLAIN, group_b="all")) == ["Sinkhorn divergence: not measured between regions."]


def test_the_first_quantity_opens_the_page():
    rows = SeparationTable((PLAIN, replace(PLAIN, quantity="energy", floor=float("nan")))).to_frame()
    assert [finding.headline for finding in separation_findings(rows, GROUPS, {})] == [True, False]


@given(st.lists(st.floats(0.002, 1), min_size=3, max_size=3))
def test_no_more_pairs_are_told_apart_than_have_a_small_p(pvalues):
    pairs = list(combinations(["AU", "CA", "UK"], 2))
    rows = [replace(PLAIN, group_a=a, group_b=b, p_permutation=p) for (a, b), p in zip(pairs, pvalues, strict=True)]
    text = texts(*rows)[0]
    told = text.split("above 0, and ")[1].split(" of 3")[0]
    assert int(told.replace("none", "0")) <= sum(p <= 0.05 for p in pvalues)
    assert (told == "none") == (min(pvalues) * 3 > 0.05)
