"""Pairs joined with their clouds by themselves: what stacks of each kind of problem find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from geobias.distances import sinkhorn_divergence
from geobias.distances.inputs import make_cloud
from geobias.distances.joined import LARGEST, is_joined, solve_joined, solve_triples
from geobias.distances.problems import EvenProblems, Problem
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.stacked import solve_stacks

Normal = Callable[..., Tensor]
SETTINGS: list[dict[str, Any]] = [{}, {"p": 1}, {"reach": 2.0}, {"p": 1, "reach": 1.0}]


def problems(normal: Normal, options: SinkhornOptions, shared: int, n: int = 8, m: int = 5) -> list[EvenProblems]:
    """Three pairs, of which the first `shared` clouds are one, and their clouds with themselves."""
    schedules = [options.schedule(diameter) for diameter in (4.0, 9.0, 30.0)]
    x, y = normal(3 - 2 * shared, n, 4, seed=1).requires_grad_(), normal(3, m, 4, seed=2).requires_grad_()
    a, b = (normal(len(t), t.shape[1], seed=3).abs() + 0.1 for t in (x, y))
    a, b = a / a.sum(1, keepdim=True), b / b.sum(1, keepdim=True)
    return [
        EvenProblems(x, y, a, b, schedules),
        EvenProblems(x, None, a, None, schedules),
        EvenProblems(y, None, b, None, schedules),
    ]


@pytest.mark.parametrize("shared", [0, 1])
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_they_are_what_stacks_of_each_kind_find(normal: Normal, settings: dict[str, Any], shared: int) -> None:
    options = SinkhornOptions(**settings)
    given = problems(normal, options, shared)
    assert is_joined(given)
    with torch.no_grad():
        found = solve_joined(given, options, True)
        wanted = [solve_stacks(some, options, True) for some in given]
    for ours, theirs in zip(found, wanted, strict=True):
        torch.testing.assert_close(ours.residuals, theirs.residuals, rtol=1e-8, atol=1e-12)
        for sides in (zip(ours.after, theirs.after, strict=True), zip(ours.slopes, theirs.slopes, strict=True)):
            for one, other in sides:
                torch.testing.assert_close(one, other, rtol=1e-10, atol=1e-10)


def test_slopes_are_given_where_they_are_wanted(normal: Normal) -> None:
    options = SinkhornOptions()
    pair, _, second = problems(normal, options, 0)
    held = pair.x.detach()
    given = [
        EvenProblems(held, pair.y, pair.a, pair.b, pair.schedules),
        EvenProblems(held, None, pair.a, None, pair.schedules),
        second,
    ]
    found = solve_joined(given, options, True)
    assert [[slope is not None for slope in some.slopes] for some in found] == [[False, True], [False], [True]]
    unwanted = solve_joined(given, options, False)
    assert all(slope is None for some in unwanted for slope in some.slopes)


def test_large_pairs_and_those_without_clouds_by_themselves_are_not_joined(normal: Normal) -> None:
    options = SinkhornOptions()
    assert not is_joined(problems(normal, options, 0)[:1])
    side = int(LARGEST**0.5) // 2
    assert is_joined(problems(normal, options, 0, side, side))
    assert not is_joined(problems(normal, options, 0, side + 1, side))


def test_clouds_far_apart_keep_their_own_digits(normal: Normal) -> None:
    x, y = normal(10, 3, seed=1), normal(12, 3, seed=2) + 1e5
    found = sinkhorn_divergence(x, y, blur=0.5, diameter=2e5, backend="torch")
    assert float(found) == pytest.approx(
        float(sinkhorn_divergence(x, y, blur=0.5, diameter=2e5, backend="geomloss")), rel=1e-10
    )


def test_single_pairs_have_the_bits_of_a_batch_and_others_are_left(normal: Normal) -> None:
    options = SinkhornOptions()
    given = problems(normal, options, 0)
    with torch.no_grad():
        batch = solve_joined(given, options, False)
    pair = given[0]
    singles = []
    for k, schedule in enumerate(pair.schedules):
        x, y = (make_cloud(points[k].detach(), w[k], "x") for points, w in pair.sides)
        singles += [Problem(x, y, schedule, followed=True), Problem(x, None, schedule), Problem(y, None, schedule)]
    found = solve_triples([singles[1], *singles, Problem(x, y, schedule)], options)
    assert sorted(found) == list(range(1, 10))
    for k in range(3):
        for offset, some in enumerate(batch):
            one = found[1 + 3 * k + offset]
            assert all(torch.equal(f, whole[k]) for f, whole in zip(one.after, some.after, strict=True))
            assert one.residual == float(some.residuals[k])
