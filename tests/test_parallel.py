"""Parallel work: in order, single-threaded inside, errors out."""

from __future__ import annotations

import pytest
import torch

from geobias.parallel import available_workers, one_blas_thread, ordered_map, single_threaded


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_order_and_tasks_see_one_thread(workers):
    results = list(ordered_map(lambda x: (x, torch.get_num_threads()), range(50), workers))
    assert results == [(x, 1) for x in range(50)]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_is_raised_and_nothing_more_is_begun(workers):
    begun = []

    def task(x):
        begun.append(x)
        if x == 2:
            raise KeyError(x)
        return x

    with pytest.raises(KeyError):
        list(ordered_map(task, range(1000), workers))
    assert len(begun) < 20


def test_the_number_of_threads_is_restored():
    before = torch.get_num_threads()
    with single_threaded():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == before
    assert available_workers() >= 1
    with pytest.raises(ValueError, match="workers must be a whole number, at least 1"):
        list(ordered_map(str, [1], -1))


def test_numpy_works_on_one_thread_inside():
    pools = pytest.importorskip("threadpoolctl")
    with pools.threadpool_limits(2), one_blas_thread():
        inside = [pool["num_threads"] for pool in pools.threadpool_info() if pool["user_api"] == "blas"]
    assert set(inside) == {1}
