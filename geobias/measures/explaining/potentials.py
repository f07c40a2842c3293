"""How far every token of a sample is from other samples: the potentials of the transport between them.

The divergence of two samples is sum a f + sum b g, with f and g its debiased potentials at their tokens, a and b the
tokens' weights (Feydy et al. 2019, AISTATS, section 3.1). So it is a sum over tokens. A constant can be moved from f to
g without a change of the sum: here both halves of it are equal, so that neither sample answers for the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from geobias.distances import solve_sinkhorn
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings
from geobias.measures.keeping import FORGETTING, Keeping
from geobias.measures.separation import Samples
from geobias.parallel import ordered_map


@dataclass(frozen=True)
class SampleCosts:
    """Of N samples, those of group A first.

    labels : int64 (N,), 0 or 1. places : of each sample its points among those of its group's clouds, int64 (T,).
    costs : of each float64 (N, T), what each point adds to the divergence to every other sample (weight times
        potential); 0 to itself. The divergence of samples s and t is costs[s][t].sum() + costs[t][s].sum().
    weights : of each float64 (T,), the points' weights, which sum to 1.
    """

    labels: np.ndarray
    places: list[np.ndarray]
    costs: list[np.ndarray]
    weights: list[np.ndarray]

    def divergences(self) -> np.ndarray:
        """Between all samples, float64 (N, N)."""
        halves = np.stack([cost.sum(1) for cost in self.costs])
        return halves + halves.T


def sample_costs(
    samples: Mapping[str, Samples],
    pair: tuple[str, str],
    distance: DistanceSettings,
    diameter: float,
    keeping: Keeping = FORGETTING,
) -> SampleCosts:
    """Solve every two samples of a pair of groups, and each with itself, as `sinkhorn_separation` does.

    diameter : of the whole table, where all schedules start. Each sample's solutions are kept as they are made.

    Raises
    ------
    InputError : the distance is unbalanced, so that its value is no such sum.
    """
    if distance.reach is not None:
        raise InputError(
            "a divergence must be balanced to be shared out among words",
            f"distance.reach is {distance.reach}",
            "Run the study with distance.reach=null.",
        )
    points: list[Tensor] = []
    weights: list[Tensor] = []
    for name in pair:
        clouds, shares = samples[name].points(distance.weighting)
        points, weights = points + clouds, weights + shares
    labels = np.repeat([0, 1], [len(samples[name]) for name in pair])
    places = [samples[name].places(number) for name in pair for number in range(len(samples[name]))]
    solver = _Solver(points, weights, distance, diameter)
    made = {"groups": list(pair), "places": places, "diameter": diameter, **distance.deciding}
    own = keeping.keep("potentials-own", made, lambda: solver.own(keeping.workers))
    selves = np.split(own, np.cumsum([len(one) for one in points])[:-1])
    costs = [np.zeros((len(points), len(one))) for one in points]
    for s in range(len(points) - 1):
        found = keeping.keep(f"potentials-{s}", made, lambda s=s: solver.row(s, keeping.workers))  # type: ignore[misc]
        sizes = [len(one) for t in range(s + 1, len(points)) for one in (points[s], points[t])]
        halves = np.split(found, np.cumsum(sizes)[:-1])
        for t in range(s + 1, len(points)):
            here, there = halves[2 * (t - s - 1)] - selves[s], halves[2 * (t - s - 1) + 1] - selves[t]
            costs[s][t], costs[t][s] = _balanced(here, weights[s], there, weights[t])
        keeping.tell(s + 1, len(points) - 1)
    return SampleCosts(labels, places, costs, [one.double().numpy() for one in weights])


def _balanced(f: np.ndarray, a: Tensor, g: np.ndarray, b: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Weights times potentials, a constant moved so that both have one sum."""
    first, second = a.double().numpy() * f, b.double().numpy() * g
    moved = (second.sum() - first.sum()) / 2
    return first + moved * a.double().numpy(), second - moved * b.double().numpy()


@dataclass(frozen=True)
class _Solver:
    points: Sequence[Tensor]
    weights: Sequence[Tensor]
    distance: DistanceSettings
    diameter: float

    def own(self, workers: int | None) -> np.ndarray:
        """Potentials of every sample with itself, end to end, float64."""
        return np.concatenate([f for f, _ in self._solved([(s, s) for s in range(len(self.points))], workers)])

    def row(self, s: int, workers: int | None) -> np.ndarray:
        """Potentials of sample s and of each one after it, pair by pair, end to end, float64."""
        pairs = [(s, t) for t in range(s + 1, len(self.points))]
        return np.concatenate([half for both in self._solved(pairs, workers) for half in both])

    def _solved(self, pairs: list[tuple[int, int]], workers: int | None) -> list[tuple[np.ndarray, np.ndarray]]:
        return list(ordered_map(self._one, pairs, workers))

    def _one(self, pair: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        own = pair[0] == pair[1]
        # What a cloud is from itself is so small beside its costs that float32 does not carry it.
        x, y, a, b = (of[i].double() if own else of[i] for of in (self.points, self.weights) for i in pair)
        how, device = self.distance, self.distance.devices[0]
        solution = solve_sinkhorn(
            x.to(device), y.to(device), a.to(device), b.to(device), p=how.p, blur=how.blur, scaling=how.scaling,
            tol=how.tol, backend=how.backend, diameter=self.diameter, debias=False,
        )  # fmt: skip
        f, g = (half.double().cpu().nan_to_num().numpy() for half in (solution.f, solution.g))
        return ((f + g) / 2,) * 2 if own else (f, g)
