"""Do the intervals of scores and gaps cover what they name, and is a gap without cause on its floor?

    python benchmarks/calibration_scores.py                 2,000 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_scores.py --runs 200 --dry

Texts and models are drawn from a law with known scores: a text is hard or easy, a training set and a fold good or
bad, and each answer has a chance of its own (a probit model). A 95 % interval should miss in 5 % of runs, within the
99 % band of the binomial law; one that misses more seldom is wider than it need be. That is to be expected of Wilson's
interval where several models disagree about a text (it takes their mean for one answer), and of the pigeonhole
bootstrap where every model sees a fold alone (texts then count among the models too). Between groups of one law the
mean excess over the floor should be 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row
from scipy.stats import norm, ttest_1samp
from tqdm import tqdm

from geobias.measures.scores import WeightedGroups, score_uncertainty
from geobias.tables import Predictions

REPLICATES, SPLITS = 400, 50  # halves are split where their excess is looked at
BLOCK = 40  # runs whose mean excess is tested together
HARD, CHANCE = 1.0, 0.5  # standard deviations over texts, and over single answers


@dataclass(frozen=True)
class Case:
    """Sizes of two groups, how good the models are on each, and how much sets and folds vary.

    held_out : every model sees a fold of the second group alone, as of a baseline.
    """

    name: str
    sizes: tuple[int, int] = (200, 200)
    skills: tuple[float, float] = (1.0, 0.7)
    sets: int = 5
    folds: int = 5
    of_sets: float = 0.05
    of_folds: float = 0.05
    held_out: bool = False
    metrics: tuple[str, ...] = ("accuracy", "recall_pos")
    note: str = ""

    def draw(self, rng: np.random.Generator) -> tuple[Predictions, dict[str, np.ndarray]]:
        """New texts and new models."""
        n, models = sum(self.sizes), self.sets * self.folds
        labels = (rng.random(n) < 0.5).astype(np.int8)
        better = np.repeat(rng.normal(0, self.of_sets, self.sets), self.folds) + rng.normal(0, self.of_folds, models)
        right = np.repeat(self.skills, self.sizes) + better[:, None] + rng.normal(0, CHANCE, (models, n))
        # A text that is hard is so towards the wrong label: the sign follows the label.
        latent = (2.0 * labels - 1) * (right + rng.normal(0, HARD, n))
        probabilities = norm.cdf(latent).astype(np.float32)
        first = self.sizes[0]
        if self.held_out:
            for model in range(models):
                probabilities[model, first:][np.arange(self.sizes[1]) % self.folds != model % self.folds] = np.nan
        names = tuple(f"set{m // self.folds}-fold{m % self.folds}" for m in range(models))
        predictions = Predictions(names, np.arange(n), labels, probabilities, ("negative", "positive"))
        return predictions, {"a": np.arange(first), "b": np.arange(first, n)}

    def truth(self, group: int, metric: str) -> float:
        """The expected score of a new model on new texts."""
        between = self.of_sets**2 + self.of_folds**2
        if metric == "auc":
            scale = np.sqrt(2 / (HARD**2 + CHANCE**2))
            return float(norm.cdf(scale * self.skills[group] / np.sqrt(1 + scale**2 * between)))
        return float(norm.cdf(self.skills[group] / np.sqrt(HARD**2 + CHANCE**2 + between)))


CASES = (
    Case("5 sets x 5 folds, 200 texts"),
    Case("1 set x 5 folds, 200 texts", sets=1, of_sets=0.0, metrics=("auc",)),
    Case("one model, 200 texts", sets=1, folds=1, of_sets=0.0, of_folds=0.0),
    Case("1 set x 5 folds, 35 and 1,000 texts", sizes=(35, 1000), sets=1, of_sets=0.0),
    Case("second group held out by folds", sizes=(200, 400), held_out=True, metrics=("accuracy",)),
    Case(
        "models vary as much as texts do", of_sets=0.15, of_folds=0.05, metrics=("accuracy",),
        note="five training sets are few",
    ),
    Case("equal laws, 60 and 1,000 texts", sizes=(60, 1000), skills=(0.8, 0.8), metrics=("accuracy",)),
)  # fmt: skip


def run(case: Case, runs: int) -> list[dict[str, Any]]:
    """A row of results for every kind of interval of a case."""
    missed: dict[str, list[bool]] = {}
    excesses = []
    equal = case.skills[0] == case.skills[1]
    for seed in tqdm(range(runs), desc=case.name, disable=None):
        rng = np.random.default_rng([len(case.name), seed])
        predictions, rows = case.draw(rng)
        scores, gaps = score_uncertainty(
            WeightedGroups.of(predictions, rows, case.metrics),
            replicates=REPLICATES,
            splits=SPLITS if equal else 1,
            rng=rng,
        )
        for row in scores.rows:
            truth = case.truth("ab".index(row.group), row.metric)
            name = f"{row.method}: {row.metric} of {row.group} ({len(rows[row.group])} texts)"
            missed.setdefault(name, []).append(not row.low <= truth <= row.high)
        for gap in gaps.rows:
            truth = 100 * (case.truth(0, gap.metric) - case.truth(1, gap.metric))
            missed.setdefault(f"crossed: gap of {gap.metric}", []).append(not gap.low <= truth <= gap.high)
            if equal:
                excesses.append(gap.excess)
    found = [_row(case.name, name, runs, sum(flags), 0.05, case.note) for name, flags in missed.items()]
    return [*found, *_floor_rows(case, np.array(excesses))]


def _floor_rows(case: Case, excesses: np.ndarray) -> Iterator[dict[str, Any]]:
    """Between groups of one law the mean excess is 0: t tests of it, one for every `BLOCK` runs."""
    blocks = excesses[: len(excesses) // BLOCK * BLOCK].reshape(-1, BLOCK)
    if len(blocks):
        rejected = int((ttest_1samp(blocks, 0.0, axis=1).pvalue <= 0.05).sum())
        z = excesses.mean() / (excesses.std(ddof=1) / np.sqrt(len(excesses)))
        note = f"mean excess {excesses.mean():.3f} points, z {z:.2f}, sd {excesses.std(ddof=1):.2f}"
        yield _row(case.name, f"mean excess over the floor of {BLOCK} runs is not 0", len(blocks), rejected, 0.05, note)


def _row(case: str, statistic: str, runs: int, rejected: int, nominal: float, note: str) -> dict[str, Any]:
    row = calibration_row("scores", case, statistic, runs, rejected, nominal, note)
    if row["rate"] < row["band_low"]:
        row["note"] = "; ".join(filter(None, [note, "covers more than it says"]))
    return row


def main() -> None:
    named = {case.name: case for case in CASES}
    calibrate(__doc__, list(named), lambda name, runs: run(named[name], runs), 2_000)


if __name__ == "__main__":
    main()
