"""Ragged problems: where everything lies once problems are laid end to end."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels.ragged import Side, ragged_problems


def side(n: int, rows: list[int] | None = None, offset: float = 0.0) -> Side:
    points = torch.arange(2.0 * n).view(n, 2) + offset
    count = n if rows is None else len(rows)
    return Side(points, torch.full((count,), 1 / count), None if rows is None else torch.tensor(rows))


def test_problems_lie_end_to_end() -> None:
    x, y, z = side(3), side(4, rows=[3, 0, 0], offset=100), side(2, offset=200)
    problems = ragged_problems([(x, y), (y, None), (z, x)], p=1)
    assert len(problems) == 3
    assert len(problems.points) == 9
    assert problems.symmetric == (False, True, False)
    assert problems.row_start.tolist() == [0, 3, 6, 8]
    assert problems.col_start.tolist() == [0, 3, 3, 6]
    assert problems.row_sizes == [3, 3, 2]
    assert problems.col_sizes == [3, 3, 3]
    assert problems.entries == 9 + 9 + 6
    assert problems.row_problem.tolist() == [0, 0, 0, 1, 1, 1, 2, 2]
    assert problems.col_problem.tolist() == [0, 0, 0, 2, 2, 2]
    assert problems.row_slice(1) == slice(3, 6)
    assert problems.col_slice(1) == slice(3, 3)
    assert [start.tolist() for start in problems.device_starts] == [[0, 3, 6, 8], [0, 3, 3, 6]]
    assert torch.equal(problems.points[problems.rows[3:6]], y.points[[3, 0, 0]])
    assert torch.equal(problems.points[problems.cols[3:]], x.points)
    assert torch.equal(problems.points[problems.rows[6:]], z.points)
    assert problems.a.tolist() == pytest.approx([1 / 3] * 6 + [1 / 2] * 2)
    assert [len(potential) for potential in problems.zeros()] == [8, 6]


def test_the_centre_is_the_mean_of_all_points_or_what_is_given() -> None:
    x, y = side(3), side(4, rows=[0], offset=100)
    expected = torch.cat([x.points, y.points]).double().mean(0)
    assert torch.equal(ragged_problems([(x, y), (x, None)], p=2).centre, expected)
    given = torch.tensor([1.0, 2.0])
    assert ragged_problems([(x, y)], p=2, centre=given).centre is given


def test_only_clouds_with_themselves_have_no_columns() -> None:
    problems = ragged_problems([(side(3), None), (side(2), None)], p=2)
    assert problems.cols.dtype == torch.int64
    assert len(problems.cols) == len(problems.b) == 0
    assert problems.col_sizes == [3, 2]
