"""Does `geobias explain` claim a word where two groups write by one law?

    python benchmarks/calibration_explain.py                 500 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_explain.py --runs 100 --dry --cases "one text each"

Texts are the synthetic corpus' at strength 0, of authors of one to three texts; a word's vector is its own, moved by
the text that it stands in, as an encoder's are. All three methods together should claim a word in 5 % of runs at most
(each holds a third of that). "axis as a whole" and "excess as a whole" are tests of what the words are parts of.
"""

from __future__ import annotations

from functools import cache
from zlib import crc32

import numpy as np
import torch
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.clouds import TokenClouds
from geobias.corpora import make_synthetic, words_of
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.explaining import (
    Estimates,
    ExplainSettings,
    Spoken,
    UnitItems,
    Vocabulary,
    axis_of_items,
    excess_of_items,
    odds_of_items,
    parts_of_items,
    sample_costs,
    shares_of_points,
)
from geobias.measures.separation import SeparationSettings, common_diameter, deal_samples
from geobias.tables import EXPLAINING

WIDTH, ALPHA, TEXTS = 8, 0.05, 120
SEPARATION = SeparationSettings(blocks=6, largest_size=12)
SETTINGS = ExplainSettings(permutations=299)
CASES = ("one text each", "authors of one to three")


@cache
def vector(word: str) -> np.ndarray:
    return np.random.default_rng(crc32(word.encode())).normal(size=WIDTH)


def spoken(texts: list[str], units: np.ndarray) -> Spoken:
    """Texts with clouds that were made up: every word is one token."""
    said = [[word.word for word in words_of(text)] for text in texts]
    clouds = []
    for words in said:
        own = np.stack([vector(word) for word in words])
        clouds.append(torch.from_numpy(own + 0.5 * own.mean(0)).float())
    flat = np.array([word for words in said for word in words], dtype=object)
    return Spoken(TokenClouds.from_list(clouds), np.unique(units, return_inverse=True)[1], flat, said)


def world(case: str, seed: int, strength: float = 0.0) -> dict[str, Spoken]:
    corpus = make_synthetic(regions=["uk", "us"], documents=TEXTS, baseline_documents=0, strength=strength, seed=seed)
    groups = {}
    for name in ("uk", "us"):
        rows = np.flatnonzero(corpus.attributes["region"] == name)
        authors = corpus.attributes["cluster"][rows] if case != CASES[0] else np.arange(len(rows)).astype(str)
        groups[name] = spoken(corpus.texts[rows].tolist(), authors)
    return groups


def explained(groups: dict[str, Spoken], seed: int, settings: ExplainSettings = SETTINGS) -> dict[str, Estimates]:
    """All three methods on two groups, and the words by their places under "words"."""
    a, b = groups.values()
    vocabulary = Vocabulary.of((a, b), settings.least, settings.least_units)
    size, points = len(vocabulary), (vocabulary.of_points(a), vocabulary.of_points(b))
    clouds, clusters = ({name: getattr(one, part) for name, one in groups.items()} for part in ("clouds", "units"))
    samples = deal_samples(clouds, SEPARATION, clusters, seed).samples
    pair = tuple(groups)
    costs = sample_costs(samples, pair, DistanceSettings(), common_diameter(list(samples.values())), Keeping(workers=1))
    counts = vocabulary.counts_by_unit(a), vocabulary.counts_by_unit(b)
    streams = [np.random.default_rng([seed, method]) for method in range(3)]
    items = UnitItems.of((a.clouds, b.clouds), (a.units, b.units), list(points))
    found = (
        odds_of_items(*counts, vocabulary.prior(groups, settings.prior), settings, streams[0]),
        excess_of_items(
            costs, parts_of_items(costs, points, size), shares_of_points(costs, points, size), settings, streams[1]
        ),
        axis_of_items(items, size, settings, streams[2])[0],
    )
    return dict(zip(EXPLAINING, found, strict=True))


def run(case: str, runs: int) -> list[dict[str, object]]:
    rejected = dict.fromkeys([*EXPLAINING, "any method", "excess as a whole", "axis as a whole"], 0)
    for seed in tqdm(range(runs), case):
        found = explained(world(case, seed), seed)
        claims = {method: bool((one.tested.p_max <= ALPHA / 3).any()) for method, one in found.items()}
        claims["any method"] = any(claims.values())
        claims["excess as a whole"] = found["transport"].whole_p <= ALPHA
        claims["axis as a whole"] = found["axis"].whole_p <= ALPHA
        for name, claimed in claims.items():
            rejected[name] += claimed
    levels = {name: ALPHA / 3 if name in EXPLAINING else ALPHA for name in rejected}
    return [calibration_row("explain", case, name, runs, count, levels[name]) for name, count in rejected.items()]


def main() -> None:
    torch.set_num_threads(1)
    calibrate(__doc__, list(CASES), run, 500)


if __name__ == "__main__":
    main()
