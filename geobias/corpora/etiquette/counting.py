"""What happened to the rows of a file of statements, in counts by region and in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from geobias.corpora.corpus import CountLog
from geobias.corpora.etiquette.rules import Lines, across_regions
from geobias.corpora.group_names import name_notices


class Counting:
    """What happened to the rows, by region."""

    def __init__(self, source: str, regions: Sequence[str]):
        self.source, self.regions, self.counts = source, np.array(regions, dtype=object), CountLog()

    def add(self, rows: np.ndarray, event: str, reason: str) -> None:
        """rows : bool (rows,)."""
        self.found(np.flatnonzero(rows), event, reason)

    def found(self, rows: np.ndarray, event: str, reason: str) -> None:
        """rows : int64 places."""
        for name, count in Counter(self.regions[rows].tolist()).items():
            self.counts.add(self.source, name, event, reason, count)

    def without(self, rows: np.ndarray, reason: str) -> np.ndarray:
        """bool (rows,), the others, once these are counted as dropped."""
        self.add(rows, "dropped", reason)
        return ~rows

    def repaired(self, repairs: Sequence[Counter[str]], of_file: Counter[str]) -> None:
        """Occurrences by region, and of the whole file."""
        by_region: dict[str, Counter[str]] = {}
        for name, mended in zip(self.regions.tolist(), repairs, strict=True):
            by_region.setdefault(name, Counter()).update(mended)
        for name, mended in (("", of_file), *by_region.items()):
            for reason, count in mended.items():
                self.counts.add(self.source, name, "repaired", reason, count)

    def notices(self, lines: Lines, kept: np.ndarray) -> list[str]:
        regions = [name for name, stays in zip(lines.regions, kept, strict=True) if stays]
        texts = [text for text, stays in zip(lines.texts, kept, strict=True) if stays]
        found = name_notices(Counter(regions), "regions")
        tally: Counter[str] = Counter()
        for line in self.counts.records:
            if line["event"] in ("dropped", "flagged"):
                tally[f"{line['reason'].replace('_', ' ')} ({line['event']})"] += line["count"]
        if tally:
            told = ", ".join(f"{count} {reason}" for reason, count in tally.items())
            found.append(f"Rows of {self.source}: {told}.")
        if shared := across_regions(texts, regions):
            found.append(f"{shared} text{' stands' if shared == 1 else 's stand'} in several regions.")
        return found
