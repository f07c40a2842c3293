"""Gradients of softmins in the points that they live on, from stored tiles of the cost.

The gradient of softmin i is sum_j plan_ij dC(x_i, y_j) / dx_i with plan_ij = b_j exp((softmin_i + g_j - C_ij) / eps),
whose rows sum to 1. For p=2 that is sum_j plan_ij (x_i - y_j); for p=1 plan_ij is divided by the distance first.
"""

from __future__ import annotations

import triton
import triton.language as tl
from torch import Tensor

from geobias_kernels.cuda import configs
from geobias_kernels.cuda.blocks import LOG2E, SMALLEST_SQUARE, slot_field, tile_number
from geobias_kernels.cuda.points import PreparedPoints
from geobias_kernels.cuda.tiles import Panel
from geobias_kernels.ragged import Pair, RaggedProblems

COORDINATES = tl.constexpr(32)
"""Coordinates of the gradient that a program makes."""

ROWS = tl.constexpr(64)
"""Points that a program makes gradients of: a part of a tile."""

PART = tl.constexpr(32)
"""Points of the other side that are read at once."""


@triton.jit
def add_plan(
    moved,
    mass,
    costs,
    values,
    index,
    potentials,
    weights,
    softmin,
    slots,
    slot,
    start,
    stop,
    place,
    lanes,
    other_first,
    other_end,
    scale,
    D,
    column,
    along_rows: tl.constexpr,
    TILE: tl.constexpr,
    P: tl.constexpr,
    PRECISION: tl.constexpr,
):
    """Add plan @ y (ROWS, COORDINATES) and the sums of the plan's rows (ROWS,) over the tiles start:stop."""
    part, coordinates = tl.arange(0, PART), tl.arange(0, COORDINATES)
    for at in range(start * (TILE // PART), stop * (TILE // PART)):
        tile = at // (TILE // PART)
        offset = (at - tile * (TILE // PART)) * PART + part
        if along_rows:
            entry = tile_number(slots, slot, place, tile) * TILE * TILE + lanes[:, None] * TILE + offset[None, :]
        else:
            entry = tile_number(slots, slot, tile, place) * TILE * TILE + offset[None, :] * TILE + lanes[:, None]
        others = other_first + tile * TILE + offset
        inside = others < other_end
        height = tl.load(potentials + others, mask=inside, other=0.0)
        weight = tl.load(weights + others, mask=inside, other=0.0)
        cost = tl.load(costs + entry)
        plan = tl.exp2(((height[None, :] - cost) + softmin[:, None]) * scale) * weight[None, :]
        if P == 1:
            plan = tl.where(cost * cost > SMALLEST_SQUARE, plan / cost, 0.0)
        points = tl.load(index + others, mask=inside, other=0)
        y = tl.load(values + points[:, None] * D + column + coordinates[None, :])
        moved += tl.dot(plan, y, input_precision=PRECISION)
        mass += tl.sum(plan, axis=1)
    return moved, mass


@triton.jit
def point_gradients(
    costs,
    values,
    index,
    potentials,
    weights,
    softmins,
    eps,
    slots,
    sides,
    gradient,
    masses,
    D,
    TILE: tl.constexpr,
    P: tl.constexpr,
    PRECISION: tl.constexpr,
):
    """Add to `gradient` (S, D) sum_j plan_ij y_j, and to `masses` (S,) sum_j plan_ij, over the tiles of one panel."""
    parts: tl.constexpr = TILE // ROWS
    side = (tl.program_id(0) // parts).to(tl.int64)
    column = tl.program_id(1) * COORDINATES
    slot, of_cols = tl.load(sides + 3 * side), tl.load(sides + 3 * side + 1)
    place = tl.load(sides + 3 * side + 2).to(tl.int64)
    symmetric, first = slot_field(slots, slot, 5), slot_field(slots, slot, 6)
    last, width = slot_field(slots, slot, 7), slot_field(slots, slot, 8)
    own_first, own_end = slot_field(slots, slot, 1), slot_field(slots, slot, 2)
    other_first, other_end = slot_field(slots, slot, 3), slot_field(slots, slot, 4)
    row_start, row_stop = place * symmetric, tl.where(place < last, width, place * symmetric)
    col_stop = tl.where(symmetric != 0, tl.minimum(place, last), first)
    if of_cols != 0:
        own_first, other_first = other_first, own_first
        own_end, other_end = other_end, own_end
        row_stop = row_start
        col_stop = last
    lanes = tl.program_id(0) % parts * ROWS + tl.arange(0, ROWS)
    own = own_first + place * TILE + lanes
    inside = own < own_end
    scale = 1.0 / tl.load(eps + slot_field(slots, slot, 0)).to(tl.float32) * LOG2E
    softmin = tl.load(softmins + own, mask=inside, other=0.0)
    target = gradient + own[:, None] * D + column + tl.arange(0, COORDINATES)[None, :]
    moved = tl.load(target, mask=inside[:, None], other=0.0)
    mass = tl.load(masses + own, mask=inside, other=0.0)
    moved, mass = add_plan(
        moved, mass, costs, values, index, potentials, weights, softmin, slots, slot, row_start, row_stop, place,
        lanes, other_first, other_end, scale, D, column, True, TILE, P, PRECISION,
    )  # fmt: skip
    moved, mass = add_plan(
        moved, mass, costs, values, index, potentials, weights, softmin, slots, slot, first, col_stop, place,
        lanes, other_first, other_end, scale, D, column, False, TILE, P, PRECISION,
    )  # fmt: skip
    tl.store(target, moved, mask=inside[:, None])
    if column == 0:
        tl.store(masses + own, mass, mask=inside)


def add_point_gradients(
    costs: Tensor,
    points: PreparedPoints,
    panel: Panel,
    potentials: Tensor,
    softmins: Tensor,
    eps: Tensor,
    gradient: Tensor,
    masses: Tensor,
    p: int,
    tune: bool = False,
) -> None:
    """What the stored costs of a panel add to `gradient` (S, D) and `masses` (S,); see the kernel.

    Plans are between 0 and 1, but not exact in tf32: that precision takes three products here.
    """
    precision = "ieee" if points.precision in ("ieee", "direct") else "tf32x3"
    D, tile = points.values.shape[1], costs.shape[-1]

    def launch(config: configs.Config) -> None:
        point_gradients[(len(panel.sides) * tile // ROWS.value, D // COORDINATES.value)](
            costs, points.values, points.index, potentials, points.weights, softmins, eps, panel.slots, panel.sides,
            gradient, masses, D, TILE=tile, P=p, PRECISION=precision, **config.keywords(),
        )  # fmt: skip

    configs.run("gradients", precision, D, launch, tune)


def finish_point_gradients(
    problems: RaggedProblems, points: PreparedPoints, gradient: Tensor, masses: Tensor, upstream: Pair
) -> Pair:
    """Gradients (N, d) and (M, d) from what the tiles added up."""
    own = points.values[points.index]
    total = (own * masses[:, None] - gradient)[:, : problems.points.shape[1]]
    n = len(problems.a)
    return upstream[0][:, None] * total[:n], upstream[1][:, None] * total[n:]
