"""Do sizes of differences cover what they name, is equivalence as safe as it says, does matching undo a placebo?

    python benchmarks/calibration_effects.py                 500 runs a case (equivalence 2,000), to calibration.csv
    python benchmarks/calibration_effects.py --runs 50 --dry

Two groups of units with Gaussian or heavy-tailed vectors, whose distance is known. A 95 % interval should miss in 5 %
of runs, and the test of equivalence, at the margin, call groups equivalent in no more than 5 %. A difference of the
size that is said to be detectable should be found in 80 %. The difference has no direction of its own in whitened
coordinates; notes give the mean estimate beside the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
import torch
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.differences import (
    DifferenceSettings,
    UnitGroup,
    adjusted_groups,
    difference_effects,
    distance_of,
    length_split,
)
from geobias.stats import excess, mean_dissimilarities, shuffle_excess
from geobias.tables import Difference

ALPHA, SHUFFLES = 0.05, 199
SETTINGS = DifferenceSettings()
MARGIN = distance_of(SETTINGS.smallest_auc)
PLAIN, DECAYING = 20, 384
Found = dict[str, bool | float]


@dataclass(frozen=True)
class World:
    """Two groups of units: how many, of how many features, how far apart (squared), how many texts a unit."""

    units: tuple[int, int]
    features: int = PLAIN
    distance: float = 0.0
    sd: float = 1.0  # of the first group's units
    texts: tuple[int, int] = (1, 1)  # least and most of a unit
    heavy: bool = False

    def draw(self, rng: np.random.Generator) -> dict[str, UnitGroup]:
        shifts = (0.0, np.sqrt(self.distance / self.features))
        return {
            name: self._group(rng, units, shift, sd)
            for name, units, shift, sd in zip("ab", self.units, shifts, (self.sd, 1.0), strict=True)
        }

    def _group(self, rng: np.random.Generator, units: int, shift: float, sd: float) -> UnitGroup:
        sizes = rng.integers(self.texts[0], self.texts[1] + 1, size=units)
        shape = (units, self.features)
        effect = rng.standard_t(5, size=shape) * np.sqrt(0.6) if self.heavy else rng.normal(size=shape)
        vectors = np.repeat(effect, sizes, axis=0)
        if self.texts != (1, 1):  # half of the variance is the unit's, half the text's
            vectors = np.sqrt(0.5) * (vectors + rng.normal(size=vectors.shape))
        ends = np.cumsum(sizes)
        vectors = ((sd * vectors + shift) @ axes(self.features)).astype(np.float32)
        return UnitGroup(vectors, np.split(np.arange(ends[-1]), ends[:-1]))


@cache
def axes(features: int) -> np.ndarray:
    """Of many features: variances that fall as 1, 1/2, 1/3 ..., in directions of no feature's own."""
    if features == PLAIN:
        return np.eye(features)
    turned, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(features, features)))
    return turned / np.sqrt(np.arange(1, features + 1))[:, None]


def effect_of(world: World, settings: DifferenceSettings, rng: np.random.Generator) -> Difference:
    return difference_effects(world.draw(rng), settings, seed=int(rng.integers(1 << 30)), workers=1)[0]


def simulated(name: str, runs: int, trial: Callable[[np.random.Generator], Any]) -> list[Any]:
    generators = (np.random.default_rng([len(name), seed]) for seed in range(runs))
    return [trial(rng) for rng in tqdm(generators, total=runs, desc=name, disable=None)]


def coverage(name: str, world: World, runs: int) -> list[dict[str, Any]]:
    """Intervals against the true distance, and against the expected held-out AUC, which is taken from the same runs."""
    effects = simulated(name, runs, partial(effect_of, world, SETTINGS))
    distances, aucs = (np.array([getattr(one, field) for one in effects]) for field in ("distance", "auc"))
    missed = sum(not one.low <= world.distance <= one.high for one in effects)
    missed_auc = sum(not one.auc_low <= aucs.mean() <= one.auc_high for one in effects)
    note = f"mean {distances.mean():.3f}, sd {distances.std(ddof=1):.3f}, truth {world.distance:.3f}"
    widths = np.mean([one.auc_high - one.auc_low for one in effects])
    note_auc = f"mean {aucs.mean():.3f}, sd {aucs.std(ddof=1):.3f}, mean width {widths:.3f}"
    return [
        calibration_row("effects", name, "distance: interval misses", runs, missed, note=note),
        calibration_row("effects", name, "held-out AUC: interval misses", runs, missed_auc, note=note_auc),
    ]


def equivalence(name: str, world: World, runs: int) -> list[dict[str, Any]]:
    """Groups at the margin, four times as many runs: how often are they called equivalent?"""
    effects = simulated(name, 4 * runs, partial(effect_of, replace(world, distance=MARGIN), SETTINGS))
    called = sum(one.p_equivalent <= ALPHA for one in effects)
    expected = np.mean([one.distance for one in effects])
    note = f"mean distance {expected:.3f}, margin {MARGIN:.3f}"
    return [calibration_row("effects", name, "equivalence at the margin", 4 * runs, called, note=note)]


def detection(name: str, world: World, runs: int) -> list[dict[str, Any]]:
    """Groups as far apart as is said to be found in 80 % of cases, by the one-sided test that their distance is 0."""
    one_sided = replace(SETTINGS, level=1 - 2 * ALPHA)
    said = np.median([one.detectable_auc for one in simulated(name, 20, partial(effect_of, world, SETTINGS))])
    there = replace(world, distance=distance_of(float(said)))
    found = sum(one.low > 0 for one in simulated(name, runs, partial(effect_of, there, one_sided)))
    none = sum(one.low > 0 for one in simulated(name, runs, partial(effect_of, world, one_sided)))
    note = f"detectable AUC {said:.3f}"
    return [
        calibration_row("effects", name, "a detectable difference is found", runs, found, nominal=0.8, note=note),
        calibration_row("effects", name, "equal means: found", runs, none),
    ]


@dataclass(frozen=True)
class Placebo:
    """Two parts of one group that differ in length alone; vectors follow length, in a straight line and in a bend."""

    units: int

    def trial(self, rng: np.random.Generator) -> Found:
        lengths = np.rint(rng.lognormal(2.5, 0.6, size=self.units)) + 1
        ranks = np.argsort(np.argsort(lengths + rng.random(self.units))) / self.units - 0.5
        vectors = rng.normal(size=(self.units, PLAIN))
        vectors[:, 0] += 4 * ranks
        vectors[:, 1] += 8 * ranks**2
        group = UnitGroup(vectors.astype(np.float32), list(np.arange(self.units)[:, None]))
        raw, sorted_lengths = length_split(group, lengths, rng)
        (a, b), codes = adjusted_groups(raw, [sorted_lengths], rng)
        pair, strata, seed = {"a": a, "b": b}, dict(zip("ab", codes, strict=True)), int(rng.integers(1 << 30))
        effect = difference_effects(pair, SETTINGS, strata=strata, seed=seed, workers=1)[0]
        careless = difference_effects(pair, SETTINGS, seed=seed, workers=1)[0]
        return {
            "energy, not adjusted: rejects": energy_p(*raw, rng) <= ALPHA,
            "energy, adjusted, permuted within strata: rejects": energy_p(a, b, rng, np.concatenate(codes)) <= ALPHA,
            "distance, adjusted: interval misses 0": not effect.low <= 0 <= effect.high,
            "held-out AUC, adjusted: interval misses .5": not effect.auc_low <= 0.5 <= effect.auc_high,
            "mean of distance": effect.distance,
            "mean of distance, strata not told": careless.distance,
            "kept": (len(a) + len(b)) / self.units,
        }


def energy_p(a: UnitGroup, b: UnitGroup, rng: np.random.Generator, strata: np.ndarray | None = None) -> float:
    """p of the energy distance of units of one text, permuted between the groups, within strata where there are."""
    points = torch.from_numpy(np.concatenate([group.vectors[np.concatenate(group.units)] for group in (a, b)])).double()
    matrix, labels = torch.cdist(points, points).numpy(), np.repeat([0, 1], [len(a), len(b)])
    if strata is None:
        return shuffle_excess(matrix, labels, n_resamples=SHUFFLES, rng=rng).pvalue
    permuted = np.tile(labels, (SHUFFLES + 1, 1))
    for stratum in np.unique(strata):
        permuted[1:, strata == stratum] = rng.permuted(permuted[1:, strata == stratum], axis=1)
    values = excess(mean_dissimilarities(matrix, permuted, 2))[:, 0, 1]
    return float((values >= values[0] - 1e-12).mean())


def placebo(name: str, world: Placebo, runs: int) -> list[dict[str, Any]]:
    found = simulated(name, runs, world.trial)
    means = {key: np.mean([one[key] for one in found]) for key in found[0] if not isinstance(found[0][key], bool)}
    note = ", ".join(f"{key} {value:.3f}" for key, value in means.items())
    return [
        calibration_row("effects", name, key, runs, sum(one[key] for one in found), note=note)
        for key in found[0]
        if key not in means
    ]


AUTHORS = {"texts": (1, 20)}
CASES: dict[str, Callable[[str, int], list[dict[str, Any]]]] = {
    f"{told}, {words}": lambda name, runs, world=world, distance=distance: coverage(
        name, replace(world, distance=distance), runs
    )
    for told, distance in (("equal means", 0.0), ("AUC .64 apart", MARGIN), ("AUC .76 apart", 1.0))
    for words, world in (
        ("100 and 100 units, 20 features", World((100, 100))),
        ("40 and 200 units, 20 features, heavy tails", World((40, 200), heavy=True)),
        ("40 units of sd 2 and 200 of 1, 20 features", World((40, 200), sd=2.0)),
        ("24 and 24 units of 1 to 20 texts, 20 features", World((24, 24), **AUTHORS)),
        ("60 and 300 units, 384 features", World((60, 300), DECAYING)),
    )
    if world.sd == 1 or distance == 0
}
CASES |= {
    f"at the margin, {words}": lambda name, runs, world=world: equivalence(name, world, runs)
    for words, world in (
        ("100 and 100 units, 20 features", World((100, 100))),
        ("40 and 200 units, 20 features, heavy tails", World((40, 200), heavy=True)),
        ("60 and 60 units of 1 to 20 texts, 20 features", World((60, 60), **AUTHORS)),
        ("100 and 500 units, 384 features", World((100, 500), DECAYING)),
    )
}
CASES |= {
    f"detectable, {words}": lambda name, runs, world=world: detection(name, world, runs)
    for words, world in (
        ("100 and 100 units, 20 features", World((100, 100))),
        ("40 and 200 units, 20 features, heavy tails", World((40, 200), heavy=True)),
        ("60 and 300 units, 384 features", World((60, 300), DECAYING)),
    )
}
CASES |= {
    f"placebo, {units} units": lambda name, runs, units=units: placebo(name, Placebo(units), runs)
    for units in (160, 600)
}


def main() -> None:
    torch.set_num_threads(1)
    calibrate(__doc__, list(CASES), lambda name, runs: CASES[name](name, runs), 500)


if __name__ == "__main__":
    main()
