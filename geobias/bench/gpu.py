"""`scripts/gpu_check`: what geobias does on this machine's card, tested, timed and written down, in minutes.

The kernels' tests, what the card does by itself, the Sinkhorn table, the published experiment, the extractor. What time
does not suffice for is left out, and named. Needs torch, triton, transformers and scikit-learn; no network.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import torch

from geobias import __version__
from geobias.bench import card
from geobias.bench.comparing import Row, table
from geobias.bench.gpu_rows import experiment_rows, sinkhorn_rows, token_like
from geobias.bench.gpu_tests import run_marked
from geobias.bench.throughput import documents_to_table, throughput
from geobias.distances import available_backends
from geobias.errors import InputError
from geobias.files import write_text

PACKAGES = ("torch", "triton", "transformers", "scikit-learn", "numpy", "geomloss", "pykeops", "flash-sinkhorn")


class Budget:
    """Seconds for all, from now."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self.end - time.monotonic()


def main(words: Sequence[str] | None = None) -> int:
    """Run the check; 0 if no part and no test failed and our values agree, 1 if not, 2 where there is no device."""
    chosen = _flags().parse_args(words)
    if chosen.device == "cuda" and not torch.cuda.is_available():
        build = f"CUDA {torch.version.cuda}" if torch.version.cuda else "a CPU build"
        error = InputError(
            "gpu_check must run on a machine with a CUDA device",
            f"torch {torch.__version__} ({build}) finds none",
            "`geobias doctor` says what there is; --device cpu shows the table on small sizes.",
        )
        print(f"gpu_check: {error}", file=sys.stderr)
        return 2
    found = check(torch.device(chosen.device), chosen.sizes, chosen.widths, chosen.runs, Budget(chosen.seconds))
    write_text(chosen.output / "gpu-check.json", json.dumps(_strict(found), indent=1))
    write_text(chosen.output / "gpu-check.txt", readable(found))
    print(readable(found))
    print(f"Written to {chosen.output}/gpu-check.json and gpu-check.txt")
    disagree = [row for row in found["rows"] if row["side"].startswith("triton") and not row["agrees"]]
    return int(bool(found["tests"].get("exit_code") or found["failed"] or disagree))


def _flags() -> argparse.ArgumentParser:
    def numbers(text: str) -> tuple[int, ...]:
        return tuple(int(word) for word in text.split(","))

    flags = argparse.ArgumentParser(prog="gpu_check", description=__doc__)
    flags.add_argument("--output", type=Path, default=Path("gpu-check"), help="folder for the JSON and the table")
    flags.add_argument("--device", default="cuda", choices=("cuda", "cpu"), help="cpu: no claims, to try the table")
    flags.add_argument("--sizes", type=numbers, help="points of each cloud; default 200,1000,4000,12800")
    flags.add_argument("--widths", type=numbers, help="dimensions; default 512,384,1024")
    flags.add_argument("--runs", type=int, default=5, help="timed runs of each side; the median counts")
    flags.add_argument("--seconds", type=float, default=420, help="what is not begun by then is left out")
    return flags


def check(
    device: torch.device, sizes: Sequence[int] | None, widths: Sequence[int] | None, runs: int, budget: Budget
) -> dict[str, Any]:
    """All parts in the order of their worth, as what is written to the JSON."""
    found: dict[str, Any] = {
        "card": card.describe(device),
        "versions": dict(_versions()),
        "backends": [asdict(status) for status in available_backends()],
        "token_clouds": "made up like tokens (Zipf's law, contexts)",
        "tests": {"summary": "not run"},
        "rates": {},
        "rows": [],
        "extraction": {},
        "left_out": [],
        "failed": [],
    }
    for name, part in _parts(device, sizes, widths, runs, budget):
        if budget.left <= 0:
            found["left_out"].append(name)
            continue
        start = time.monotonic()
        try:
            done = part()
        except Exception as error:  # what was found until then is the more worth keeping
            found["failed"].append(f"{name}: {type(error).__name__}: {error}")
            traceback.print_exc()
            continue
        for key, value in done.items():
            found[key] = found[key] + value if key == "rows" else value
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return found


Part = tuple[str, Callable[[], dict[str, Any]]]


def _parts(
    device: torch.device, sizes: Sequence[int] | None, widths: Sequence[int] | None, runs: int, budget: Budget
) -> Iterator[Part]:
    """Names and work; on the CPU small ones, which claim nothing."""
    real = device.type == "cuda"
    triton = real and next(status for status in available_backends() if status.name == "triton").available
    small = {} if real else {"replicates": 2, "documents": 5, "width": 16}
    first, *others = [
        [
            (f"Sinkhorn {size} x {size}, {width} dimensions", partial(_table, size, width, device, runs, triton))
            for size in sizes or ((200, 1000, 4000, 12_800) if real else (50,))
        ]
        for width in widths or ((512, 384, 1024) if real else (16,))
    ]
    yield "rates", lambda: {"rates": _rates(device, triton)}
    yield "published experiment", lambda: {"rows": _plain(experiment_rows(device, min(runs, 3), triton, **small))}
    yield from first
    texts, draws = (1000, 100) if real else (4, 1)
    yield "documents to table", lambda: {"rows": _plain(documents_to_table(device, 8, texts, draws, min(runs, 3)))}
    yield "extraction", lambda: {"extraction": throughput(device, 4000 if real else 60)}
    if real:
        yield "tests", lambda: {"tests": run_marked(min(240, budget.left))}
    for rows in others:
        yield from rows


def _table(size: int, width: int, device: torch.device, runs: int, triton: bool) -> dict[str, Any]:
    x, y = (token_like(size, width, seed).to(device) for seed in (1, 2))
    return {"rows": _plain(sinkhorn_rows(x, y, runs, triton))}


def _plain(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def readable(found: dict[str, Any]) -> str:
    """The JSON's content as text."""
    rows = [Row(**row) for row in found["rows"]]
    sections = {
        "Card": [f"{name}: {value}" for name, value in found["card"].items()],
        "Versions": [f"{name} {version}" for name, version in found["versions"].items()],
        "Backends": [f"{b['name']}: {'yes' if b['available'] else 'no'}: {b['reason']}" for b in found["backends"]],
        "Tests marked gpu": [found["tests"]["summary"]],
        "By itself": [f"{name}: {value:.3g}" for name, value in found["rates"].items()],
        "Divergences (seconds; differences to float64)": [table(rows)],
        "Extraction": [f"{name}: {value}" for name, value in found["extraction"].items()],
        "Left out for want of time": found["left_out"] or ["nothing"],
        "Failed": found["failed"] or ["nothing"],
    }
    return "\n\n".join("\n".join([title, *lines]) for title, lines in sections.items()) + "\n"


def _rates(device: torch.device, triton: bool) -> dict[str, float]:
    if device.type != "cuda":
        return card.rates(device, megabytes=16, side=256)
    found = card.rates(device)
    return found | card.resident_share(device, found["copy_bytes_per_second"]) if triton else found


def _strict(value: Any) -> Any:
    """The same with null for what is not a number, which JSON has no word for."""
    if isinstance(value, dict):
        return {key: _strict(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_strict(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _versions() -> Iterator[tuple[str, str]]:
    from importlib.metadata import PackageNotFoundError, version

    yield "geobias", __version__
    yield "python", platform.python_version()
    for package in PACKAGES:
        try:
            yield package, version(package)
        except PackageNotFoundError:
            continue


if __name__ == "__main__":
    sys.exit(main())
