"""Do separations that stop say of 200 synthetic corpora what they say with all permutations, and for how much CPU time?

    python benchmarks/stopping_separations.py                corpora of four strengths, appended to results/stopping.csv
    python benchmarks/stopping_separations.py --corpora 20 --dry

A text's vector counts its words by hash in WIDTH places; authors are the units. Compared are the verdicts of all pairs
of three regions by energy distance, MMD and crossnobis after Holm's correction. Seconds are CPU seconds, matrices
included. `benchmarks/stopping.py` compares whole studies.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from stopping import STRENGTHS, append, row

from geobias.corpora import load_corpus
from geobias.measures import Stopping
from geobias.measures.separation import SeparationSettings, unbiased_separation
from geobias.relations import judge_separations

WIDTH, TEXTS, REGIONS = 24, 80, ("au", "nz", "us")
METHODS = ("energy", "mmd", "crossnobis")


def vectors_of(texts: Sequence[str]) -> np.ndarray:
    """Counts of the words of each text by hash, float64 (texts, WIDTH)."""
    found = np.zeros((len(texts), WIDTH))
    for place, text in enumerate(texts):
        for word in text.split():
            found[place, zlib.crc32(word.encode()) % WIDTH] += 1
    return found


def one_corpus(strength: float, seed: int) -> dict[str, Any]:
    """Words and CPU seconds of all permutations and of those that stop."""
    made = {"name": "synthetic", "regions": list(REGIONS), "documents": TEXTS, "baseline_documents": 1}
    corpus = load_corpus({**made, "strength": strength, "seed": seed})
    of_region = {name: np.flatnonzero(corpus.attributes["region"] == name) for name in REGIONS}
    vectors = {name: vectors_of(corpus.texts[rows].tolist()) for name, rows in of_region.items()}
    clusters = {name: corpus.attributes["cluster"][rows] for name, rows in of_region.items()}
    words, seconds = [], []
    for stopping in (None, Stopping(0.05)):
        start, found = time.process_time(), {}
        for method in METHODS:
            options = {"method": method, "clusters": clusters, "seed": seed, "workers": 1, "stopping": stopping}
            judged = judge_separations(unbiased_separation(vectors, SeparationSettings(), **options), ())
            found |= {(method, place, "verdict"): one.verdict for place, one in enumerate(judged.rows)}
        seconds.append({"separations": time.process_time() - start})
        words.append(found)
    different = [key for key in words[0] if words[0][key] != words[1][key]]
    return {"words": len(words[0]), "different": different, "before": seconds[0], "after": seconds[1]}


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--corpora", type=int, default=200)
    flags.add_argument("--dry", action="store_true", help="print only, append nothing")
    chosen = flags.parse_args()
    for strength in STRENGTHS:
        found = [one_corpus(strength, seed) for seed in range(chosen.corpora // len(STRENGTHS))]
        made = row(f"separations of synthetic corpora, strength {strength:g}", found)
        print(made, flush=True)
        if not chosen.dry:
            append([made])


if __name__ == "__main__":
    main()
