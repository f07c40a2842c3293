"""Panels: every tile once, in order, and every result from all the tiles that it needs."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from geobias_kernels.cuda.tiles import FIELDS, Panel, make_panels, tile_count, tile_size
from geobias_kernels.ragged import RaggedProblems, Side, ragged_problems

TILE = 4


def problems(sizes: list[tuple[int, int | None]]) -> RaggedProblems:
    def side(n: int) -> Side:
        return Side(torch.zeros(n, 1), torch.ones(n))

    return ragged_problems([(side(n), None if m is None else side(m)) for n, m in sizes], 2)


def covered(panel: Panel) -> list[tuple[int, int, int]]:
    """(problem, tile row, tile column) of every tile of a panel."""
    return [(int(panel.slots[slot, 0]), row, col) for slot, row, col in panel.tiles.tolist()]


sizes = st.lists(st.tuples(st.integers(1, 20), st.none() | st.integers(1, 20)), min_size=1, max_size=4)


@given(sizes=sizes, limit=st.none() | st.integers(1, 12))
def test_panels_hold_every_tile_once_and_number_them(sizes: list[tuple[int, int | None]], limit: int | None) -> None:
    made = problems(sizes)
    panels = make_panels(made, TILE, limit)
    expected = [
        (k, row, col)
        for k, (n, m) in enumerate(sizes)
        for row in range(-(-n // TILE))
        for col in range(row if m is None else 0, -(-(n if m is None else m) // TILE))
    ]
    assert [tile for panel in panels for tile in covered(panel)] == expected
    assert tile_count(made, TILE) == len(expected)
    for panel in panels:
        whole_row = len({(k, row) for k, row, _ in covered(panel)}) == 1
        assert limit is None or len(panel) <= limit or whole_row
        for number, (slot, row, col) in enumerate(panel.tiles.tolist()):
            field = dict(zip(FIELDS, panel.slots[slot].tolist(), strict=True))

            def before(row: int, field: dict[str, int] = field) -> int:
                return row * field["width"] - field["symmetric"] * (row * (row - 1) // 2)

            left = col - field["symmetric"] * row
            assert field["base"] + before(row) - before(field["first"]) + left == number


@given(sizes=sizes, limit=st.none() | st.integers(1, 12))
def test_sides_are_those_that_tiles_of_the_panel_touch(sizes: list[tuple[int, int | None]], limit: int | None) -> None:
    for panel in make_panels(problems(sizes), TILE, limit):
        touched = set()
        for slot, row, col in panel.tiles.tolist():
            touched |= {(slot, 0, row), (slot, 1 - int(panel.slots[slot, 5]), col)}
        sides = [tuple(side) for side in panel.sides.tolist()]
        assert len(sides) == len(set(sides))
        assert set(sides) == touched


def test_slots_say_where_rows_and_columns_lie() -> None:
    (panel,) = make_panels(problems([(5, 3), (6, None)]), TILE)
    assert panel.slots.tolist() == [[0, 0, 5, 11, 14, 0, 0, 2, 1, 0], [1, 5, 11, 5, 11, 1, 0, 2, 2, 2]]
    assert panel.slots.dtype == torch.int64
    (bare,) = make_panels(problems([(5, 3), (6, None)]), TILE, sides_only=True)
    assert len(bare) == 0
    assert torch.equal(bare.sides, panel.sides)


@pytest.mark.parametrize(("sizes", "expected"), [([(256, 3), (1, None)], 64), ([(5, 257)], 128), ([(300, None)], 128)])
def test_small_clouds_get_small_tiles(sizes: list[tuple[int, int | None]], expected: int) -> None:
    assert tile_size(problems(sizes)) == expected
