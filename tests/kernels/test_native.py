"""The C++ loop against the plain formulas in float64, on every instruction set of this processor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch

from geobias_kernels import native, native_library, reference
from geobias_kernels.native import NativeProblem

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)

SHAPES = [(97, 3, 130), (65, 101, 257), (40, 131, 1024)]
KINDS: list[dict[str, Any]] = [{}, {"p": 1}, {"rho": 4.0}, {"p": 1, "rho": 2.0}, {"stored": False}]
SCHEDULE = (400.0, 400.0, 100.0, 25.0, 6.25, 1.5, 0.4, 0.1, 0.0025)
LEVELS = native_library.levels()
TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-14}


def problem(n: int, m: int, d: int, dtype: torch.dtype = torch.float32, **kind: Any) -> NativeProblem:
    generator = torch.Generator().manual_seed(n + m)
    x, y = (torch.randn(size, d, dtype=torch.float64, generator=generator).to(dtype) for size in (n, m))
    a, b = (torch.rand(size, dtype=torch.float64, generator=generator).add(0.01).to(dtype) for size in (n, m))
    return NativeProblem(x, y, a / a.sum(), b / b.sum(), SCHEDULE, **kind)


def alone(given: NativeProblem) -> NativeProblem:
    """Of x with itself."""
    return replace(given, y=None, b=None, cols=None)


def expected(given: NativeProblem) -> tuple[torch.Tensor, ...]:
    """Potentials of geomloss's scheme, written out: before and after the last step."""
    x, y = (given.x, given.x) if given.y is None else (given.x, given.y)
    a, b = (given.a, given.a) if given.b is None else (given.a, given.b)
    cost = reference.cost(x, y, given.p)

    def step(f: torch.Tensor, g: torch.Tensor, eps: float) -> tuple[torch.Tensor, torch.Tensor]:
        damping = 1.0 if given.rho is None else 1 / (1 + eps / given.rho)
        softmins = reference.softmins(cost, a, b, f, g, eps)
        return damping * softmins[0], damping * softmins[1]

    f, g = step(torch.zeros(len(x)), torch.zeros(len(y)), given.schedule[0])
    for eps in given.schedule:
        new_f, new_g = step(f, g, eps)
        f, g = (f + new_f) / 2, (g + new_g) / 2
    after = step(f, g, given.schedule[-1])
    return (f, after[0]) if given.y is None else (f, g, *after)


def agree(given: NativeProblem, level: str | None = None) -> None:
    """Potentials agree within rounding of the costs and, halved at every step, of the first eps.

    A constant that balanced transport adds to f and takes from g is left out: masses are equal only within rounding.
    """
    (solution,) = native.solve([given], level=level)
    largest = float(reference.cost(given.x, given.x if given.y is None else given.y, given.p).max())
    allowed = TOLERANCE[given.x.dtype] * (1 + largest + given.schedule[0] * 2.0 ** -len(given.schedule))
    actual, wanted = [*solution.before, *solution.after], expected(given)
    errors = [f - g for f, g in zip(actual, wanted, strict=True)]
    if given.y is not None and given.rho is None:
        for f, g in (errors[0:2], errors[2:4]):
            constant = (f.mean() - g.mean()) / 2
            f -= constant
            g += constant
    assert max(float(error.abs().max()) for error in errors) <= allowed


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_potentials_are_those_of_the_plain_loop(shape: tuple[int, int, int], dtype: torch.dtype, level: str) -> None:
    agree(problem(*shape, dtype), level)
    agree(alone(problem(*shape, dtype)), level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_every_number_of_points(dtype: torch.dtype, level: str) -> None:
    """Sizes meet vectors, panels and groups in every way; each problem is a call, in memory of its own."""
    for n in range(1, 41):
        given = problem(n, 7 * n % 40 + 1, (1, 3, 17, 64)[n % 4], dtype, **KINDS[n % 5])
        agree(given, level)
        agree(alone(given), level)
        rows = torch.arange(len(given.a)).flip(0)[: n // 2 + 1]
        cost = native.costs(given.x, given.x, given.p, torch.zeros(given.x.shape[1], dtype=torch.float64), level=level)
        native.solve([replace(alone(given), a=given.a[rows], rows=rows, cost=cost)], level=level)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("kind", [*KINDS[1:], {"rho": 0.05}], ids=str)
def test_every_kind_of_problem(kind: dict[str, Any], dtype: torch.dtype) -> None:
    agree(problem(130, 77, 9, dtype, **kind))
    agree(alone(problem(130, 77, 9, dtype, **kind)))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("schedule", [(0.01,), (1e-4, 1e-4), (1e4, 1e-3)], ids=str)
def test_sums_that_leave_the_safe_range_are_recomputed(schedule: Sequence[float], dtype: torch.dtype) -> None:
    """Without annealing every row and column does; with few far points some do."""
    for change in (1.0, 300.0):
        given = replace(problem(120, 90, 6, dtype), schedule=schedule)
        given.x[::40] *= change
        agree(given)
        agree(alone(given))


def test_far_and_identical_clouds() -> None:
    given = problem(50, 50, 8)
    agree(replace(given, y=given.x + 1000))
    agree(replace(given, x=given.x + 1e4, y=given.x + 1e4 + 1))
    same = replace(given, x=torch.ones(50, 8), y=torch.ones(50, 8))
    pair, own = native.solve([same, alone(same)])
    assert (pair.after[0][:, None] + pair.after[1]).abs().max() < 1e-7
    assert own.after[0].abs().max() < 1e-7


def test_equal_points_cost_nothing_wherever_they_stand() -> None:
    x = torch.randn(61, 500, generator=torch.Generator().manual_seed(0)) * 100
    order = torch.randperm(61)
    costs = native.costs(x, x[order], 2, torch.zeros(500, dtype=torch.float64))[:, :61]
    assert torch.equal(costs[order, torch.arange(61)], torch.zeros(61))
    assert torch.equal(native.costs(x, x, 2, torch.zeros(500, dtype=torch.float64))[:, order], costs)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("p", [1, 2])
def test_costs_are_as_good_as_their_type(p: int, dtype: torch.dtype) -> None:
    x, y = (torch.randn(n, 768, dtype=dtype, generator=torch.Generator().manual_seed(n)) + 5 for n in (70, 33))
    centre = torch.full((768,), 5.0, dtype=torch.float64)
    exact = reference.cost(x, y, p)
    error = (native.costs(x, y, p, centre)[:, :33].double() - exact).abs().max() / exact.max()
    assert error < {torch.float32: 1.5e-7, torch.float64: 1e-15}[dtype]


def test_weights_of_any_mass_and_size() -> None:
    for scale in (1e-20, 1e20):
        given = problem(40, 30, 4, torch.float64, rho=3.0)
        agree(replace(given, a=given.a * scale, b=given.b / scale))
    tiny = problem(40, 30, 4)
    tiny.a[:20] *= 1e-30
    agree(replace(tiny, a=tiny.a / tiny.a.sum()))


def test_rows_columns_a_centre_and_a_known_cost_change_no_bits() -> None:
    given = problem(90, 70, 40)
    rows, cols = torch.arange(80, 10, -2), torch.tensor([0, 0, 5, 69, 33])
    centre = torch.full((40,), 0.25, dtype=torch.float64)
    chosen = replace(given, a=given.a[rows], b=given.b[cols], rows=rows, cols=cols, centre=centre)
    plain = replace(chosen, x=given.x[rows], y=given.y[cols], rows=None, cols=None)
    known = replace(chosen, cost=native.costs(given.x, given.y, 2, centre, threads=3))
    bits(native.solve([chosen]), native.solve([plain]))
    bits(native.solve([known]), native.solve([plain]))
    known_self = replace(alone(chosen), cost=native.costs(given.x, given.x, 2, centre))
    bits(native.solve([known_self]), native.solve([alone(plain)]))


def test_threads_order_and_company_change_no_bits() -> None:
    problems = [problem(n, 50, 20) for n in (300, 7, 120, 1)] + [alone(problem(n, 1, 20)) for n in (200, 31)]
    once = native.solve(problems)
    for threads in (2, 3, 16):
        bits(native.solve(problems, threads), once)
    bits(native.solve(problems[::-1], 2)[::-1], once)
    bits([native.solve([one])[0] for one in problems], once)


def bits(actual: Sequence[native.NativeSolution], wanted: Sequence[native.NativeSolution]) -> None:
    for first, second in zip(actual, wanted, strict=True):
        for f, g in zip((*first.before, *first.after), (*second.before, *second.after), strict=True):
            assert torch.equal(f, g)


def test_memory_left_by_others_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    given = [problem(60, 45, 5), alone(problem(60, 45, 5))]
    clean = native.solve(given)
    make = native._outputs
    monkeypatch.setattr(native, "_outputs", lambda one: {k: f.fill_(torch.nan) for k, f in make(one).items()})
    # The first problem leaves its numbers in the memory of the thread, for the larger and the smaller ones.
    bits(native.solve([problem(150, 140, 30), *given, *given])[1:], [*clean, *clean])


def test_the_marginal_error_is_that_before_the_last_step() -> None:
    given = replace(problem(40, 30, 4, torch.float64), schedule=(100.0, 10.0, 1.0))
    (solution,) = native.solve([given])
    pairs = zip(solution.before, solution.after, (given.a, given.b), strict=True)
    errors = [(w * (f - g).expm1().abs()).sum().item() for f, g, w in pairs]
    assert solution.residual == pytest.approx(max(errors), rel=1e-12)


def test_nothing_to_solve_and_what_is_refused() -> None:
    assert native.solve([]) == []
    with pytest.raises(TypeError, match=r"a tensor must be torch\.float32 on the CPU, but it is torch\.float64 on cpu"):
        native.solve([replace(problem(3, 3, 2), a=torch.ones(3).double())])


def expected_slopes(given: NativeProblem) -> list[torch.Tensor]:
    """Derivatives of the last softmins in the points that they are of, by autograd of the plain formula in float64."""
    (solution,) = native.solve([given])
    sides = [(given.x, given.a)] if given.b is None else [(given.x, given.a), (given.y, given.b)]
    eps, found = given.schedule[-1], []
    damping = 1.0 if given.rho is None else 1 / (1 + eps / given.rho)
    for (here, _), (there, weights), potential in zip(sides, sides[::-1], solution.before[::-1], strict=True):
        points = here.double().clone().requires_grad_()
        squares = (points[:, None] - there.double()).square().sum(2)
        cost = squares / 2 if given.p == 2 else squares.clamp_min(1e-8).sqrt()
        softmin = -damping * eps * (weights.double().log() + (potential - cost) / eps).logsumexp(1)
        found += torch.autograd.grad(softmin.sum(), points)
    return found


def slopes_agree(given: NativeProblem, level: str | None = None) -> None:
    """Slopes agree within rounding of the exponents, which are costs in units of eps, times how far coordinates are."""
    given = replace(given, slopes=(True, True))
    (solution,) = native.solve([given], level=level)
    points = given.x if given.y is None else torch.cat([given.x, given.y])
    exponent = float(reference.cost(points, points, given.p).max()) / given.schedule[-1]
    allowed = TOLERANCE[given.x.dtype] * (1 + exponent) * float(points.max() - points.min())
    for actual, wanted in zip(solution.slopes, expected_slopes(given), strict=True):
        assert (actual.double() - wanted).abs().max() < allowed


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_slopes_are_those_of_autograd(kind: dict[str, Any], dtype: torch.dtype, level: str) -> None:
    """Over tiles, lists and groups that are whole and not; with one point in two places."""
    for n, m, d in ((230, 131, 21), (31, 97, 300), (1, 3, 2)):
        given = replace(problem(n, m, d, dtype, **kind), schedule=(400.0, 400.0, 100.0, 25.0, 6.25, 1.0))
        given.y[0] = given.x[0]
        slopes_agree(given, level)
        slopes_agree(alone(given), level)


def test_slopes_of_one_side_of_chosen_points_and_with_a_known_cost() -> None:
    given = replace(problem(90, 70, 12, torch.float64), slopes=(True, True))
    (both,) = native.solve([given])
    for slopes in ((True, False), (False, True)):
        (one,) = native.solve([replace(given, slopes=slopes)])
        pairs = list(zip(slopes, one.slopes, both.slopes, strict=True))
        assert all((slope is None) != wanted for wanted, slope, _ in pairs)
        assert all(torch.equal(slope, whole) for wanted, slope, whole in pairs if wanted)
    rows, centre = torch.arange(80, 10, -2), torch.zeros(12, dtype=torch.float64)
    chosen = replace(given, a=given.a[rows], rows=rows, centre=centre)
    plain = replace(chosen, x=given.x[rows], rows=None)
    known = replace(chosen, cost=native.costs(given.x, given.y, 2, centre))
    solved = native.solve([plain, chosen, known])
    for other in solved[1:]:
        assert all(torch.equal(*pair) for pair in zip(other.slopes, solved[0].slopes, strict=True))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_few_points_cost_as_well_by_differences(dtype: torch.dtype, level: str) -> None:
    """Without a common centre; their distance from 0 costs no digits."""
    for n, m, d in ((50, 33, 200), (7, 1, 65), (3, 41, 1100)):
        for kind in KINDS[:2]:
            given = replace(problem(n, m, d, dtype, **kind), schedule=SCHEDULE[:6])
            far = replace(given, x=given.x + 8, y=given.y + 8)
            for one in (given, far, alone(far)):
                agree(one, level)


def test_a_problem_of_equal_clouds_is_that_of_one_with_itself() -> None:
    for d in (8, 100):
        given = problem(45, 45, d)
        pair, own = native.solve([replace(given, y=given.x, b=given.a), alone(given)])
        assert (pair.after[0] - own.after[0]).abs().max() < 1e-4


LARGE = (560, 530, 6)
"""Points and dimensions of a problem that is large enough for lists of live entries; those are kept where costs are."""

LATE = (*SCHEDULE, 0.0025, 0.0025, 0.0025)


def spread_points(given: NativeProblem) -> NativeProblem:
    """The tenth part of x far away, and other tenths of y far elsewhere, near, and all on one point of x."""
    x, y = given.x.clone(), given.y.clone()
    x[::10] = x[::10] * 40 + 100
    y[::10] *= 300
    y[3::10] = y[3::10] / 1000 + x[7]
    y[5::10] = x[11]
    return replace(given, x=x, y=y)


def equal_clouds(given: NativeProblem) -> NativeProblem:
    """The same points in another order, some of them several times."""
    order = torch.randperm(len(given.x), generator=torch.Generator().manual_seed(3)) // 2 * 2
    return replace(given, y=given.x[order[: len(given.y)]])


def extreme_weights(given: NativeProblem) -> NativeProblem:
    a, b = (torch.logspace(-25, 0, len(w), dtype=w.dtype) for w in (given.a, given.b))
    order = torch.randperm(len(b), generator=torch.Generator().manual_seed(4))
    return replace(given, a=a / a.sum(), b=b[order] / b.sum())


def scaled(given: NativeProblem, unit: float) -> NativeProblem:
    """The same in other units of length, cost and eps."""
    schedule = tuple(eps * unit**2 for eps in given.schedule)
    return replace(given, x=given.x * unit, y=given.y * unit, schedule=schedule)


ADVERSE: dict[str, Callable[[NativeProblem], NativeProblem]] = {
    "plain": lambda given: given,
    "far and near points": spread_points,
    "equal points": equal_clouds,
    "weights down to 1e-25": extreme_weights,
    "unbalanced": lambda given: replace(given, rho=3.0),
    "distances": lambda given: replace(given, p=1, schedule=tuple(eps**0.5 for eps in given.schedule)),
    "tiny": lambda given: scaled(given, 1e-6),
    "huge": lambda given: scaled(given, 1e6),
    "no annealing": lambda given: replace(given, schedule=(1e-3,) * 12),
    "eps that rises again": lambda given: replace(given, schedule=(*LATE, 0.1, 2.0, 0.01, 0.0025)),
    "gentle": lambda given: replace(given, schedule=tuple(50 * 0.7**k for k in range(30))),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("kind", ADVERSE)
def test_lists_of_live_entries_change_nothing_but_the_rounding(kind: str, dtype: torch.dtype) -> None:
    """Dual values are those of sweeps over all entries, which a cost that is not kept is read by."""
    given = ADVERSE[kind](replace(problem(*LARGE, dtype), schedule=LATE))
    listed, dense = native.solve([given, replace(given, stored=False)])
    weights = [w.double() for w in (given.a, given.b) if w is not None]
    values = [sum(float(w @ f) for w, f in zip(weights, s.after, strict=True)) for s in (listed, dense)]
    size = sum(float(w @ f.abs()) for w, f in zip(weights, dense.after, strict=True))
    assert abs(values[0] - values[1]) <= {torch.float32: 1e-7, torch.float64: 1e-12}[dtype] * size
    if dtype == torch.float64:  # in float32 a marginal error far from convergence is the rounding of exponents
        assert listed.residual == pytest.approx(dense.residual, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("kind", ["far and near points", "no annealing"])
def test_potentials_by_lists_are_those_of_the_plain_loop(kind: str, dtype: torch.dtype, level: str) -> None:
    agree(ADVERSE[kind](replace(problem(*LARGE, dtype), schedule=LATE)), level)
