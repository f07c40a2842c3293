"""What every benchmark here shares: its flags, and the results file with device, versions and commit.

The comparing itself, which `geobias bench` uses too, is `geobias.bench.comparing`.
"""

from __future__ import annotations

import argparse
import csv
import importlib.metadata
import os
import platform
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

import torch

from geobias.bench.comparing import Row, table
from geobias.corpora import Corpus, load_tweets

RESULTS = Path(__file__).parent / "results" / "engine.csv"
PACKAGES = (
    "torch", "numpy", "scipy", "geomloss", "pykeops", "POT", "ott-jax", "jax", "scikit-learn", "dcor", "transformers",
    "sentence-transformers", "scikit-bio",
)  # fmt: skip


def machine() -> dict[str, str]:
    """What a row of results must carry to be read later: device, versions, commit."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    where = torch.cuda.get_device_name() if torch.cuda.is_available() else _processor()
    return {
        "device": where,
        "versions": " ".join(f"{name}={version}" for name, version in versions.items()),
        "commit": _commit(),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    kind = named[0] if named else platform.processor() or platform.machine()
    return f"{kind}, {os.cpu_count()} cores, {torch.backends.cpu.get_cpu_capability()}"


def _commit() -> str:
    """The commit, "-dirty" where code differs from it; the results that a benchmark writes do not count."""
    folder = Path(__file__).parents[1]

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!benchmarks/results", ":!docs")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("-dirty" if changed else "")


def append(rows: Sequence[Row], path: Path = RESULTS) -> None:
    """Add the rows with this machine to the results; the header is written once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    here, new = machine(), not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)] + list(here), lineterminator="\n")
        if new:
            writer.writeheader()
        for row in rows:
            cells = {name: f"{v:.4g}" if isinstance(v, float) else v for name, v in asdict(row).items()}
            writer.writerow(cells | here)


def parser(description: str | None) -> argparse.ArgumentParser:
    """The flags that every benchmark takes."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--runs", type=int, default=5, help="timed runs of every side; the median counts")
    made.add_argument("--dry", action="store_true", help="print only, append nothing to benchmarks/results/engine.csv")
    made.add_argument("--tweets", type=Path, help="folder of <region>.csv to take texts from; default: synthetic ones")
    return made


def numbers(text: str) -> list[int]:
    """The flag "200,1000" as a list."""
    return [int(word) for word in text.split(",")]


def corpus(chosen: argparse.Namespace) -> Corpus | None:
    """The tweets asked for; None for synthetic texts."""
    return None if chosen.tweets is None else load_tweets(chosen.tweets)


def report(rows: Sequence[Row], chosen: argparse.Namespace, path: Path = RESULTS) -> None:
    """Print a benchmark's rows, and keep them unless asked not to."""
    print(table(rows), flush=True)
    if not chosen.dry:
        append(rows, path)
