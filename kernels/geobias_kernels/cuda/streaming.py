"""The sweep that keeps no cost: every tile of it is made anew, and gives softmins of rows and of columns at once.

A tile writes the peak and the sum of a log-sum-exp for each of its rows and columns, exact whatever the potentials are;
panels of tiles follow one another so that these stay small, and are merged in a fixed order. Tiles whose exponents all
underflow are not made; the few rows and columns that might miss them are summed again, over all their costs.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

from geobias_kernels.cuda import configs
from geobias_kernels.cuda.blocks import LN2, LOG2E, cost_tile, slot_field, tile_number
from geobias_kernels.cuda.costs import store_costs
from geobias_kernels.cuda.gradients import add_point_gradients, finish_point_gradients
from geobias_kernels.cuda.points import prepare
from geobias_kernels.cuda.tiles import Panel, make_panels
from geobias_kernels.ragged import Pair, RaggedProblems

TILE = 128
"""Side of a tile; a larger one reads points less often."""

PANEL_BYTES = 1 << 28
"""What the peaks and sums of one panel may take, and the costs of one panel when gradients are taken."""

# Exponents of 2. A tile is left out below SKIP. What it could have added is below the rounding of any sum of at least
# ENOUGH, as long as the weights of a problem add up to less than 2^26; the other sums are made again.
SKIP = tl.constexpr(-150.0)
ENOUGH = tl.constexpr(-100.0)
ABSENT = tl.constexpr(-1e38)
"""Stands for the exponent of nothing; finite, so that differences of two of them are 0."""

TOGETHER = tl.constexpr(16)
"""Tiles that are merged at once."""


@triton.jit
def peak_and_sum(exponents, weights, axis: tl.constexpr):
    """Peak of the exponents of 2 along an axis, and the weighted sum of what they give relative to it."""
    weights = tl.expand_dims(weights, 1 - axis)
    exponents = tl.where(weights > 0.0, exponents, -float("inf"))
    peak = tl.maximum(tl.max(exponents, axis=axis), ABSENT)
    return peak, tl.sum(tl.exp2(exponents - tl.expand_dims(peak, axis)) * weights, axis=axis)


@triton.jit
def merge(peak, total, other_peak, other_total):
    """Two running log-sum-exps as one."""
    higher = tl.maximum(peak, other_peak)
    return higher, total * tl.exp2(peak - higher) + other_total * tl.exp2(other_peak - higher)


@triton.jit
def streaming_tiles(
    values,
    norms,
    index,
    potentials,
    weights,
    eps,
    slots,
    tiles,
    minima,
    peaks,
    sums,
    D,
    TILE: tl.constexpr,
    WIDTH: tl.constexpr,
    CHUNK: tl.constexpr,
    P: tl.constexpr,
    PRECISION: tl.constexpr,
    KNOWN: tl.constexpr,
):
    """Peaks and sums of one tile's rows and columns, (tiles, 2, TILE); a tile left out has sums of -1.

    WIDTH columns are made at once, for want of registers.
    `minima`, the smallest cost of every tile, are written unless KNOWN.
    """
    tile = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, TILE)
    slot = tl.load(tiles + 3 * tile)
    left = slot_field(slots, slot, 1) + tl.load(tiles + 3 * tile + 1) * TILE
    right = slot_field(slots, slot, 3) + tl.load(tiles + 3 * tile + 2) * TILE
    left_end, right_end = slot_field(slots, slot, 2), slot_field(slots, slot, 4)
    rows = left + lanes
    scale = 1.0 / tl.load(eps + slot_field(slots, slot, 0)).to(tl.float32) * LOG2E
    f = tl.load(potentials + rows, mask=rows < left_end, other=-float("inf"))
    out = tile * 2 * TILE + lanes
    live = True
    if KNOWN:
        highest = tl.max(tl.load(potentials + right + lanes, mask=right + lanes < right_end, other=-float("inf")))
        live = (tl.max(f) + highest - tl.load(minima + tile)) * scale >= SKIP
    if live:
        f = tl.where(rows < left_end, f, 0.0)
        a = tl.load(weights + rows, mask=rows < left_end, other=0.0)
        row_peak = tl.full((TILE,), ABSENT, tl.float32)
        row_total = tl.zeros((TILE,), tl.float32)
        smallest = tl.full((TILE,), float("inf"), tl.float32)
        for part in range(0, TILE, WIDTH):
            cost = cost_tile(
                values, norms, index, left, left_end, right + part, right_end, D, TILE, WIDTH, CHUNK, P, PRECISION
            )
            smallest = tl.minimum(smallest, tl.min(cost, axis=1))
            cols = right + part + tl.arange(0, WIDTH)
            g = tl.load(potentials + cols, mask=cols < right_end, other=0.0)
            b = tl.load(weights + cols, mask=cols < right_end, other=0.0)
            exponents = ((g[None, :] - cost) + f[:, None]) * scale
            peak, total = peak_and_sum(exponents, b, 1)
            row_peak, row_total = merge(row_peak, row_total, peak, total)
            peak, total = peak_and_sum(exponents, a, 0)
            tl.store(peaks + tile * 2 * TILE + TILE + part + tl.arange(0, WIDTH), peak)
            tl.store(sums + tile * 2 * TILE + TILE + part + tl.arange(0, WIDTH), total)
        tl.store(peaks + out, row_peak)
        tl.store(sums + out, row_total)
        if not KNOWN:
            tl.store(minima + tile, tl.min(smallest))
    else:
        nothing = tl.full((TILE,), ABSENT, tl.float32)
        missing = tl.full((TILE,), -1.0, tl.float32)
        tl.store(peaks + out, nothing)
        tl.store(sums + out, missing)
        tl.store(peaks + out + TILE, nothing)
        tl.store(sums + out + TILE, missing)


@triton.jit
def merge_tiles(
    peak, total, missing, peaks, sums, slots, slot, start, stop, place, along_rows: tl.constexpr, TILE: tl.constexpr
):
    """Carry (peak, total, missing) (TILE,) over the tiles start:stop of a tile row or of a tile column."""
    lanes = tl.arange(0, TILE)
    for at in range(start, stop, TOGETHER):
        others = at + tl.arange(0, TOGETHER)
        if along_rows:
            entry = tile_number(slots, slot, place, others)[:, None] * 2 * TILE + lanes[None, :]
        else:
            entry = tile_number(slots, slot, others, place)[:, None] * 2 * TILE + TILE + lanes[None, :]
        inside = (others < stop)[:, None]
        part = tl.load(peaks + entry, mask=inside, other=ABSENT)
        amount = tl.load(sums + entry, mask=inside, other=0.0)
        higher = tl.max(part, axis=0)
        added = tl.sum(tl.where(amount < 0.0, 0.0, amount * tl.exp2(part - higher[None, :])), axis=0)
        missing = tl.maximum(missing, tl.max(tl.where(amount < 0.0, 1.0, 0.0), axis=0))
        peak, total = merge(peak, total, higher, added)
    return peak, total, missing


@triton.jit
def streaming_merge(slots, sides, peaks, sums, peak_state, sum_state, missing_state, TILE: tl.constexpr):
    """Merge what a panel has for one stretch of rows or columns into its state."""
    side = tl.program_id(0).to(tl.int64)
    slot, of_cols = tl.load(sides + 3 * side), tl.load(sides + 3 * side + 1)
    place = tl.load(sides + 3 * side + 2).to(tl.int64)
    symmetric, first = slot_field(slots, slot, 5), slot_field(slots, slot, 6)
    last, width = slot_field(slots, slot, 7), slot_field(slots, slot, 8)
    own_first, own_end = slot_field(slots, slot, 1), slot_field(slots, slot, 2)
    row_start, row_stop = place * symmetric, tl.where(place < last, width, place * symmetric)
    col_stop = tl.where(symmetric != 0, tl.minimum(place, last), first)
    if of_cols != 0:
        own_first, own_end = slot_field(slots, slot, 3), slot_field(slots, slot, 4)
        row_stop = row_start
        col_stop = last
    own = own_first + place * TILE + tl.arange(0, TILE)
    peak = tl.load(peak_state + own, mask=own < own_end, other=0.0)
    total = tl.load(sum_state + own, mask=own < own_end, other=0.0)
    missing = tl.load(missing_state + own, mask=own < own_end, other=0.0)
    peak, total, missing = merge_tiles(
        peak, total, missing, peaks, sums, slots, slot, row_start, row_stop, place, True, TILE
    )
    peak, total, missing = merge_tiles(
        peak, total, missing, peaks, sums, slots, slot, first, col_stop, place, False, TILE
    )
    tl.store(peak_state + own, peak, mask=own < own_end)
    tl.store(sum_state + own, total, mask=own < own_end)
    tl.store(missing_state + own, missing, mask=own < own_end)


@triton.jit
def streaming_finish(
    values,
    norms,
    index,
    potentials,
    weights,
    eps,
    slots,
    sides,
    peak_state,
    sum_state,
    missing_state,
    softmins,
    D,
    TILE: tl.constexpr,
    WIDTH: tl.constexpr,
    CHUNK: tl.constexpr,
    P: tl.constexpr,
    PRECISION: tl.constexpr,
):
    """Softmins of one stretch; where a sum may miss tiles that were left out, the whole stretch is summed again."""
    side = tl.program_id(0).to(tl.int64)
    slot, of_cols = tl.load(sides + 3 * side), tl.load(sides + 3 * side + 1)
    own_first, own_end = slot_field(slots, slot, 1), slot_field(slots, slot, 2)
    other_first, other_end = slot_field(slots, slot, 3), slot_field(slots, slot, 4)
    if of_cols != 0:
        own_first, other_first = other_first, own_first
        own_end, other_end = other_end, own_end
    lanes = tl.arange(0, TILE)
    first = own_first + tl.load(sides + 3 * side + 2).to(tl.int64) * TILE
    own = first + lanes
    inside = own < own_end
    step = tl.load(eps + slot_field(slots, slot, 0)).to(tl.float32)
    scale, unit = 1.0 / step * LOG2E, step * LN2
    f = tl.load(potentials + own, mask=inside, other=0.0)
    peak = tl.load(peak_state + own, mask=inside, other=0.0)
    total = tl.load(sum_state + own, mask=inside, other=1.0)
    missing = tl.load(missing_state + own, mask=inside, other=0.0)
    level = peak + tl.log2(tl.where(total == 0.0, 1.0, total))
    softmin = f - unit * level
    if tl.max(tl.where((missing > 0.0) & (level < ENOUGH) & inside, 1, 0)) > 0:
        peak = tl.full((TILE,), ABSENT, tl.float32)
        total = tl.zeros((TILE,), tl.float32)
        for at in range(other_first, other_end, WIDTH):
            others = at + tl.arange(0, WIDTH)
            cost = cost_tile(values, norms, index, first, own_end, at, other_end, D, TILE, WIDTH, CHUNK, P, PRECISION)
            g = tl.load(potentials + others, mask=others < other_end, other=0.0)
            b = tl.load(weights + others, mask=others < other_end, other=0.0)
            part, amount = peak_and_sum((g[None, :] - cost) * scale, b, 1)
            peak, total = merge(peak, total, part, amount)
        softmin = -unit * (peak + tl.log2(tl.where(total == 0.0, 1.0, total)))
    tl.store(softmins + own, softmin, mask=inside)


class StreamingSweep:
    """A `RaggedSweep` on float32 problems that keeps no cost: about 1/32 of one panel's, and 1/16384 of all.

    `tune` is as in `ResidentSweep`; `panel_bytes` bounds the buffers.
    """

    def __init__(
        self,
        problems: RaggedProblems,
        precision: str = "ieee",
        tune: bool = False,
        panel_bytes: int = PANEL_BYTES,
        tile: int = TILE,
    ):
        self.problems, self.tune, self.tile = problems, tune, tile
        self.points = prepare(problems, precision)
        self.panels = make_panels(problems, tile, max(1, panel_bytes // (16 * tile)))
        (self.whole,) = make_panels(problems, tile, sides_only=True)
        largest = max(len(panel) for panel in self.panels)
        device = problems.device
        self.peaks, self.sums = torch.empty(2, largest, 2 * tile, device=device).unbind(0)
        self.minima = [torch.empty(len(panel), device=device) for panel in self.panels]
        self.panel_bytes, self.known = panel_bytes, False

    def __call__(self, potentials: Pair, eps: Tensor) -> Pair:
        both = torch.cat(potentials)
        state = torch.zeros(3, len(both), device=both.device)
        state[0] = ABSENT.value
        for panel, minima in zip(self.panels, self.minima, strict=True):
            self._panel(panel, minima, both, eps, state)
        self.known = True
        softmins, points = torch.empty_like(both), self.points

        def finish(config: configs.Config) -> None:
            streaming_finish[(len(self.whole.sides),)](
                points.values, points.norms, points.index, both, points.weights, eps, self.whole.slots,
                self.whole.sides, state[0], state[1], state[2], softmins, points.values.shape[1], TILE=self.tile,
                P=self.problems.p, PRECISION=points.precision, **config.keywords(),
            )  # fmt: skip

        configs.run("streaming", points.precision, points.values.shape[1], finish, tune=False)
        return softmins[: len(potentials[0])], softmins[len(potentials[0]) :]

    def _panel(self, panel: Panel, minima: Tensor, both: Tensor, eps: Tensor, state: Tensor) -> None:
        points = self.points

        def launch(config: configs.Config) -> None:
            streaming_tiles[(len(panel),)](
                points.values, points.norms, points.index, both, points.weights, eps, panel.slots, panel.tiles, minima,
                self.peaks, self.sums, points.values.shape[1], TILE=self.tile, P=self.problems.p,
                PRECISION=points.precision, KNOWN=self.known, **config.keywords(),
            )  # fmt: skip

        configs.run("streaming", points.precision, points.values.shape[1], launch, self.tune)
        streaming_merge[(len(panel.sides),)](
            panel.slots, panel.sides, self.peaks, self.sums, state[0], state[1], state[2], TILE=self.tile,
            **configs.PLAIN.keywords(),
        )  # fmt: skip

    def point_gradients(self, potentials: Pair, softmins: Pair, eps: Tensor, upstream: Pair) -> Pair:
        problems, points, tile = self.problems, self.points, self.tile
        gradient = torch.zeros(len(points.index), points.values.shape[1], device=problems.device)
        masses = torch.zeros(len(points.index), device=problems.device)
        both = (torch.cat(potentials), torch.cat(softmins))
        for panel in make_panels(problems, tile, max(1, self.panel_bytes // (4 * tile * tile))):
            costs, _ = store_costs(points, panel, tile, problems.p, self.tune)
            add_point_gradients(costs, points, panel, *both, eps, gradient, masses, problems.p, self.tune)
        return finish_point_gradients(problems, points, gradient, masses, upstream)


def streaming_bytes(problems: RaggedProblems) -> int:
    """Bytes on the device that a `StreamingSweep` of these problems keeps, about."""
    points = problems.points
    copies = len(points) if problems.centre.ndim == 1 else len(problems.a) + len(problems.b)
    return PANEL_BYTES + problems.entries // 4096 + 4 * copies * (points.shape[1] + 33)
