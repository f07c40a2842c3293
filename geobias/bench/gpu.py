"""`scripts/gpu_check`: what geobias does on this machine's card, tested, timed and written down, in minutes.

What the card does by itself, the published experiment, the Sinkhorn table, the kernels' tests, the extractor. Every
line found is in OUTPUT/gpu-check.jsonl at once; stopped, the same command goes on where it was. What time does not
suffice for is left out, and named. Needs torch, triton, transformers and scikit-learn; no network.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from geobias import __version__
from geobias.bench import card
from geobias.bench.gpu_plan import Settings, as_text, plan
from geobias.bench.gpu_record import Line, Record
from geobias.bench.gpu_run import Budget, Worker, carry_out
from geobias.bench.gpu_summary import summary, wrong
from geobias.distances import available_backends
from geobias.errors import InputError
from geobias.files import make_folder, write_text

PACKAGES = ("torch", "triton", "transformers", "scikit-learn", "numpy", "geomloss", "pykeops", "flash-sinkhorn")


def main(words: Sequence[str] | None = None) -> int:
    """Run the check; 0 if no part and no test failed and our values agree, 1 if not, 2 where it cannot begin."""
    chosen = _flags().parse_args(words)
    settings = Settings(chosen.device, chosen.sizes, chosen.widths, chosen.runs)
    if chosen.plan:
        print(as_text(plan(settings)))
        return 0
    try:
        record = _record(chosen.device, chosen.output)
    except InputError as error:
        print(f"gpu_check: {error}", file=sys.stderr)
        return 2
    carry_out(plan(settings), record, Budget(chosen.seconds), Worker(settings), chosen.output)
    text = summary(record.lines)
    write_text(chosen.output / "gpu-check.txt", text)
    print(text, end="")
    print(f"Written to {chosen.output}/gpu-check.jsonl and gpu-check.txt")
    return int(bool(wrong(record.lines) or any(line["kind"] == "failed" for line in record.lines)))


def _flags() -> argparse.ArgumentParser:
    def numbers(text: str) -> tuple[int, ...]:
        return tuple(int(word) for word in text.split(","))

    flags = argparse.ArgumentParser(prog="gpu_check", description=__doc__)
    flags.add_argument("--output", type=Path, default=Path("gpu-check"), help="folder; that of a stopped run goes on")
    flags.add_argument("--device", default="cuda", choices=("cuda", "cpu"), help="cpu: every part, small; no claims")
    flags.add_argument("--sizes", type=numbers, help="points of each cloud; default 12800,1000,4000,200")
    flags.add_argument("--widths", type=numbers, help="dimensions; default 512,384,1024")
    flags.add_argument("--runs", type=int, default=5, help="timed runs of each side; the median counts")
    flags.add_argument("--seconds", type=float, default=420, help="no part begins that would last longer; 780 has all")
    flags.add_argument("--plan", action="store_true", help="only say what would be done, and how long it should take")
    return flags


def _record(device: str, output: Path) -> Record:
    if device == "cuda" and not torch.cuda.is_available():
        build = f"CUDA {torch.version.cuda}" if torch.version.cuda else "a CPU build"
        raise InputError(
            "gpu_check must run on a machine with a CUDA device",
            f"torch {torch.__version__} ({build}) finds none",
            "`geobias doctor` says what there is; --device cpu goes through every part on small sizes.",
        )
    record = Record(make_folder(output))
    record.begin(_about(torch.device(device)))
    return record


def _about(device: torch.device) -> Line:
    backends = [asdict(status) for status in available_backends()]
    return {"card": card.describe(device), "versions": dict(_versions()), "backends": backends}


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
