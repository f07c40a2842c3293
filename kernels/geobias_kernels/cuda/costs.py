"""Cost blocks of many problems in one launch: float32 tiles, each contiguous, one after another."""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

from geobias_kernels.cuda import configs
from geobias_kernels.cuda.blocks import cost_tile, slot_field
from geobias_kernels.cuda.points import PreparedPoints
from geobias_kernels.cuda.tiles import Panel

BLOCK = tl.constexpr(64)
"""A program makes this many rows and columns of a tile."""


@triton.jit
def cost_blocks(
    values,
    norms,
    index,
    slots,
    tiles,
    costs,
    minima,
    D,
    TILE: tl.constexpr,
    CHUNK: tl.constexpr,
    P: tl.constexpr,
    PRECISION: tl.constexpr,
):
    """One block of one tile; with the smallest cost of the block in `minima` (tiles, blocks of a tile)."""
    across: tl.constexpr = TILE // BLOCK
    tile = (tl.program_id(0) // (across * across)).to(tl.int64)
    part = tl.program_id(0) % (across * across)
    top, side = part // across * BLOCK, part % across * BLOCK
    slot = tl.load(tiles + 3 * tile)
    left = slot_field(slots, slot, 1) + tl.load(tiles + 3 * tile + 1) * TILE + top
    right = slot_field(slots, slot, 3) + tl.load(tiles + 3 * tile + 2) * TILE + side
    left_end, right_end = slot_field(slots, slot, 2), slot_field(slots, slot, 4)
    block = cost_tile(values, norms, index, left, left_end, right, right_end, D, BLOCK, BLOCK, CHUNK, P, PRECISION)
    rows, cols = top + tl.arange(0, BLOCK), side + tl.arange(0, BLOCK)
    tl.store(costs + tile * TILE * TILE + rows[:, None] * TILE + cols[None, :], block)
    tl.store(minima + tl.program_id(0), tl.min(block))


def store_costs(
    points: PreparedPoints,
    panel: Panel,
    tile: int,
    p: int,
    tune: bool = False,
    out: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Costs float32 (tiles, tile, tile), infinite where a tile overhangs its problem, and the minimum of every tile.

    `out` is written where it is given: any tensor of at least that many entries.
    """
    device = points.values.device
    across = tile // BLOCK.value
    size = len(panel) * tile * tile
    costs = torch.empty(size, dtype=torch.float32, device=device) if out is None else out.view(-1)[:size]
    minima = torch.empty(len(panel), across * across, dtype=torch.float32, device=device)
    arguments = (points.values, points.norms, points.index, panel.slots, panel.tiles, costs, minima)

    def launch(config: configs.Config) -> None:
        cost_blocks[(minima.numel(),)](
            *arguments,
            points.values.shape[1],
            TILE=tile,
            P=p,
            PRECISION=points.precision,
            **config.keywords(),
        )

    configs.run("costs", points.precision, points.values.shape[1], launch, tune)
    return costs.view(-1, tile, tile), minima.amin(1)
