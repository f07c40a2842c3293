"""Resident and streaming sweeps against the plain one, on a CUDA device or in Triton's interpreter."""

from __future__ import annotations

import dataclasses

import pytest
import torch

from geobias_kernels.cuda.points import round_to_tf32
from geobias_kernels.ragged import PRECISIONS, Side, ragged_problems
from geobias_kernels.ragged_reference import ReferenceSweep

pytestmark = pytest.mark.gpu

KINDS = pytest.mark.parametrize("kind", ["resident", "streaming"])

RAGGED = [(3, 70), (70, None), (1, 1), (65, 66), (1, None)]
"""Problems on both sides of the edge of a tile of 64."""

EPS = (10.0, 1.0, 0.1, 0.0025, 0.01)


def halfway(problems, eps):
    """Potentials as the loop has them after its first step."""
    return tuple(softmin / 2 for softmin in ReferenceSweep(problems)(problems.zeros(), eps))


# The resident sweep has its costs from a kernel that test_resident.py holds to the reference at every p and d.
@pytest.mark.parametrize(
    ("kind", "p", "d"),
    [("resident", 1, 1), ("resident", 2, 40), *(("streaming", p, d) for p in (1, 2) for d in (1, 40))],
)
def test_softmins_of_a_ragged_list_are_the_reference(kind, p, d, maker, sweep, agree):
    problems, eps = maker.problems(RAGGED, d, p), maker.eps(*EPS)
    made, reference = sweep(kind, problems), ReferenceSweep(problems)
    for potentials in (problems.zeros(), halfway(problems, eps)):
        agree(made(potentials, eps), reference(potentials, eps), 1e-5)


@KINDS
@pytest.mark.parametrize("precision", PRECISIONS)
def test_precisions_at_many_dimensions(kind, precision, maker, sweep, agree):
    """Points like those of token clouds: costs of about 50 at eps 0.0025, in 1024 dimensions."""
    problems, eps = maker.problems([(66, 65), (66, None)], 1024, scale=0.22), maker.eps(0.0025, 0.0025)
    potentials = halfway(problems, eps)
    expected = ReferenceSweep(problems)(potentials, eps)
    agree(sweep(kind, problems, precision)(potentials, eps), expected, 1e-4 if precision == "tf32" else 1e-5)


def representable(problems):
    """The problems on their centred points rounded to tf32, which no product then rounds again."""
    points = round_to_tf32((problems.points.double() - problems.centre).float())
    return dataclasses.replace(problems, points=points, centre=torch.zeros_like(problems.centre))


@KINDS
def test_tf32_describes_the_rounded_points(kind, maker, sweep, agree):
    """Norms and products are of the same points, so what tf32 loses is as if the points had been rounded."""
    problems, eps = maker.problems([(20, 30)], 64), maker.eps(0.05)
    potentials = halfway(problems, eps)
    expected = ReferenceSweep(representable(problems))(potentials, eps)
    agree(sweep(kind, problems, "tf32")(potentials, eps), expected, 2e-6)


@KINDS
def test_rows_drawn_from_shared_pools(kind, maker, sweep, agree):
    left, right = maker.normal(90, 5), maker.normal(40, 5)

    def drawn(pool, *rows):
        return Side(
            pool, torch.full((len(rows),), 1 / len(rows), device=pool.device), torch.tensor(rows).to(pool.device)
        )

    pairs = [
        (drawn(left, 89, 0, 3), drawn(right, 39, 7)),
        (drawn(left, 5, 6), None),
        (drawn(right, 1, 2, 3), drawn(left, 1, 2, 3, 5)),
    ]
    problems, eps = ragged_problems(pairs, 2), maker.eps(0.5, 0.2, 3.0)
    assert len(problems.points) == 130
    potentials = halfway(problems, eps)
    agree(sweep(kind, problems)(potentials, eps), ReferenceSweep(problems)(potentials, eps), 1e-5)


@KINDS
def test_a_centre_for_every_problem(kind, maker, sweep, agree):
    offsets = (0.0, 1e3, -1e4)
    sides = [(maker.side(9, 4), maker.side(11, 4)) for _ in offsets]
    moved = [
        tuple(dataclasses.replace(side, points=side.points + offset) for side in pair)
        for pair, offset in zip(sides, offsets, strict=True)
    ]
    problems = ragged_problems(moved, 2, centre=torch.tensor(offsets, device=maker.device)[:, None].expand(3, 4))
    eps = maker.eps(1.0, 0.3, 0.05)
    potentials = halfway(problems, eps)
    agree(sweep(kind, problems)(potentials, eps), ReferenceSweep(problems)(potentials, eps), 1e-5)


@KINDS
@pytest.mark.parametrize("shift", [-1e3, 1e3, 1e5])
def test_sums_that_leave_the_range_are_exact(kind, shift, maker, sweep, agree):
    problems, eps = maker.problems([(70, 9), (66, None)], 4), maker.eps(1.0, 1.0)
    f, g = problems.zeros()
    f[::9] += shift
    agree(sweep(kind, problems)((f, g), eps), ReferenceSweep(problems)((f, g), eps), 1e-5)


@KINDS
def test_far_clouds(kind, maker, sweep, agree):
    x, y = maker.side(66, 3), maker.side(3, 3)
    problems = ragged_problems([(x, dataclasses.replace(y, points=y.points + 100))], 2)
    eps, made, reference = maker.eps(0.0025), sweep(kind, problems), ReferenceSweep(problems)
    for potentials in (problems.zeros(), halfway(problems, eps)):
        agree(made(potentials, eps), reference(potentials, eps), 1e-5)


@KINDS
@pytest.mark.parametrize("p", [1, 2])
def test_identical_clouds(kind, p, maker, sweep, agree):
    x = maker.side(70, 300)
    twin = dataclasses.replace(x, points=x.points.clone())
    problems = ragged_problems([(x, twin), (x, None)], p)
    eps = maker.eps(0.0025, 0.0025)
    f, g = sweep(kind, problems)(problems.zeros(), eps)
    agree((f, g), ReferenceSweep(problems)(problems.zeros(), eps), 1e-5)
    assert torch.equal(f[:70], g)


@KINDS
def test_weights_of_zero_are_absent(kind, maker, sweep, agree):
    problems, eps = maker.problems([(70, 66), (70, None)], 3), maker.eps(0.05, 0.01)
    problems.a[::3] = 0
    problems.b[:65] = 0
    potentials = halfway(problems, eps)
    made, reference = sweep(kind, problems), ReferenceSweep(problems)
    agree(made(potentials, eps), reference(potentials, eps), 1e-5)
    # The only columns that weigh anything are far out of reach.
    far = (potentials[0], potentials[1].clone())
    far[1][65:] -= 1e3
    agree(made(far, eps), reference(far, eps), 1e-5)


@KINDS
@pytest.mark.parametrize("factor", [1e-20, 1e20])
def test_masses_need_not_be_one(kind, factor, maker, sweep, agree):
    problems, eps = maker.problems([(9, 7), (5, None)], 3), maker.eps(0.3, 0.3)
    scaled = dataclasses.replace(problems, a=problems.a * factor, b=problems.b / factor)
    potentials = problems.zeros()
    agree(sweep(kind, scaled)(potentials, eps), ReferenceSweep(scaled)(potentials, eps), 1e-5)


@KINDS
def test_a_problem_has_the_same_bits_alone_and_in_company(kind, maker, sweep):
    pairs = [(maker.side(70, 5), maker.side(66, 5)), (maker.side(70, 5), None), (maker.side(5, 5), maker.side(6, 5))]
    centre = torch.zeros(5, device=maker.device)
    problems, eps = ragged_problems(pairs, 2, centre), maker.eps(0.1, 0.2, 0.3)
    f, g = sweep(kind, problems)(problems.zeros(), eps)
    for k, pair in enumerate(pairs):
        alone = ragged_problems([pair], 2, centre)
        own_f, own_g = sweep(kind, alone)(alone.zeros(), eps[k : k + 1])
        assert torch.equal(f[problems.row_slice(k)], own_f)
        assert torch.equal(g[problems.col_slice(k)], own_g)


@KINDS
def test_tiles_of_128(kind, maker, sweep, agree):
    problems, eps = maker.problems([(130, 5), (129, None)], 3), maker.eps(0.1, 0.1)
    potentials = halfway(problems, eps)
    made = sweep(kind, problems, tile=128, tune=True)
    agree(made(potentials, eps), ReferenceSweep(problems)(potentials, eps), 1e-5)


# Both sweeps give their costs to one kernel.
@pytest.mark.parametrize(
    ("kind", "p", "precision"),
    [("resident", 1, "tf32"), ("resident", 2, "ieee"), *(("streaming", p, how) for p in (1, 2) for how in PRECISIONS)],
)
def test_point_gradients_are_the_reference(kind, p, precision, maker, sweep, agree):
    problems, eps = maker.problems([(3, 70), (70, None), (65, 2)], 35, p), maker.eps(10.0, 5.0, 1.0)
    problems = representable(problems)
    reference = ReferenceSweep(problems)
    potentials = halfway(problems, eps)
    softmins = reference(potentials, eps)
    upstream = tuple(maker.normal(len(side)) for side in softmins)
    actual = sweep(kind, problems, precision).point_gradients(potentials, softmins, eps, upstream)
    expected = reference.point_gradients(potentials, softmins, eps, upstream)
    agree(actual, expected, 1e-5)
