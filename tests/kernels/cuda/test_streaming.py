"""What the streaming sweep alone promises: panels of any size, and that tiles left out are made where they matter."""

from __future__ import annotations

import dataclasses

import pytest
import torch

from geobias_kernels.ragged import ragged_problems
from geobias_kernels.ragged_reference import ReferenceSweep

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("p", [1, 2])
def test_panels_of_one_tile_row(p, maker, sweep, agree):
    problems, eps = maker.problems([(130, 70), (3, 2), (130, None)], 17, p), maker.eps(2.0, 1.0, 1.0)
    reference = ReferenceSweep(problems)
    potentials = tuple(softmin / 2 for softmin in reference(problems.zeros(), eps))
    made = sweep("streaming", problems, panel_bytes=1)
    assert len(made.panels) == 7
    softmins = reference(potentials, eps)
    agree(made(potentials, eps), softmins, 1e-5)
    upstream = tuple(maker.normal(len(side)) for side in softmins)
    expected = reference.point_gradients(potentials, softmins, eps, upstream)
    agree(made.point_gradients(potentials, softmins, eps, upstream), expected, 1e-5)


def heaps(maker):
    """A cloud with itself in two heaps far apart."""
    x = maker.side(128, 20)
    apart = 30 * torch.arange(2, device=maker.device).repeat_interleave(64)[:, None]
    return ragged_problems([(dataclasses.replace(x, points=x.points + apart), None)], 2)


def test_tiles_that_underflow_are_not_made(maker, sweep, agree):
    problems, eps = heaps(maker), maker.eps(0.5)
    expected = ReferenceSweep(problems)(problems.zeros(), eps)
    made = sweep("streaming", problems)
    agree(made(problems.zeros(), eps), expected, 1e-5)
    agree(made(problems.zeros(), eps), expected, 1e-5)
    (minima,) = made.minima
    # Tiles on the diagonal hold costs of 0. Were all others as far as this, nothing but the diagonal would be left.
    assert minima[[0, 2]].tolist() == [0.0, 0.0]
    made.points.values[64:] = torch.nan
    f, _ = made(problems.zeros(), eps)
    agree((f[:64],), (expected[0][:64],), 1e-5)


def test_sums_that_miss_tiles_are_made_again(maker, sweep, agree):
    """Potentials so low in one heap that its rows live on the other heap, whose tile is left out."""
    problems, eps = heaps(maker), maker.eps(0.5)
    made = sweep("streaming", problems)
    made(problems.zeros(), eps)
    f, g = problems.zeros()
    f[64:] -= 2e4
    agree(made((f, g), eps), ReferenceSweep(problems)((f, g), eps), 1e-5)
