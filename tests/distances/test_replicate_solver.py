"""How replicates are reported; their values are held by test_bootstrap.py and test_precision.py."""

from __future__ import annotations

from geobias.distances.replicate_solver import Report


def test_replicates_that_are_solved_anew_count_once() -> None:
    seen: list[tuple[int, int]] = []
    report = Report(lambda *at: seen.append(at), 20)
    for solved in (10, 10, 3, 1):
        report(solved)
    assert seen == [(10, 20), (20, 20)]


def test_nobody_needs_to_listen() -> None:
    Report(None, 5)(5)
