"""What `scripts/gpu_check` does, part by part, in the order of its worth, and how long each is expected to take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import torch

from geobias.bench import card
from geobias.bench.comparing import Row
from geobias.bench.gpu_experiment import as_run_rows, experiment_rows
from geobias.bench.gpu_record import Line
from geobias.bench.gpu_rows import sinkhorn_rows, token_like
from geobias.bench.gpu_tests import Slice, slices
from geobias.bench.throughput import documents_to_table, throughput
from geobias.distances import available_backends

SIZES, WIDTHS = (12_800, 1000, 4000, 200), (512, 384, 1024)


@dataclass(frozen=True)
class Settings:
    """What is asked for; None = what suits the device."""

    device: str
    sizes: Sequence[int] | None = None
    widths: Sequence[int] | None = None
    runs: int = 5

    @property
    def on_card(self) -> bool:
        return self.device == "cuda"


@dataclass(frozen=True)
class Part:
    """Work that gives lines as they come, or tests. It is expected to take `seconds` on a card of data centres, and
    given up after three times that."""

    name: str
    seconds: float
    work: Callable[[], Iterator[Line]] | None = None
    tests: Slice | None = None

    @property
    def limit(self) -> float:
        return max(60.0, 3 * self.seconds)


def plan(settings: Settings) -> list[Part]:
    """All parts; on the CPU each once and small, which claims nothing."""
    return list(_parts(settings))


def as_text(parts: Sequence[Part]) -> str:
    """A line per part with the seconds it is expected to take, and their sum."""
    lines = [*((part.seconds, part.name) for part in parts), (sum(part.seconds for part in parts), "in all")]
    return "\n".join(f"{seconds:4.0f} s  {name}" for seconds, name in lines)


def _parts(settings: Settings) -> Iterator[Part]:
    device, real, runs = torch.device(settings.device), settings.on_card, settings.runs
    triton = real and next(status for status in available_backends() if status.name == "triton").available
    small = {} if real else {"replicates": 2, "documents": 5, "width": 16}
    sizes, (first, *others) = (
        settings.sizes or (SIZES if real else (50,)),
        settings.widths or (WIDTHS if real else (16,)),
    )
    yield Part("rates", 15, partial(_rates, device, triton))
    yield Part(
        "published experiment, masked", 35, partial(_rows, experiment_rows, device, min(runs, 3), triton, **small)
    )
    yield from (_table(size, first, settings, triton) for size in sizes)
    yield from (Part(tests.name, 25, tests=tests) for tests in slices(real))
    as_run = {} if real else {**small, "length": 3}
    yield Part("published experiment, as run", 90, partial(_rows, as_run_rows, device, triton, **as_run))
    texts, draws = (1000, 100) if real else (4, 1)
    yield Part("documents to table", 60, partial(_rows, documents_to_table, device, 8, texts, draws, min(runs, 3)))
    yield Part("extraction", 20, partial(_extraction, device, 4000 if real else 60))
    yield from (_table(size, width, settings, triton) for width in others for size in sizes)


def _table(size: int, width: int, settings: Settings, triton: bool) -> Part:
    seconds = 5 + size / 600
    return Part(
        f"Sinkhorn {size} x {size}, {width} dimensions", seconds, partial(_sinkhorn, size, width, settings, triton)
    )


def _sinkhorn(size: int, width: int, settings: Settings, triton: bool) -> Iterator[Line]:
    x, y = (token_like(size, width, seed).to(settings.device) for seed in (1, 2))
    yield from _rows(sinkhorn_rows, x, y, settings.runs, triton)


def _rows(make: Callable[..., Sequence[Row] | Iterator[Row]], *args: object, **settings: object) -> Iterator[Line]:
    for row in make(*args, **settings):
        yield {"kind": "row", **asdict(row)}


def _rates(device: torch.device, triton: bool) -> Iterator[Line]:
    if device.type != "cuda":
        yield {"kind": "rates", **card.rates(device, megabytes=16, side=256)}
        return
    found = card.rates(device)
    yield {"kind": "rates", **found}
    if triton:
        yield {"kind": "rates", **card.resident_share(device, found["copy_bytes_per_second"])}
        yield {"kind": "rates", **card.cost_rates(device)}


def _extraction(device: torch.device, documents: int) -> Iterator[Line]:
    yield {"kind": "extraction", **throughput(device, documents)}
