"""Moves and sums between two sweeps, on the CPU; those of a device are in tests/kernels/cuda."""

from __future__ import annotations

import torch

from geobias_kernels.ragged import Side, ragged_problems
from geobias_kernels.ragged_steps import move, segment_sums


def problems():
    sides = [Side(torch.zeros(n, 1), torch.full((n,), 1 / n)) for n in (2, 3, 1)]
    return ragged_problems([(sides[0], sides[1]), (sides[1], None), (sides[2], sides[2])], 2)


def test_potentials_move_by_the_share_of_their_problem() -> None:
    f, g = torch.zeros(6), torch.zeros(4)
    softmins = (torch.full((6,), 8.0), torch.full((4,), 4.0))
    softmins[0][5] = torch.nan
    move(problems(), (f, g), softmins, torch.tensor([1.0, 0.5, 1.0]), torch.tensor([0.5, 1.0, 0.0]))
    assert f.tolist() == [4.0, 4.0, 4.0, 4.0, 4.0, 0.0]
    assert g.tolist() == [2.0, 2.0, 2.0, 0.0]


def test_sums_are_of_rows_and_columns_in_float64() -> None:
    sums = segment_sums(problems(), (torch.tensor([1.0, 2, 4, 8, 16, 32]), torch.tensor([1.0, 2, 4, 8])))
    assert sums.dtype == torch.float64
    assert sums.tolist() == [[3.0, 7.0], [28.0, 0.0], [32.0, 8.0]]
