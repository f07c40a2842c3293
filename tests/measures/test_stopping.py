"""Stopping: which levels a pair's permutations are to settle."""

from __future__ import annotations

from itertools import combinations

import pytest

from geobias.measures.stopping import Stopping, rule_of
from geobias.stats import RISK, Rule

PAIRS = list(combinations(["au", "ca", "nz", "mixed"], 2))


def test_pairs_of_regions_settle_all_that_holm_can_compare_them_with_and_others_one_level():
    stopping = Stopping(0.06, ("mixed", "baseline"))
    assert stopping.rule(("au", "nz"), PAIRS) == Rule(0.02, 0.06, RISK)
    assert stopping.rule(("au", "mixed"), PAIRS) == Rule(0.06, 0.06, RISK)


@pytest.mark.parametrize("stopping", [None, Stopping()])
def test_without_stopping_there_is_no_rule(stopping):
    assert (rule_of(stopping, ("au", "nz"), PAIRS) is None) == (stopping is None)
