"""Which tiles of which cost matrices a launch runs through, and where their results are put together again.

A cost matrix is cut into square tiles; of a cloud with itself only those on and above the diagonal are made. A panel is
what one launch covers: for some problems (its slots) the tiles of a range of tile rows, numbered one after another.
Rows and columns of all problems stand in one list, all rows first, as in `points.PreparedPoints`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from geobias_kernels.ragged import RaggedProblems

FIELDS = ("problem", "row_first", "row_end", "col_first", "col_end", "symmetric", "first", "last", "width", "base")
"""What a slot holds: its problem, where rows and columns lie in the list, whether it is of a cloud with itself, its
first and last (exclusive) tile row here, tiles a full tile row, and the number of its first tile."""


Piece = tuple[int, int, int, int]
"""A problem, its first and last (exclusive) tile row in a panel, and the number of its first tile there."""


@dataclass(frozen=True)
class Panel:
    """Tiles for one launch: slots int64 (slots, fields); tiles int32 (tiles, 3) slot, tile row and tile column;
    sides int32 (sides, 3) slot, 0 for rows or 1 for columns, and tile: every stretch that gets a result from here."""

    slots: Tensor
    tiles: Tensor
    sides: Tensor

    def __len__(self) -> int:
        return len(self.tiles)


def tile_size(problems: RaggedProblems) -> int:
    """128, or 64 where no cloud has more than 256 points: of a small cloud too much of a large tile would be empty."""
    return 64 if max(*problems.row_sizes, *problems.col_sizes) <= 256 else 128


def tile_count(problems: RaggedProblems, tile: int) -> int:
    """Tiles of all problems."""
    sizes = zip(*_tile_sizes(problems, tile), problems.symmetric, strict=True)
    return sum(height * width - symmetric * (height * (height - 1) // 2) for height, width, symmetric in sizes)


def make_panels(problems: RaggedProblems, tile: int, limit: int | None = None, sides_only: bool = False) -> list[Panel]:
    """Cut all problems into panels of at most `limit` tiles, or of one tile row if that has more; None = one panel.

    With `sides_only` the panels hold no tiles, for launches that need none.
    """
    heights, widths = _tile_sizes(problems, tile)
    pieces: list[list[Piece]] = [[]]
    held = 0
    for k, (height, width) in enumerate(zip(heights, widths, strict=True)):
        first = 0
        while first < height:
            room = None if limit is None else limit - held
            last, size = _fill(first, height, width, problems.symmetric[k], room)
            if last == first and held:
                pieces.append([])
                held = 0
                continue
            if last == first:
                last, size = _fill(first, first + 1, width, problems.symmetric[k], None)
            pieces[-1].append((k, first, last, held))
            held, first = held + size, last
    return [_panel(problems, widths, piece, sides_only) for piece in pieces]


def _tile_sizes(problems: RaggedProblems, tile: int) -> tuple[list[int], list[int]]:
    """Tile rows and tile columns of every problem."""
    return [-(-n // tile) for n in problems.row_sizes], [-(-m // tile) for m in problems.col_sizes]


def _fill(first: int, height: int, width: int, symmetric: bool, room: int | None) -> tuple[int, int]:
    """How far tile rows from `first` on fit into `room` tiles, and how many tiles those are."""
    sizes = width - symmetric * np.arange(first, height)
    total = np.cumsum(sizes)
    count = height - first if room is None else int(np.searchsorted(total, room, side="right"))
    return first + count, int(total[count - 1]) if count else 0


def _panel(problems: RaggedProblems, widths: list[int], piece: list[Piece], sides_only: bool) -> Panel:
    slots = np.array([_slot(problems, widths[k], k, *rest) for k, *rest in piece], dtype=np.int64)
    symmetric, first, last, width = (slots[:, FIELDS.index(name)] for name in ("symmetric", "first", "last", "width"))
    row_slot, tile_row = _runs(first, first if sides_only else last)
    of_row, tile_col = _runs(symmetric[row_slot] * tile_row, width[row_slot])
    tiles = np.stack([row_slot[of_row], tile_row[of_row], tile_col], axis=1)
    # Of a cloud with itself, rows below a panel's own get sums from what the panel holds above the diagonal.
    side_slot, side = _runs(first, np.where(symmetric == 1, width, last))
    cols_of = np.flatnonzero(symmetric == 0)
    col_slot, col = _runs(np.zeros_like(cols_of), width[cols_of])
    sides = np.concatenate(
        [
            np.stack([side_slot, np.zeros_like(side), side], axis=1),
            np.stack([cols_of[col_slot], np.ones_like(col), col], axis=1),
        ]
    )
    device = problems.device
    return Panel(
        torch.from_numpy(slots).to(device),
        torch.from_numpy(tiles.astype(np.int32)).to(device),
        torch.from_numpy(sides.astype(np.int32)).to(device),
    )


def _slot(problems: RaggedProblems, width: int, k: int, first: int, last: int, base: int) -> tuple[int, ...]:
    rows, cols = problems.row_slice(k), problems.col_slice(k)
    n = len(problems.a)
    other = (rows.start, rows.stop) if problems.symmetric[k] else (n + cols.start, n + cols.stop)
    return (k, rows.start, rows.stop, *other, int(problems.symmetric[k]), first, last, width, base)


def _runs(first: np.ndarray, last: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ranges first[i]:last[i] one after another: of every entry its range and its value."""
    sizes = last - first
    owner = np.repeat(np.arange(len(sizes)), sizes)
    starts = np.repeat(np.cumsum(sizes) - sizes - first, sizes)
    return owner, np.arange(len(owner)) - starts
