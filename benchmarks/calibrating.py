"""What the calibrations share: rejections counted over runs, with the binomial band, and the file they go to."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from harness import machine
from scipy.stats import binom

RESULTS = Path(__file__).parent / "results" / "calibration.csv"
COLUMNS = (
    "study", "case", "statistic", "runs", "rejected", "rate", "band_low", "band_high", "nominal", "note", "versions",
    "commit", "date",
)  # fmt: skip


def calibration_row(
    study: str, case: str, statistic: str, runs: int, rejected: int, nominal: float = 0.05, note: str = ""
) -> dict[str, Any]:
    """Rejections (or intervals that miss) in `runs` simulated runs, beside the 99 % band of the binomial law."""
    low, high = binom.interval(0.99, runs, nominal)
    return {
        "study": study, "case": case, "statistic": statistic, "runs": runs, "rejected": rejected,
        "rate": rejected / runs, "band_low": low / runs, "band_high": high / runs, "nominal": nominal, "note": note,
    }  # fmt: skip


def append(rows: Sequence[dict[str, Any]], path: Path = RESULTS) -> None:
    """Add rows with versions, commit and date; the header is written once."""
    here, new = machine(), not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        for row in rows:
            cells = {name: f"{v:.4g}" if isinstance(v, float) else v for name, v in row.items()}
            writer.writerow(cells | {name: here[name] for name in ("versions", "commit", "date")})


def show(rows: Sequence[dict[str, Any]]) -> None:
    """Print rates beside their bands."""
    for row in rows:
        band = f"{row['band_low']:.3f} to {row['band_high']:.3f}"
        print(f"{row['case']:<52} {row['statistic']:<52} {row['rate']:.3f} ({band}) {row['note']}", flush=True)


def calibrate(
    description: str | None, names: Sequence[str], rows_of: Callable[[str, int], Sequence[dict[str, Any]]], runs: int
) -> None:
    """Parse the flags and run case after case: `rows_of` a name and a number of runs; rows are shown and kept."""
    flags = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--runs", type=int, default=runs, help="simulated runs of each case")
    of = f"of {list(names)}".replace("%", "%%")  # argparse fills in what follows a single one
    flags.add_argument("--cases", nargs="*", choices=names, default=names, metavar="CASE", help=of)
    flags.add_argument("--dry", action="store_true", help="print only, append nothing")
    chosen = flags.parse_args()
    for name in chosen.cases:
        rows = rows_of(name, chosen.runs)
        show(rows)
        if not chosen.dry:
            append(rows)
