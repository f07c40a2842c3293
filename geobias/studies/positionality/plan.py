"""`geobias plan`: what a positionality study would do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from geobias.measures.alignment import annotator_groups
from geobias.pipeline.asked import AskedPlan, plan_sources
from geobias.studies.positionality.settings import PositionalitySettings
from geobias.studies.positionality.study import Judged, prepare
from geobias.tables import AnnotatorGroupTable


@dataclass(frozen=True)
class AlignmentWork:
    """What would be compared; `str` gives the account that the command prints."""

    groups: AnnotatorGroupTable
    sources: tuple[str, ...]
    placebos: int
    notices: tuple[str, ...]
    asked: AskedPlan

    @property
    def tests(self) -> dict[str, int]:
        """Differences of every attribute: pairs of groups that are told, with every source."""
        told = self.groups.n_told
        return {name: math.comb(count, 2) * len(self.sources) for name, count in told.items()}

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        everybody = next(row for row in self.groups.rows if not row.group)
        yield (
            f"{everybody.n_judgements:,} answers of {everybody.n_annotators:,} annotators to {everybody.n_items:,} "
            f"items; sources: {', '.join(self.sources)}."
        )
        for name, count in self.tests.items():
            rows = [row for row in self.groups.rows if row.attribute == name]
            told = ", ".join(f"{row.group} {row.n_annotators}" for row in rows if row.told)
            hidden = sum(not row.told for row in rows)
            left = f"; {hidden} too small to be told" if hidden else ""
            yield f"  {name} (annotators): {told or 'no group'}{left}; {count} differences."
        if self.placebos:
            yield f"Every attribute is dealt at random {self.placebos} times."
        if self.asked.accounts:
            yield str(self.asked)
        for notice in self.notices:
            yield f"Note: {notice}"


def plan(settings: PositionalitySettings) -> AlignmentWork:
    """Read the judgements and count; raises the same errors as `run` would before its first long stage."""
    read = Judged.read(settings)
    asked = plan_sources(read.judgements, read.asked, settings.store)
    judgements, attributes = prepare(read.asked.promised(read.judgements), settings.alignment)
    return AlignmentWork(
        annotator_groups(judgements, attributes, settings.alignment.suppression),
        tuple(judgements.sources),
        settings.alignment.placebos,
        judgements.notices,
        asked,
    )
