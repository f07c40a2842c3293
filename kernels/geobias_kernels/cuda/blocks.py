"""What all kernels share: a panel's slots and tile numbers, and one tile of the cost."""

from __future__ import annotations

import triton
import triton.language as tl

from geobias_kernels.costs import SMALLEST_SQUARE as _SMALLEST_SQUARE
from geobias_kernels.cuda.tiles import FIELDS as _FIELDS

SMALLEST_SQUARE = tl.constexpr(_SMALLEST_SQUARE)
FIELDS = tl.constexpr(len(_FIELDS))
LOG2E = tl.constexpr(1.4426950408889634)
LN2 = tl.constexpr(0.6931471805599453)

ROUNDING = tl.constexpr(2.0**-19)
"""Costs of p=2 up to this share of half the squared lengths are within the rounding of products, and become 0."""


@triton.jit
def slot_field(slots, slot, field: tl.constexpr):
    """One number of a slot; see `tiles.FIELDS`."""
    return tl.load(slots + slot.to(tl.int64) * FIELDS + field)


@triton.jit
def tile_number(slots, slot, row, col):
    """Number of tile (row, col) of a slot in its panel, int64; row and col may be blocks."""
    symmetric, first = slot_field(slots, slot, 5), slot_field(slots, slot, 6)
    width, base = slot_field(slots, slot, 8), slot_field(slots, slot, 9)
    above = row * width - symmetric * (row * (row - 1) // 2)
    skipped = first * width - symmetric * (first * (first - 1) // 2)
    return base + above - skipped + col - symmetric * row


@triton.jit
def cost_tile(
    values,
    norms,
    index,
    left,
    left_end,
    right,
    right_end,
    D,
    HEIGHT: tl.constexpr,
    WIDTH: tl.constexpr,
    CHUNK: tl.constexpr,
    P: tl.constexpr,
    PRECISION: tl.constexpr,
):
    """Costs (HEIGHT, WIDTH) of the points listed from `left` and from `right` on; infinite beyond their ends.

    With PRECISION "direct" they are sums of squared differences. With the others CHUNK coordinates at a time are
    multiplied and summed in float32, and the sums added up with a rounding each, so the error is about
    (CHUNK + D / CHUNK) roundings of the lengths at worst, far from D. Equal points cost exactly 0.
    """
    rows = left + tl.arange(0, HEIGHT)
    cols = right + tl.arange(0, WIDTH)
    row_points = tl.load(index + rows, mask=rows < left_end, other=0)
    col_points = tl.load(index + cols, mask=cols < right_end, other=0)
    if PRECISION == "direct":
        costs = tl.zeros((HEIGHT, WIDTH), tl.float32)
        for at in range(0, D):
            own = tl.load(values + row_points * D + at)
            gaps = own[:, None] - tl.load(values + col_points * D + at)[None, :]
            costs += gaps * gaps * 0.5
    else:
        k = tl.arange(0, CHUNK)
        x = values + row_points[:, None] * D + k[None, :]
        y = values + col_points[None, :] * D + k[:, None]
        products = tl.zeros((HEIGHT, WIDTH), tl.float32)
        for start in range(0, D, CHUNK):
            # A difference, as a sum would be fused into the product, whose own additions may truncate.
            products = products - tl.dot(tl.load(x + start), tl.load(y + start), input_precision=PRECISION)
        lengths = tl.load(norms + row_points)[:, None] + tl.load(norms + col_points)[None, :]
        costs = lengths + products
        same = (costs <= lengths * ROUNDING) | (row_points[:, None] == col_points[None, :])
        costs = tl.where(same, 0.0, costs)
    if P == 1:
        costs = tl.sqrt(tl.maximum(2.0 * costs, SMALLEST_SQUARE))
    inside = (rows < left_end)[:, None] & (cols < right_end)[None, :]
    return tl.where(inside, costs, float("inf"))
