"""What solves the problems of one call: by which options and schedule, and on which devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.backends import widened_backend
from geobias.distances.devices import resolve_devices, spread
from geobias.distances.dual_values import Valued, divergence, self_cost
from geobias.distances.problems import Backend
from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.table_options import Layout, Pair, TableOptions


@dataclass(frozen=True)
class TableSolver:
    """Of one table of divergences, whose problems share a schedule.

    `home` is where the clouds are, `given` the float type that they came in; `devices` are where to compute.
    """

    options: SinkhornOptions
    schedule: Schedule
    devices: tuple[torch.device, ...]
    home: torch.device
    given: torch.dtype

    @classmethod
    def of(cls, options: SinkhornOptions, table: TableOptions, extent: float, points: Tensor) -> TableSolver:
        """Of clouds of this extent, whose points are as these."""
        where = resolve_devices(table.devices, points.device)
        return cls(options, options.schedule(table.start(extent)), where, points.device, points.dtype)

    def backend(self, dtype: torch.dtype) -> Backend:
        """What solves problems of clouds in this float type."""
        found, _ = widened_backend(self.options, self.devices[0], dtype, self.given)
        return spread(found, self.devices, self.home)

    def wanted(self, layout: Layout) -> list[Pair]:
        """The cells of the table that are no zeros by definition: pairs and, undebiased, groups with themselves."""
        return layout.places if self.options.debias else layout.keys

    def parts_of(self, i: int, j: int) -> list[Pair]:
        """The problems that a cell is made of."""
        return [(i, j), (i, i), (j, j)] if self.options.debias and i != j else [(i, j)]

    def divergences(self, found: Mapping[Pair, Valued], wanted: Iterable[Pair]) -> dict[Pair, Valued]:
        """Cells from the dual values of their problems, each with whether float32 carries it."""
        cells = {}
        for i, j in wanted:
            parts = [found[key] for key in self.parts_of(i, j)]
            make = self_cost if i == j else divergence
            cells[i, j] = make(parts, self.options, self.schedule)
        return cells
