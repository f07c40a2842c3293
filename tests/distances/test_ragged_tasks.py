"""What goes into one launch, and what memory it is thought to need."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from geobias.distances.inputs import make_cloud
from geobias.distances.problems import Problem
from geobias.distances.ragged_tasks import Task, batches, lay_out, make_tasks
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.ragged import Side

Normal = Callable[..., torch.Tensor]


def task(n: int, m: int | None) -> Task:
    sides = [None if size is None else Side(torch.zeros(size, 3), torch.ones(size)) for size in (n, m)]
    return Task(sides[0], sides[1], [1.0], torch.zeros(3))


def test_memory_grows_by_tiles() -> None:
    assert task(1, 1).bytes == task(1, 128).bytes - 4 * 127 * 36
    assert task(129, 1).bytes > 1.9 * task(1, 1).bytes
    # Of a cloud with itself three tiles of four are kept.
    assert 0.68 < task(256, None).bytes / task(256, 256).bytes < 0.76


@pytest.mark.skipif("triton" in sys.modules, reason="the interpreter may be on")
@pytest.mark.parametrize("sizes", [[(300, 129), (1, None), (200, None)], [(1, 1)] * 9, [(130, 700)]], ids=str)
def test_no_less_memory_is_expected_than_the_kernels_say(sizes: list[tuple[int, int | None]]) -> None:
    pytest.importorskip("triton")
    from geobias_kernels.cuda.resident import resident_bytes

    tasks = [task(*pair) for pair in sizes]
    assert resident_bytes(lay_out(tasks, 2)) <= sum(t.bytes for t in tasks)


@given(st.lists(st.integers(1, 900), min_size=1, max_size=12), st.integers(1, 6))
def test_batches_keep_the_order_and_the_budget(sizes: list[int], tiles: int) -> None:
    tasks = [task(n, 1) for n in sizes]
    budget = tiles * task(128, 1).bytes
    made = list(batches(tasks, budget))
    assert [t for batch, _ in made for t in batch] == tasks
    for batch, fits in made:
        assert all((t.bytes <= budget) == fits for t in batch)
        assert not fits or sum(t.bytes for t in batch) <= budget
    # No two neighbours could have been one.
    for (left, fits), (right, also) in pairwise(made):
        assert fits != also or (fits and sum(t.bytes for t in left) + right[0].bytes > budget)


def test_no_problem_changes_the_centre_of_another(normal: Normal) -> None:
    clouds = [make_cloud(normal(n, 4, seed=n).float() + n, torch.ones(n) / n, "x") for n in (5, 9)]
    schedules = [SinkhornOptions(blur=1.0).schedule(diameter) for diameter in (3.0, 5.0)]
    problems = [Problem(clouds[0], None, schedules[0]), Problem(clouds[0], clouds[1], schedules[1])]
    tasks = make_tasks(problems)
    assert [len(t.schedule) for t in tasks] == [4, 5]
    made = lay_out(tasks, 2)
    assert made.centre.shape == (2, 4)
    torch.testing.assert_close(made.centre[0], clouds[0].points.double().mean(0))
    assert len(made.points) == 14
    assert lay_out(tasks[:1] * 3, 2).centre.shape == (4,)
