"""Problems as ragged kernels take them: what memory each needs, which go into one launch, and how they are laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from geobias.distances.problems import Problem
from geobias_kernels.costs import pooled_mean
from geobias_kernels.ragged import RaggedProblems, Side, ragged_problems

TILE = 128
"""Side of the tiles in which costs are kept; a cloud that fills none of them takes one all the same."""


@dataclass(frozen=True)
class Task:
    """One problem, x with itself where y is None, with its schedule of eps and what is taken off its points."""

    x: Side
    y: Side | None
    schedule: Sequence[float]
    centre: Tensor

    @cached_property
    def bytes(self) -> int:
        """Device memory that a sweep which keeps the cost takes for it at most."""
        n, m = (len(side.weights) for side in (self.x, self.y or self.x))
        height, width = -(-n // TILE), -(-m // TILE)
        tiles = height * (height + 1) // 2 if self.y is None else height * width
        copies = n + (0 if self.y is None else m)
        # A cost with its sums and its place, and the points with their padding and norms.
        return 4 * tiles * (TILE * TILE + 2 * TILE + 4) + 4 * copies * (self.x.points.shape[1] + 33)


def make_tasks(problems: Sequence[Problem]) -> list[Task]:
    """A task per problem, each with a centre of its own, so that no problem changes another."""
    tasks = []
    for problem in problems:
        x, y = (side_of(cloud.points, cloud.weights) for cloud in (problem.x, problem.y or problem.x))
        centre = pooled_mean(x.points, y.points)
        tasks.append(Task(x, None if problem.y is None else y, problem.schedule.steps, centre))
    return tasks


def side_of(points: Tensor, weights: Tensor, rows: Tensor | None = None) -> Side:
    """A side without gradients, its points laid out row by row, as kernels read them."""
    return Side(points.detach().contiguous(), weights.detach(), rows)


def batches(tasks: Sequence[Task], budget: int) -> Iterator[tuple[list[Task], bool]]:
    """Tasks in order, in runs that fit the budget together (True), or are each too large for it (False)."""
    batch: list[Task] = []
    size, fits = 0, True
    for task in tasks:
        alone = task.bytes <= budget
        if batch and (alone != fits or (fits and size + task.bytes > budget)):
            yield batch, fits
            batch, size = [], 0
        batch.append(task)
        size, fits = size + task.bytes, alone
    if batch:
        yield batch, fits


def lay_out(tasks: Sequence[Task], p: int) -> RaggedProblems:
    """The tasks end to end; a centre that all of them share is kept as one, and so are their points."""
    one = all(task.centre is tasks[0].centre for task in tasks)
    centre = tasks[0].centre if one else torch.stack([task.centre for task in tasks])
    return ragged_problems([(task.x, task.y) for task in tasks], p, centre)
