"""Do reliabilities, noise ceilings and intervals of relations say what they claim, where the truth is known?

    python benchmarks/calibration_reliability.py            500 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_reliability.py --runs 50 --dry

A world is groups with true means of their texts' vectors and a true score each; a run draws texts and models anew and
measures all tables. Five worlds take turns, but where groups are drawn anew in every run. The truth beside them: the
squared mean correlation of a measured table with the true one, which is its reliability, and the mean coefficient over
all runs of a world, which an interval of a relation is for. Rows count intervals that miss it; notes of reliabilities
have the mean of their root, the ceiling against a table without noise, beside the mean correlation with the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.differences import UnitGroup
from geobias.measures.reliability import (
    ReliabilitySettings,
    UnitSample,
    relation_intervals,
    reliabilities,
    resampled_tables,
)
from geobias.measures.scores import WeightedGroups
from geobias.relations import ceiling, relate
from geobias.seeds import generator
from geobias.stats import correlate
from geobias.tables import PairTable, Predictions

DIMENSIONS, MODELS, WORLDS = 8, 5, 5
X, GAPS = "mahalanobis", ("gap[accuracy]", "gap_at_m[accuracy]")
SETTINGS = ReliabilitySettings(distances=("mahalanobis",), splits=30, replicates=80)


@dataclass(frozen=True)
class Case:
    """groups; texts of a group (the first has five times as many where `unequal`); spread of true means, in standard
    deviations, and of true accuracies; whether both go together; whether groups are drawn anew in every run."""

    groups: int = 6
    texts: int = 150
    means: float = 0.5
    scores: float = 0.05
    related: bool = False
    unequal: bool = False
    new_groups: bool = False


CASES = {
    "6 groups of 150": Case(),
    "6 groups of 150, related": Case(related=True),
    "6 groups of 150, clear": Case(means=1.5, scores=0.1, related=True),
    "6 groups of 150, faint": Case(means=0.25, scores=0.02),
    "6 groups of 100, one of 500": Case(texts=100, unequal=True),
    "10 groups of 100, drawn anew": Case(10, 100, new_groups=True),
    "10 groups of 100, drawn anew, related": Case(10, 100, related=True, new_groups=True),
}


@dataclass(frozen=True)
class World:
    """True means (G, d) and accuracies (G,) of groups, with their sizes."""

    means: np.ndarray
    right: np.ndarray
    sizes: tuple[int, ...]

    @classmethod
    def drawn(cls, case: Case, rng: np.random.Generator) -> World:
        means = case.means * rng.normal(size=(case.groups, DIMENSIONS)) / np.sqrt(DIMENSIONS)
        along = means[:, 0] / max(1e-9, means[:, 0].std())
        effects = along if case.related else rng.normal(size=case.groups)
        right = np.clip(0.75 + case.scores * effects, 0.52, 0.98)
        return cls(means, right, (case.texts * (5 if case.unequal else 1), *(case.texts,) * (case.groups - 1)))

    def truth(self) -> dict[str, np.ndarray]:
        upper = np.triu_indices(len(self.right), 1)
        distance = ((self.means[:, None] - self.means) ** 2).sum(-1)[upper]
        gap = 100 * np.abs(self.right[:, None] - self.right)[upper]
        return {X: distance, **dict.fromkeys(GAPS, gap)}

    def sample(self, rng: np.random.Generator) -> UnitSample:
        """Texts with vectors about their group's mean, and models that err on hard texts together."""
        groups, ids, at, thresholds = {}, {}, 0, []
        for i, size in enumerate(self.sizes):
            vectors = self.means[i] + rng.normal(size=(size, DIMENSIONS))
            groups[f"g{i}"] = UnitGroup(vectors.astype(np.float32), list(np.arange(size)[:, None]))
            ids[f"g{i}"] = np.arange(at, at + size)
            at += size
            thresholds += [NormalDist().inv_cdf(float(self.right[i]))] * size
        hard = np.sqrt(0.3) * rng.normal(size=at) + np.sqrt(0.7) * rng.normal(size=(MODELS, at))
        labels = rng.integers(2, size=at)
        said = np.where(hard < np.array(thresholds), labels, 1 - labels) * 0.8 + 0.1
        models = tuple(f"set{m}" for m in range(MODELS))
        names = ("negative", "positive")
        predictions = Predictions(models, np.arange(at), labels.astype(np.int8), said.astype(np.float32), names)
        return UnitSample(groups, ids, WeightedGroups.of(predictions, ids, ["accuracy"]), np.arange(at))


def measured(run: int, case: str, seed: int = 0) -> dict[str, Any]:
    """One run: of every table correlation with the truth, reliability and interval; of every relation its interval."""
    settings = CASES[case]
    number = run if settings.new_groups else run % WORLDS
    world = World.drawn(settings, generator(seed, "reliability world", case, number))
    tables = resampled_tables(
        world.sample(generator(seed, "calibration of reliability", case, run)), SETTINGS, seed=run
    )
    upper, truth = np.triu_indices(settings.groups, 1), world.truth()
    found: dict[str, Any] = {"world": 0 if settings.new_groups else number}
    for row in reliabilities(tables, level=SETTINGS.level).rows:
        true = correlate(tables.observed[row.quantity][upper], truth[row.quantity], row.coefficient).item()
        found[f"{row.quantity} {row.coefficient}"] = (true, row.value, row.low, row.high)
    x, *ys = (PairTable(tables.groups, tables.observed[name][None], name) for name in (X, *GAPS))
    rows = [row for y in ys for row in relate(x, y, coefficients=["spearman", "pearson"], n_resamples=9, exact_limit=1)]
    for (_, y, name), ends in relation_intervals(tables, rows, SETTINGS, seed=run).items():
        statistic = next(row.statistic for row in rows if (row.y, row.coefficient) == (y, name))
        found[f"{y} with {X} {name}"] = (statistic, *ends)
    return found


def run_all(case: str, runs: int) -> list[dict[str, Any]]:
    return [measured(run, case) for run in tqdm(range(runs), desc=case, disable=None)]


def by_world(found: list[dict[str, Any]], name: str) -> dict[int, np.ndarray]:
    worlds = sorted({run["world"] for run in found})
    return {world: np.array([run[name] for run in found if run["world"] == world and name in run]) for world in worlds}


def reliability_row(case: str, found: list[dict[str, Any]], name: str) -> dict[str, Any]:
    missed, parts = 0, []
    for values in by_world(found, name).values():
        mean = values[:, 0].mean()
        true = np.sign(mean) * mean**2
        missed += int(((values[:, 2] > true) | (values[:, 3] < true)).sum())
        parts.append((mean, np.mean([ceiling(value, 1.0) for value in values[:, 1]])))
    true, shown = np.mean(parts, 0)
    note = f"ceiling {shown:.2f} on average, correlation with the truth {true:.2f}"
    return calibration_row("reliability", case, f"interval of the reliability of {name}", len(found), missed, note=note)


def relation_row(case: str, found: list[dict[str, Any]], name: str) -> dict[str, Any]:
    missed, width, centres = 0, [], []
    for values in by_world(found, name).values():
        expected = values[:, 0].mean()
        missed += int(((values[:, 1] > expected) | (values[:, 2] < expected)).sum())
        width.append((values[:, 2] - values[:, 1]).mean())
        centres.append(expected)
    note = f"coefficient {np.mean(centres):.2f}, width {np.mean(width):.2f}"
    return calibration_row("reliability", case, f"interval of {name}", len(found), missed, note=note)


def rows_of(case: str, runs: int) -> list[dict[str, Any]]:
    found = run_all(case, runs)
    tables = [name for name in found[0] if name != "world" and " with " not in name]
    relations = [name for name in found[0] if " with " in name]
    rows = [relation_row(case, found, name) for name in relations]
    if CASES[case].new_groups:  # a reliability is that of its groups, of which every run has others
        return rows
    return [*(reliability_row(case, found, name) for name in tables), *rows]


def main() -> None:
    calibrate(__doc__, list(CASES), rows_of, 500)


if __name__ == "__main__":
    main()
