"""`geobias plan`: what a benchmark study would ask and compare."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from geobias.pipeline.asking import AskPlan, plan_of
from geobias.studies.benchmark.settings import BenchmarkStudySettings
from geobias.studies.benchmark.study import Read


@dataclass(frozen=True)
class BenchmarkWork:
    """What would be asked; `str` gives the account that the command prints. groups : name -> items."""

    name: str
    measure: str
    groups: dict[str, int]
    asked: AskPlan
    notices: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        told = ", ".join(f"{name} {count:,}" for name, count in self.groups.items())
        total = sum(self.groups.values())
        yield f"{self.name}: {total:,} items of {len(self.groups)} groups: {told}, scored by {self.measure}."
        pairs = math.comb(len(self.groups), 2)
        yield f"{pairs} {'pair' if pairs == 1 else 'pairs'} of groups would be compared."
        yield str(self.asked)
        for notice in self.notices:
            yield f"Note: {notice}"


def plan(settings: BenchmarkStudySettings) -> BenchmarkWork:
    """Read the benchmark and count; raises the same errors as `run` would before its first question."""
    read = Read.of(settings)
    items, asked = read.items, read.asked
    return BenchmarkWork(
        items.name,
        items.measure,
        {name: len(places) for name, places in items.members().items()},
        plan_of(asked.prompts, asked.responder, asked.settings, settings.store),
        items.notices,
    )
