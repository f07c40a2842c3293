"""Do tests and intervals of distances hold where authors write several texts, and where texts are copied?

    python benchmarks/calibration_units.py                 500 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_units.py --runs 100 --dry --cases "60 authors of 3 texts, 60 of 1"

A random text of a random author has one law in both groups, whatever the number of texts that authors of either write
or how long these are. A test at .05 should then reject in 5 % of runs (.03 to .07), and a 95 % interval miss 0 in 7 %
at most; intervals for groups of one law are wider than they need be. Near-copies are strings, which are sent through
`units_of` as a study's are, and vectors of their words. What is marked "for comparison" counts every copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any
from zlib import crc32

import numpy as np
import torch
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.clouds import TokenClouds
from geobias.corpora import Corpus
from geobias.measures import Keeping
from geobias.measures.separation import SeparationSettings, sinkhorn_separation, unbiased_separation
from geobias.sampling import TEST_SPLIT, Pools, units_of
from geobias.tables import Separation

WIDTH, CLOUD_WIDTH, ALPHA = 20, 3, 0.05
VECTORS = SeparationSettings(vector_permutations=199, folds=6, jackknife_blocks=12, bandwidth=10.0)
CLOUDS = SeparationSettings(permutations=199, blocks=10)
METHODS = ("energy", "mmd", "crossnobis")
ONE_THREAD = Keeping(workers=1)
Found = dict[str, bool]
Rows = dict[str, Separation]


@dataclass(frozen=True)
class Group:
    """Texts of a group: vectors (texts, WIDTH), token clouds, and the unit of each, int64 (texts,)."""

    vectors: np.ndarray
    clouds: TokenClouds
    units: np.ndarray


def authors(rng: np.random.Generator, texts: np.ndarray, tokens: int = 2, shift: float = 0.0) -> Group:
    """Authors with so many texts each; vectors and tokens have effects of the author, of the text, and noise."""
    units = np.repeat(np.arange(len(texts)), texts)
    vectors = rng.standard_t(5, size=(len(texts), WIDTH))[units] + rng.normal(size=(len(units), WIDTH))
    points = rng.normal(size=(len(texts), 1, CLOUD_WIDTH))[units] + rng.normal(size=(len(units), 1, CLOUD_WIDTH))
    points = points + rng.normal(size=(len(units), tokens, CLOUD_WIDTH))
    vectors[:, 0] += shift
    points[:, :, 0] += shift
    return Group(vectors, clouds_of(points.reshape(-1, CLOUD_WIDTH), [tokens] * len(units)), units)


def clouds_of(points: np.ndarray, tokens: Sequence[int]) -> TokenClouds:
    return TokenClouds(torch.from_numpy(points).float(), torch.tensor([0, *np.cumsum(tokens)]))


def measure(rng: np.random.Generator, a: Group, b: Group, clouds: SeparationSettings = CLOUDS) -> Rows:
    """The row of every quantity."""
    points, units = {"a": a.clouds, "b": b.clouds}, {"a": a.units, "b": b.units}
    seed = int(rng.integers(1 << 30))
    found = {"sinkhorn": sinkhorn_separation(points, clouds, clusters=units, seed=seed, keeping=ONE_THREAD).rows[0]}
    return found | {method: distance(rng, method, a, b) for method in METHODS}


def distance(rng: np.random.Generator, method: Any, a: Group, b: Group) -> Separation:
    vectors, units = {"a": a.vectors, "b": b.vectors}, {"a": a.units, "b": b.units}
    seed = int(rng.integers(1 << 30))
    return unbiased_separation(vectors, VECTORS, method=method, clusters=units, seed=seed, workers=1).rows[0]


def judged(rows: Rows, truths: dict[str, float] | None = None) -> Found:
    """Whether tests reject, of groups of one law, and intervals miss the truth, which is 0 for these."""
    found: Found = {}
    for name, row in rows.items():
        if truths is None:
            found[f"{name}: test rejects"] = row.p_permutation <= ALPHA
        found[f"{name}: interval misses"] = not row.low <= (truths or {}).get(name, 0.0) <= row.high
    return found


Sizes = Callable[[np.random.Generator], np.ndarray]


def exactly(count: int, texts: int) -> Sizes:
    return lambda rng: np.full(count, texts)


def up_to(count: int, most: int) -> Sizes:
    """Texts of authors from 1 to so many, few of them with many."""
    return lambda rng: np.floor(np.exp(rng.uniform(0, np.log(most + 1), count))).astype(np.int64)


def one_law(rng: np.random.Generator, a: Sizes, b: Sizes, tokens: tuple[int, int] = (2, 2)) -> Found:
    return judged(measure(rng, authors(rng, a(rng), tokens[0]), authors(rng, b(rng), tokens[1])))


def two_laws(rng: np.random.Generator, a: Sizes, b: Sizes) -> Rows:
    return measure(rng, authors(rng, a(rng)), authors(rng, b(rng), shift=1.0))


@cache
def truths(a: Sizes, b: Sizes, runs: int) -> dict[str, float]:
    """Expected values by simulation, with seeds of their own: the estimates are unbiased, so their mean is."""
    rng = np.random.default_rng(99)
    found = [two_laws(rng, a, b) for _ in range(runs)]
    return {name: float(np.mean([rows[name].excess for rows in found])) for name in found[0]}


TEXTS, WORDS, VOCABULARY = 240, 8, 300
_LETTERS = np.array([*"abcdefghijklmnopqrstuvwxyz"])
_NAMES = np.array(["".join(word) for word in np.random.default_rng(1).choice(_LETTERS, (VOCABULARY, 6))])
_VECTORS = np.random.default_rng(2).normal(size=(VOCABULARY, WIDTH))


def copied(rng: np.random.Generator, shares: tuple[float, float]) -> Found:
    """Two groups of texts of one law, in which these shares are near-copies of three texts."""
    phrases = rng.integers(VOCABULARY, size=(3, WORDS))
    made: list[np.ndarray] = []
    for share in shares:
        near = round(share * TEXTS)
        made += [*rng.integers(VOCABULARY, size=(TEXTS - near, WORDS))]
        made += [np.append(phrases[n % 3], rng.integers(VOCABULARY)) for n in range(near)]
    rows = {"a": np.arange(TEXTS), "b": np.arange(TEXTS, 2 * TEXTS)}
    none = np.zeros(0, dtype=np.int64)
    pools = Pools(rows, rows, dict.fromkeys(rows, "region"), none, none, "region", TEST_SPLIT)
    strings = np.array([" ".join(_NAMES[words]) for words in made], dtype=object)
    ids = np.array([f"t{number}" for number in range(len(made))], dtype=object)
    counted = units_of(Corpus(ids, strings, {}), pools, seed=int(rng.integers(1 << 30))).counted
    a, b = (of_words([made[row] for row in some]) for some in rows.values())
    loose = distance(rng, "energy", a, b).p_permutation <= ALPHA
    a, b = (of_words([made[row] for row in some[counted[some]]]) for some in rows.values())
    return judged(measure(rng, a, b, replace(CLOUDS, size=12))) | {"energy: test rejects, for comparison": loose}


def of_words(texts: Sequence[np.ndarray]) -> Group:
    """Texts by the vectors of their words, each a unit."""
    vectors = np.stack([_VECTORS[words].mean(0) for words in texts])
    points = np.concatenate([_VECTORS[words, :CLOUD_WIDTH] for words in texts])
    return Group(vectors * WORDS**0.5 * 1.6, clouds_of(points, [len(words) for words in texts]), np.arange(len(texts)))


@dataclass(frozen=True)
class Case:
    """A law and what is counted in a run of it; `trial` is made once the number of runs is known."""

    name: str
    trial: Callable[[int], Callable[[np.random.Generator], Found]]


def _level(name: str, a: Sizes, b: Sizes, **more: Any) -> Case:
    return Case(name, lambda runs: partial(one_law, a=a, b=b, **more))


def _copies(name: str, a: float, b: float) -> Case:
    return Case(name, lambda runs: partial(copied, shares=(a, b)))


def _coverage(name: str, a: Sizes, b: Sizes) -> Case:
    def trial(runs: int) -> Callable[[np.random.Generator], Found]:
        expected = truths(a, b, 2 * runs)
        return lambda rng: judged(two_laws(rng, a, b), expected)

    return Case(name, trial)


CASES = (
    _level("60 authors of 2 texts, 60 of 1", exactly(60, 2), exactly(60, 1)),
    _level("60 authors of 3 texts, 60 of 1", exactly(60, 3), exactly(60, 1)),
    _level("60 authors of 1 to 20 texts, twice", up_to(60, 20), up_to(60, 20)),
    _level("60 authors of 1 to 20 texts, 60 of 1 to 3", up_to(60, 20), up_to(60, 3)),
    _level("40 authors and 200, of 1 text", exactly(40, 1), exactly(200, 1)),
    _level("40 authors of 1 to 20 texts, 200 of 1 to 3", up_to(40, 20), up_to(200, 3)),
    _level("60 texts of 2 tokens, 60 of 6", exactly(60, 1), exactly(60, 1), tokens=(2, 6)),
    _copies("5 % near-copies of three texts in one group", 0.05, 0.0),
    _copies("10 % near-copies of three texts in one group", 0.1, 0.0),
    _copies("5 % near-copies of three texts in both groups", 0.05, 0.05),
    _coverage("means 1 apart, 60 authors of 1 to 20 texts, 60 of 1 to 3", up_to(60, 20), up_to(60, 3)),
    _coverage("means 1 apart, 40 authors and 200, of 1 text", exactly(40, 1), exactly(200, 1)),
)


def run(case: Case, runs: int) -> list[dict[str, Any]]:
    """A row of results for everything that a case counts."""
    trial = case.trial(runs)
    generators = (np.random.default_rng([crc32(case.name.encode()), seed]) for seed in range(runs))
    found = [trial(rng) for rng in tqdm(generators, total=runs, desc=case.name, disable=None)]
    return [calibration_row("units", case.name, name, runs, sum(bool(one[name]) for one in found)) for name in found[0]]


def main() -> None:
    torch.set_num_threads(1)
    named = {case.name: case for case in CASES}
    calibrate(__doc__, list(named), lambda name, runs: run(named[name], runs), 500)


if __name__ == "__main__":
    main()
