"""Does the omnibus test of two groups reject as often as it says, and does it find what its best statistic finds?

    python benchmarks/calibration_omnibus.py                 500 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_omnibus.py --runs 100 --dry --cases "mean shift"

Texts are clouds of TOKENS tokens about a point of their own, with heavy tails; a text's vector is the mean of its
tokens. Under one law a test at .05 should reject in 5 % of runs. Where groups differ, the note of the omnibus' row has
the best single statistic: the omnibus may stay behind it by .1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.clouds import TokenClouds
from geobias.measures import Keeping
from geobias.measures.differences import STATISTICS, DifferenceSettings, UnitGroup, omnibus_tests

WIDTH, TOKENS, ALPHA = 16, 4, 0.05
SETTINGS = DifferenceSettings(permutations=199)
ONE_THREAD = Keeping(workers=1)
Rng = np.random.Generator
Law = Callable[[Rng, int], np.ndarray]
Found = dict[str, bool]


def group(rng: Rng, centres: np.ndarray, units: list[np.ndarray] | None = None) -> UnitGroup:
    """Texts about these centres (n, WIDTH); each its own unit, or these."""
    tokens = (centres[:, None] + rng.normal(size=(len(centres), TOKENS, WIDTH))).astype(np.float32)
    clouds = TokenClouds(torch.from_numpy(tokens).reshape(-1, WIDTH), torch.arange(len(centres) + 1) * TOKENS)
    return UnitGroup(tokens.mean(1), units or list(np.arange(len(centres))[:, None]), clouds)


def plain(rng: Rng, n: int) -> np.ndarray:
    return rng.standard_t(5, size=(n, WIDTH))


def moved(rng: Rng, n: int) -> np.ndarray:
    """Every text a little along one axis."""
    return plain(rng, n) + 1.1 * (np.arange(WIDTH) == 0)


def labels(rng: Rng, n: int, share: float) -> np.ndarray:
    """Texts of two labels, 3 apart."""
    return plain(rng, n) + 3.0 * (rng.random((n, 1)) < share) * (np.arange(WIDTH) == 0)


def wider(rng: Rng, n: int) -> np.ndarray:
    return 1.35 * plain(rng, n)


def topic(rng: Rng, n: int) -> np.ndarray:
    """A fifth of the texts are of a topic of their own, 6 away."""
    return plain(rng, n) + 6.0 * (rng.random((n, 1)) < 0.2) * (np.arange(WIDTH) == 0)


def test(rng: Rng, groups: Mapping[str, UnitGroup], **options: Any) -> list[Any]:
    return omnibus_tests(groups, SETTINGS, seed=int(rng.integers(1 << 30)), keeping=ONE_THREAD, **options)


def two_groups(rng: Rng, sizes: tuple[int, int], laws: tuple[Law, Law]) -> Found:
    a, b = (group(rng, law(rng, n)) for law, n in zip(laws, sizes, strict=True))
    row = test(rng, {"a": a, "b": b})[0]
    return {"omnibus": row.p_permutation <= ALPHA} | {s: getattr(row, f"p_{s}") <= ALPHA for s in STATISTICS}


def authors(rng: Rng) -> Found:
    """60 authors of 1 to 20 texts each against 60 of 1 to 3; texts of one author are alike."""
    groups = {}
    for name, most in (("a", 20), ("b", 3)):
        of_author = np.repeat(np.arange(60), rng.integers(1, most + 1, 60))
        centres = plain(rng, 60)[of_author] + rng.normal(size=(len(of_author), WIDTH))
        groups[name] = group(rng, centres, [np.flatnonzero(of_author == author) for author in range(60)])
    return {"omnibus": test(rng, groups)[0].p_permutation <= ALPHA}


def family(rng: Rng) -> Found:
    """Five groups of one law and unequal sizes: does any of the ten pairs pass?"""
    rows = test(rng, {str(n): group(rng, plain(rng, n)) for n in (24, 36, 48, 72, 96)})
    return {"p_max of any pair": min(row.p_max for row in rows) <= ALPHA}


def stratified(rng: Rng) -> Found:
    """Groups with other shares of two strata that lie apart, alike within each."""
    groups, strata = {}, {}
    for name, share in (("a", 0.3), ("b", 0.6)):
        strata[name] = (rng.random(80) < share).astype(np.int64)
        groups[name] = group(rng, plain(rng, 80) + 1.5 * strata[name][:, None])
    return {
        "permuted within strata": test(rng, groups, strata=strata)[0].p_permutation <= ALPHA,
        "permuted among all, for comparison": test(rng, groups)[0].p_permutation <= ALPHA,
    }


def unequal_variances(rng: Rng, deviations: tuple[float, float]) -> Found:
    """Equal means, 40 texts against 400: the contrast is a test of means alone."""
    laws = [partial(lambda rng, n, s: s * rng.normal(size=(n, WIDTH)), s=s) for s in deviations]
    vectors = [law(rng, n).astype(np.float32) for law, n in zip(laws, (40, 400), strict=True)]
    groups = {name: UnitGroup(x, list(np.arange(len(x))[:, None])) for name, x in zip("ab", vectors, strict=True)}
    settings = DifferenceSettings(statistics=("contrast",), permutations=199)
    row = omnibus_tests(groups, settings, seed=int(rng.integers(1 << 30)), keeping=ONE_THREAD)[0]
    return {"contrast": row.p_contrast <= ALPHA}


@dataclass(frozen=True)
class Case:
    name: str
    trial: Callable[[Rng], Found]
    power: bool = False


SIZES = ((24, 24), (24, 120), (60, 60), (40, 200), (200, 200))
DIFFERENT: dict[str, tuple[Law, Law]] = {
    "mean shift": (plain, moved),
    "label mix": (partial(labels, share=0.3), partial(labels, share=0.7)),
    "variance": (plain, wider),
    "one topic": (plain, topic),
}
CASES = (
    *(Case(f"one law, {a} and {b} texts", partial(two_groups, sizes=(a, b), laws=(plain, plain))) for a, b in SIZES),
    Case("one law, 5 groups of 24 to 96 texts", family),
    Case("one law, 60 authors of 1 to 20 texts and 60 of 1 to 3", authors),
    Case("one law within two strata, 80 and 80 texts", stratified),
    Case("equal means, sd 2 (40 texts) and 1 (400)", partial(unequal_variances, deviations=(2.0, 1.0))),
    Case("equal means, sd 1 (40 texts) and 2 (400)", partial(unequal_variances, deviations=(1.0, 2.0))),
    *(Case(name, partial(two_groups, sizes=(60, 60), laws=laws), power=True) for name, laws in DIFFERENT.items()),
)


def run(case: Case, runs: int) -> list[dict[str, Any]]:
    """A row for everything that a case counts."""
    generators = (np.random.default_rng([len(case.name), seed]) for seed in range(runs))
    found = [case.trial(rng) for rng in tqdm(generators, total=runs, desc=case.name, disable=None)]
    rejected = {name: sum(bool(one[name]) for one in found) for name in found[0]}
    single = {name: count for name, count in rejected.items() if name in STATISTICS}
    notes = {}
    if case.power:
        best = max(single, key=lambda name: single[name])
        notes["omnibus"] = f"power; best single {best}, behind it by {(single[best] - rejected['omnibus']) / runs:.3f}"
    return [
        calibration_row("omnibus", case.name, name, runs, count, note=notes.get(name, "power" if case.power else ""))
        for name, count in rejected.items()
    ]


def main() -> None:
    torch.set_num_threads(1)
    named = {case.name: case for case in CASES}
    calibrate(__doc__, list(named), lambda name, runs: run(named[name], runs), 500)


if __name__ == "__main__":
    main()
