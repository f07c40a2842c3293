"""Comparisons: a side whose values disagree has no speed, and time is that of the side alone."""

from __future__ import annotations

import math
import mmap
import time

import numpy as np
import pytest
import torch

from geobias.bench import compare, comparing, table
from geobias.bench.comparing import Truth, medians, relative_difference


def burn(seconds: float, value: float = 1.0) -> float:
    """Busy for a while, in CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return value


def test_values_that_disagree_report_no_speed():
    sides = {"right": lambda: torch.tensor([1.0, 2.0]), "wrong": lambda: torch.tensor([1.0, 2.1])}
    right, wrong = compare("b", "c", sides, peer="right", truth=Truth(1e-3))
    assert (right.agrees, right.ratio) == (True, 1.0)
    assert not wrong.agrees
    assert math.isnan(wrong.seconds)
    assert math.isnan(wrong.ratio)
    assert wrong.difference == pytest.approx(0.05)
    assert wrong.note == "the values disagree"
    assert table([right, wrong]).splitlines()[2].split()[:5] == ["c", "wrong", "-", "-", "5.0e-02"]


def test_a_side_is_not_measured_against_a_peer_that_disagrees_with_the_reference():
    sides = {"peer": lambda: 3.0, "ours": lambda: 2.0}
    peer, ours = compare("b", "c", sides, peer="peer", truth=Truth(1e-6, 2.0))
    assert not peer.agrees
    assert ours.agrees
    assert math.isnan(ours.ratio)
    assert ours.seconds >= 0


def test_the_ratio_is_how_many_times_as_fast_as_the_peer():
    sides = {"slow": lambda: burn(0.03), "fast": lambda: burn(0.01)}
    slow, fast = compare("b", "c", sides, peer="slow", truth=Truth(1e-9), runs=3)
    assert fast.ratio == pytest.approx(slow.seconds / fast.seconds)
    assert fast.ratio == pytest.approx(3, rel=0.25)


def test_tolerances_may_differ_between_sides_and_notes_are_kept():
    sides = {"double": lambda: 1.0, "single": lambda: 1.0001}
    rows = compare(
        "b", "c", sides, peer="double", truth=Truth({"double": 1e-9, "single": 1e-3}), notes={"single": "half"}
    )
    assert [row.agrees for row in rows] == [True, True]
    assert [row.note for row in rows] == ["", "half"]


def test_one_thread_inside_and_as_before_afterwards():
    before, seen = torch.get_num_threads(), []
    compare("b", "c", {"a": lambda: seen.append(torch.get_num_threads()) or 1.0}, peer="a", truth=Truth(1e-9))
    assert set(seen) == {1}
    assert torch.get_num_threads() == before


def test_sides_take_turns():
    order: list[str] = []
    medians({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, 2)
    assert order == ["a", "a", "b", "b"] * 2


def test_a_short_side_is_warm_when_it_counts(monkeypatch):
    clock = iter([0.0, 0.3, 1.0, 1.1, 2.0, 9.0])
    monkeypatch.setattr(comparing, "_clock", lambda: next(clock))
    assert medians({"short": lambda: None, "long": lambda: None}, 1) == pytest.approx({"short": 0.1, "long": 7.0})


def test_a_side_with_another_value_is_held_to_its_own():
    sides = {"ours": lambda: 1.0, "other": lambda: 3.0}
    ours, other = compare("b", "c", sides, peer="ours", truth=Truth(1e-9, 1.0, own={"other": 3.0}))
    assert ours.agrees
    assert other.agrees
    assert other.ratio == pytest.approx(ours.seconds / other.seconds)


def test_memory_is_what_the_first_run_added():
    if not np.isfinite(compare("b", "c", {"a": lambda: 1.0}, peer="a", truth=Truth(1e-9))[0].peak_mib):
        pytest.skip("this system does not tell the peak of a process")

    def fill() -> float:
        # Memory straight from the system: an allocator may hand out what it kept of earlier tests.
        values = np.frombuffer(mmap.mmap(-1, 64 << 20), dtype=np.float64)
        values[:] = 1.0
        return float(values.sum())

    rows = compare("b", "c", {"a": fill}, peer="a", truth=Truth(1e-9))
    assert 60 < rows[0].peak_mib < 100


@pytest.mark.parametrize(
    ("found", "truth", "expected"),
    [
        ([1.0, np.nan], [1.0, np.nan], 0.0),
        ([1.0, 2.0], [1.0, np.nan], np.inf),
        ([1.0], [1.0, 1.0], np.inf),
        ([0.0, 4.1], [0.1, 4.0], 0.025),
        ([np.inf], [1.0], np.inf),
        ([np.nan], [np.nan], 0.0),
    ],
)
def test_differences_are_relative_to_the_largest_value(found, truth, expected):
    assert relative_difference(np.array(found), torch.tensor(truth)) == pytest.approx(expected)
