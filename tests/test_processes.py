"""Processes: alone, nothing waits or sends; together is tested where models are trained."""

from __future__ import annotations

import torch

from geobias.processes import Processes, launched


def test_alone_everything_is_ones_own():
    alone = launched()
    assert alone == Processes(0, 1)
    assert alone.main
    alone.barrier()
    assert alone.broadcast("word") == "word"
    assert alone.sum(torch.ones(2)).tolist() == [1, 1]


def test_only_the_first_is_the_main_one():
    assert [Processes(rank, 2).main for rank in range(2)] == [True, False]
