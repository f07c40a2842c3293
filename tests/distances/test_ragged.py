"""Problems laid end to end, each by its own schedule, move as each does alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances import ragged
from geobias.distances.loop import sinkhorn_loop
from geobias.distances.ragged import RaggedSteps, apart, solve_ragged
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.costs import StoredCost, stored_cost
from geobias_kernels.ragged import RaggedProblems, Side, ragged_problems
from geobias_kernels.ragged_reference import ReferenceSweep
from geobias_kernels.torch_sweep import CrossSweep, SelfSweep

Normal = Callable[..., torch.Tensor]
DIAMETERS = (9.0, 0.7, 30.0, 4.0)


def clouds(normal: Normal) -> list[torch.Tensor]:
    return [normal(n, 5, seed=n) + n / 10 for n in (13, 1, 8)]


def laid_out(normal: Normal, p: int) -> tuple[RaggedProblems, list[tuple[torch.Tensor, torch.Tensor | None]]]:
    x, y, z = clouds(normal)
    pairs = [(x, y), (x, None), (z, x), (y, None)]
    uniform = [
        tuple(None if c is None else Side(c, torch.full((len(c),), 1 / len(c)).double()) for c in pair)
        for pair in pairs
    ]
    return ragged_problems(uniform, p), pairs


@pytest.mark.parametrize(
    "settings",
    [SinkhornOptions(), SinkhornOptions(p=1, blur=0.3), SinkhornOptions(reach=1.5, scaling=0.8)],
    ids=str,
)
def test_each_problem_is_solved_as_if_alone(normal: Normal, settings: SinkhornOptions) -> None:
    problems, pairs = laid_out(normal, settings.p)
    schedules = [settings.schedule(diameter).steps for diameter in DIAMETERS]
    assert len({len(schedule) for schedule in schedules}) == 4
    results = apart(problems, solve_ragged(problems, ReferenceSweep(problems), schedules, settings), schedules)
    for (x, y), diameter, result in zip(pairs, DIAMETERS, results, strict=True):
        a = torch.full((len(x),), 1 / len(x)).double()
        cost = StoredCost(stored_cost(x, y, settings.p))
        b = a if y is None else torch.full((len(y),), 1 / len(y)).double()
        sweep = SelfSweep(cost, a) if y is None else CrossSweep(cost, a, b)
        alone = sinkhorn_loop(sweep, (a,) if y is None else (a, b), settings, settings.schedule(diameter))
        for ours, theirs in zip((*result.before, *result.after), (*alone.before, *alone.after), strict=True):
            torch.testing.assert_close(ours, theirs, rtol=1e-10, atol=1e-10)
        assert result.n_iter == alone.n_iter
        assert result.residual == pytest.approx(alone.residual, rel=1e-6, abs=1e-9)


def test_a_problem_whose_schedule_is_over_keeps_its_bits(normal: Normal) -> None:
    problems, _ = laid_out(normal, 2)
    schedules = [[4.0, 1.0], [4.0, 2.0, 1.0, 0.5], [4.0, 1.0, 0.5], [4.0]]
    steps = RaggedSteps(problems, ReferenceSweep(problems), schedules, SinkhornOptions())
    steps.begin(0)
    for place in range(2):
        steps.average((), place)
    early = [potential.clone() for potential in steps.potentials]
    for place in range(2, 4):
        steps.average((), place)
    for k, moves in enumerate((False, True, True, False)):
        assert torch.equal(steps.potentials[0][problems.row_slice(k)], early[0][problems.row_slice(k)]) != moves


def test_a_long_schedule_is_made_repeatable_from_its_start(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    problems, _ = laid_out(normal, 2)
    settings = SinkhornOptions()
    schedules = [settings.schedule(diameter).steps for diameter in DIAMETERS]
    plain = solve_ragged(problems, ReferenceSweep(problems), schedules, settings)
    captured: list[torch.device] = []

    def repeatable(step: Callable[[], None], device: torch.device) -> Callable[[], None]:
        step()  # as a capture warms up
        captured.append(device)
        return step

    monkeypatch.setattr(ragged, "repeatable", repeatable)
    monkeypatch.setattr(ragged, "GRAPH_SWEEPS", 5)
    again = solve_ragged(problems, ReferenceSweep(problems), schedules, settings)
    assert captured == [torch.device("cpu")]
    assert all(torch.equal(ours, theirs) for ours, theirs in zip(again.after, plain.after, strict=True))
