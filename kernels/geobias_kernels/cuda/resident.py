"""The sweep that keeps the cost: one reading and one exponential per entry give the softmins of rows and of columns.

P_ij = exp((f_i + g_j - C_ij) / eps) gives f'_i = f_i - eps log (P b)_i and g'_j = g_j - eps log (P^T a)_j. Every tile
writes its sums of rows and of columns; a second kernel adds them up in a fixed order. Rows and columns whose sum left
the range where that is exact are summed again there and then, by a log-sum-exp over their stored costs.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

from geobias_kernels.cuda import configs
from geobias_kernels.cuda.blocks import LN2, LOG2E, slot_field, tile_number
from geobias_kernels.cuda.costs import store_costs
from geobias_kernels.cuda.gradients import add_point_gradients, finish_point_gradients
from geobias_kernels.cuda.points import prepare
from geobias_kernels.cuda.tiles import make_panels, tile_count, tile_size
from geobias_kernels.ragged import Pair, RaggedProblems

# Sums below LOWEST may miss entries that underflowed (each below 2^-126, weights of up to 1e5 together), sums above
# HIGHEST have overflowed or soon would. UNDERFLOW is the exponent of 2 below which an entry is 0.
LOWEST = tl.constexpr(1e-26)
HIGHEST = tl.constexpr(1e37)
UNDERFLOW = tl.constexpr(-150.0)

TOGETHER = tl.constexpr(8)
"""Tiles whose sums are added up at once."""


@triton.jit
def resident_tiles(costs, minima, potentials, weights, eps, slots, tiles, row_sums, col_sums, TILE: tl.constexpr):
    """Sums over the rows and over the columns of one tile of P, weighted; 0 unread where every exponent underflows."""
    tile = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, TILE)
    slot = tl.load(tiles + 3 * tile)
    rows = slot_field(slots, slot, 1) + tl.load(tiles + 3 * tile + 1) * TILE + lanes
    cols = slot_field(slots, slot, 3) + tl.load(tiles + 3 * tile + 2) * TILE + lanes
    in_rows, in_cols = rows < slot_field(slots, slot, 2), cols < slot_field(slots, slot, 4)
    scale = 1.0 / tl.load(eps + slot_field(slots, slot, 0)).to(tl.float32) * LOG2E
    f = tl.load(potentials + rows, mask=in_rows, other=0.0)
    g = tl.load(potentials + cols, mask=in_cols, other=0.0)
    highest = tl.max(tl.where(in_rows, f, -float("inf"))) + tl.max(tl.where(in_cols, g, -float("inf")))
    if (highest - tl.load(minima + tile)) * scale < UNDERFLOW:
        zeros = tl.zeros((TILE,), tl.float32)
        tl.store(row_sums + tile * TILE + lanes, zeros)
        tl.store(col_sums + tile * TILE + lanes, zeros)
    else:
        a = tl.load(weights + rows, mask=in_rows, other=0.0)
        b = tl.load(weights + cols, mask=in_cols, other=0.0)
        block = tl.load(costs + tile * TILE * TILE + lanes[:, None] * TILE + lanes[None, :])
        plan = tl.exp2(((g[None, :] - block) + f[:, None]) * scale)
        tl.store(row_sums + tile * TILE + lanes, tl.sum(plan * b[None, :], axis=1))
        tl.store(col_sums + tile * TILE + lanes, tl.sum(plan * a[:, None], axis=0))


@triton.jit
def add_sums(sums, slots, slot, start, stop, place, along_rows: tl.constexpr, TILE: tl.constexpr):
    """Sums (TILE,) over the tiles start:stop of tile row `place`, or of tile column `place`, in one fixed order."""
    lanes = tl.arange(0, TILE)
    total = tl.zeros((TILE,), tl.float32)
    for at in range(start, stop, TOGETHER):
        others = at + tl.arange(0, TOGETHER)
        number = tile_number(slots, slot, place, others) if along_rows else tile_number(slots, slot, others, place)
        part = tl.load(sums + number[:, None] * TILE + lanes[None, :], mask=(others < stop)[:, None], other=0.0)
        total += tl.sum(part, axis=0)
    return total


@triton.jit
def add_exponents(
    peak,
    total,
    costs,
    potentials,
    weights,
    slots,
    slot,
    start,
    stop,
    place,
    lane,
    other_first,
    other_end,
    scale,
    along_rows: tl.constexpr,
    TILE: tl.constexpr,
):
    """Carry (peak, total), a running log-sum-exp in powers of 2, over one row (or column) of the tiles start:stop."""
    lanes = tl.arange(0, TILE)
    for at in range(start, stop, TOGETHER):
        tiles = at + tl.arange(0, TOGETHER)
        if along_rows:
            entry = tile_number(slots, slot, place, tiles)[:, None] * TILE * TILE + lane * TILE + lanes[None, :]
        else:
            entry = tile_number(slots, slot, tiles, place)[:, None] * TILE * TILE + lanes[None, :] * TILE + lane
        others = other_first + tiles[:, None] * TILE + lanes[None, :]
        inside = (tiles < stop)[:, None] & (others < other_end)
        cost = tl.load(costs + entry, mask=inside, other=float("inf"))
        height = tl.load(potentials + others, mask=inside, other=0.0)
        weight = tl.load(weights + others, mask=inside, other=1.0)
        exponents = (height - cost) * scale + tl.log2(weight)
        higher = tl.maximum(peak, tl.max(exponents))
        total = total * tl.exp2(peak - higher) + tl.sum(tl.exp2(exponents - higher))
        peak = higher
    return peak, total


@triton.jit
def resident_finish(costs, potentials, weights, eps, slots, sides, row_sums, col_sums, softmins, TILE: tl.constexpr):
    """Softmins of one stretch of TILE rows or columns, from the sums of its tiles."""
    side = tl.program_id(0).to(tl.int64)
    slot, of_cols = tl.load(sides + 3 * side), tl.load(sides + 3 * side + 1)
    place = tl.load(sides + 3 * side + 2).to(tl.int64)
    symmetric, width = slot_field(slots, slot, 5), slot_field(slots, slot, 8)
    height = slot_field(slots, slot, 7)
    step = tl.load(eps + slot_field(slots, slot, 0)).to(tl.float32)
    scale, unit = 1.0 / step * LOG2E, step * LN2
    own_first, own_end = slot_field(slots, slot, 1), slot_field(slots, slot, 2)
    other_first, other_end = slot_field(slots, slot, 3), slot_field(slots, slot, 4)
    # Rows take the tiles of their tile row; columns, and rows of a cloud with itself, those of their tile column.
    row_start, row_stop = place * symmetric, width
    col_stop = place * symmetric
    if of_cols != 0:
        own_first, other_first = other_first, own_first
        own_end, other_end = other_end, own_end
        row_stop = row_start
        col_stop = height
    lanes = tl.arange(0, TILE)
    own = own_first + place * TILE + lanes
    sums = add_sums(row_sums, slots, slot, row_start, row_stop, place, True, TILE)
    sums += add_sums(col_sums, slots, slot, 0, col_stop, place, False, TILE)
    potential = tl.load(potentials + own, mask=own < own_end, other=0.0)
    softmin = potential - unit * tl.log2(tl.where(sums > 0.0, sums, 1.0))
    exact = (sums >= LOWEST) & (sums <= HIGHEST)
    lane = tl.min(tl.where(exact | (own >= own_end), TILE, lanes))
    while lane < TILE:
        peak, total = tl.full((), -3e38, tl.float32), tl.full((), 0.0, tl.float32)
        peak, total = add_exponents(
            peak, total, costs, potentials, weights, slots, slot, row_start, row_stop, place, lane,
            other_first, other_end, scale, True, TILE,
        )  # fmt: skip
        peak, total = add_exponents(
            peak, total, costs, potentials, weights, slots, slot, 0, col_stop, place, lane,
            other_first, other_end, scale, False, TILE,
        )  # fmt: skip
        softmin = tl.where(lanes == lane, -unit * (peak + tl.log2(total)), softmin)
        lane = tl.min(tl.where(exact | (own >= own_end) | (lanes <= lane), TILE, lanes))
    tl.store(softmins + own, softmin, mask=own < own_end)


class ResidentSweep:
    """A `RaggedSweep` on float32 problems that keeps all costs; two launches per sweep.

    `tile` is the side of a tile, 64 or 128; None = `tiles.tile_size`. `tune` times a few launch configurations at their
    first use and keeps the fastest.
    """

    def __init__(self, problems: RaggedProblems, precision: str = "ieee", tune: bool = False, tile: int | None = None):
        self.problems, self.tune = problems, tune
        self.tile = tile or tile_size(problems)
        self.points = prepare(problems, precision)
        (self.panel,) = make_panels(problems, self.tile)
        self.costs, self.minima = store_costs(self.points, self.panel, self.tile, problems.p, tune)
        self.row_sums = torch.empty(len(self.panel), self.tile, device=problems.device)
        self.col_sums = torch.empty_like(self.row_sums)

    def __call__(self, potentials: Pair, eps: Tensor) -> Pair:
        both = torch.cat(potentials)
        softmins, panel, weights = torch.empty_like(both), self.panel, self.points.weights

        def sum_tiles(config: configs.Config) -> None:
            resident_tiles[(len(panel),)](
                self.costs, self.minima, both, weights, eps, panel.slots, panel.tiles, self.row_sums, self.col_sums,
                TILE=self.tile, **config.keywords(),
            )  # fmt: skip

        def finish(config: configs.Config) -> None:
            resident_finish[(len(panel.sides),)](
                self.costs, both, weights, eps, panel.slots, panel.sides, self.row_sums, self.col_sums, softmins,
                TILE=self.tile, **config.keywords(),
            )  # fmt: skip

        configs.run("resident", "any", self.tile, sum_tiles, self.tune)
        configs.run("finish", "any", self.tile, finish, self.tune)
        return softmins[: len(potentials[0])], softmins[len(potentials[0]) :]

    def point_gradients(self, potentials: Pair, softmins: Pair, eps: Tensor, upstream: Pair) -> Pair:
        gradient = torch.zeros(len(self.points.index), self.points.values.shape[1], device=self.problems.device)
        masses = torch.zeros(len(self.points.index), device=self.problems.device)
        both = (torch.cat(potentials), torch.cat(softmins))
        add_point_gradients(
            self.costs,
            self.points,
            self.panel,
            *both,
            eps,
            gradient,
            masses,
            self.problems.p,
            self.tune,
        )
        return finish_point_gradients(self.problems, self.points, gradient, masses, upstream)


def resident_bytes(problems: RaggedProblems, tile: int | None = None) -> int:
    """Bytes on the device that a `ResidentSweep` of these problems keeps."""
    side = tile or tile_size(problems)
    tiles, points = tile_count(problems, side), problems.points
    copies = len(points) if problems.centre.ndim == 1 else len(problems.a) + len(problems.b)
    return 4 * tiles * (side * side + 2 * side + 4) + 4 * copies * (points.shape[1] + 33)
