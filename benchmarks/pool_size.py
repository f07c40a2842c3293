"""What larger pools buy and cost: power, reliability, noise ceiling and CPU time by texts of a group.

    python benchmarks/pool_size.py tweets --path FOLDER --store STORE
    python benchmarks/pool_size.py tweets --path FOLDER --store STORE --groups au ca uk us
    python benchmarks/pool_size.py synthetic

`tweets` is the regional study's own code with `sampling.pool`, `difference.largest_group` and
`reliability.largest_group` at each size. Adjusted differences and placebo parts are left out, as are what does not
depend on the pool: random groups, and Sinkhorn tables but for one small repeat. A first run encodes, whose time is no
part of what is asked: take the CPU seconds (of the whole study, one thread) from a second. Of six regions two have no
more than 250 and 329 texts; `full` counts pairs of which both groups have as many as were asked for, and columns with
that word are over these. `synthetic` is five worlds of six groups with Gaussian texts (means .25 standard deviations
apart, accuracies that follow the first feature), without Sinkhorn statistics; CPU seconds are of one world's tests,
sizes and reliability. Rows go to results/pool_size.csv.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from calibration_reliability import Case, World
from harness import machine

from geobias.measures.differences import DifferenceSettings, difference_effects, omnibus_tests
from geobias.measures.reliability import ReliabilitySettings, reliabilities, resampled_tables
from geobias.pipeline import Inputs, RunDirectory, Session
from geobias.relations import ceiling
from geobias.studies.regional import Measured, RegionalSettings, measure
from geobias.tables import MAHALANOBIS, PAIR

RESULTS = Path(__file__).parent / "results" / "pool_size.csv"
SIZES = (1600, 810, 400, 200, 100)
WORLDS = 5


def tweets_settings(size: int, flags: argparse.Namespace, folder: str) -> RegionalSettings:
    return RegionalSettings.build(
        corpus={"name": "tweets", "path": flags.path},
        seed=flags.seed,
        output=folder,
        store=flags.store,
        workers=1,
        progress=False,
        sampling={
            "pool": size, "groups": flags.groups, "outer": 1, "inner": 1, "outer_documents": 100, "documents": 50,
            "lda_repeats": 1, "mixed": False,
        },
        distance={"lda": ["short"]},
        separation={"methods": []},
        difference={"largest_group": size} | {"adjust": [], "placebo": False},
        reliability={"largest_group": size, "most_texts": 16 * size},
        control={"partitions": 0},
        relation={"coefficients": ["spearman", "pearson"]},
    )  # fmt: skip


def tweets(flags: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row per size, of one corpus."""
    for size in flags.sizes:
        found, spent = _measured(size, flags)
        rows = [row for row in found.separations.differences.rows if row.compared == PAIR and row.verdict]
        full = [row for row in rows if min(row.n_a, row.n_b) >= 0.9 * size]  # copies count once
        yield {
            "data": f"tweets, {len(found.materials.pools.regions)} regions", "size": size,
            "pairs": len(rows), "full": len(full),
            "detectable_auc": np.median([row.detectable_auc for row in rows]),
            "detectable_auc_full": np.median([row.detectable_auc for row in full]) if full else np.nan,
            "different": np.mean([row.verdict == "different" for row in rows]),
            "different_full": np.mean([row.verdict == "different" for row in full]) if full else np.nan,
            **_noise(found), "cpu_s": spent,
        }  # fmt: skip


def _measured(size: int, flags: argparse.Namespace) -> tuple[Measured, float]:
    """What was measured, and the CPU seconds that it took."""
    with tempfile.TemporaryDirectory() as folder:
        settings = tweets_settings(size, flags, folder)
        inputs = Inputs.read(settings)
        with RunDirectory(folder, "regional", "pool", settings.identity(), inputs.content()) as directory:
            started = time.process_time()
            found = measure(settings, inputs, Session.of_run(settings, directory))
            spent = time.process_time() - started
    assert found is not None  # this is the main process
    return found, spent


def _noise(found: Measured) -> dict[str, float]:
    """Reliabilities and ceiling of the primary relation."""
    row = next(row for row in found.relations.table.rows if row.primary)
    names = "reliability_x", "reliability_y", "ceiling", "statistic"
    return {name: getattr(row, name) for name in names}


def synthetic(flags: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row per size, the mean over five worlds."""
    for size in flags.sizes:
        found = [_world(size, number) for number in range(WORLDS)]
        means = {name: float(np.mean([one[name] for one in found])) for name in found[0]}
        yield {"data": "synthetic, 6 groups", "size": size, "pairs": 15, "full": 15, **means}


def _world(size: int, number: int) -> dict[str, float]:
    world = World.drawn(Case(texts=size, means=0.25, related=True), np.random.default_rng([13, number]))
    sample = world.sample(np.random.default_rng([14, number, size]))
    settings = DifferenceSettings(
        statistics=("energy", "mmd", "contrast", "classifier"), permutations=199, largest_group=size
    )
    noise = ReliabilitySettings(distances=("mahalanobis",), splits=50, replicates=20, largest_group=size)
    started = time.process_time()
    effects = difference_effects(sample.groups, settings, seed=number, workers=1)
    tests = omnibus_tests(sample.groups, settings, seed=number)
    tables = resampled_tables(sample, noise, seed=number)
    spent = time.process_time() - started
    known = {row.quantity: row.value for row in reliabilities(tables, ("spearman",)).rows}
    x, y = known[MAHALANOBIS], known["gap_at_m[accuracy]"]
    detectable = float(np.median([one.detectable_auc for one in effects]))
    different = float(np.mean([one.p_max <= 0.05 for one in tests]))
    return {
        "detectable_auc": detectable, "detectable_auc_full": detectable, "different": different,
        "different_full": different, "reliability_x": x, "reliability_y": y, "ceiling": ceiling(x, y), "cpu_s": spent,
    }  # fmt: skip


COLUMNS = (
    "data", "size", "pairs", "full", "detectable_auc", "detectable_auc_full", "different",
    "different_full", "reliability_x", "reliability_y", "ceiling", "statistic", "cpu_s", "seed", "versions", "commit",
    "date",
)  # fmt: skip


def append(row: dict[str, Any]) -> None:
    here, new = machine(), not RESULTS.exists()
    with RESULTS.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        cells = {name: f"{value:.4g}" if isinstance(value, float) else value for name, value in row.items()}
        writer.writerow(cells | {name: here[name] for name in ("versions", "commit", "date")})


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("kind", choices=("tweets", "synthetic"))
    flags.add_argument("--path", help="folder of the tweets")
    flags.add_argument("--store", help="folder of embeddings")
    flags.add_argument("--groups", nargs="+", help="regions; all where left out")
    flags.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    flags.add_argument("--seed", type=int, default=0)
    flags.add_argument("--dry", action="store_true", help="print only")
    chosen = flags.parse_args()
    for row in (tweets if chosen.kind == "tweets" else synthetic)(chosen):
        print({name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()}, flush=True)
        if not chosen.dry:
            append(row | {"seed": chosen.seed})


if __name__ == "__main__":
    main()
