"""Countries that were told beside those of a column: how many agree, and which were taken for which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geobias.corpora.geocoding.regions import canonical
from geobias.errors import require
from geobias.files import write_atomically

_SHOWN = 10


@dataclass(frozen=True)
class Confusion:
    """counts : (country of the column, country told) -> rows; "" where there is none. Codes are canonical: uk is gb."""

    counts: Counter[tuple[str, str]]

    @classmethod
    def of(cls, given: Sequence[Any], told: Sequence[str], weights: Sequence[float] | None = None) -> Confusion:
        """Of two columns; `weights` : how many rows each stands for."""
        counts: Counter[tuple[str, str]] = Counter()
        for row, (one, other) in enumerate(zip(given, told, strict=True)):
            counts[canonical("" if one is None else str(one)), other] += 1 if weights is None else weights[row]  # type: ignore[assignment]
        return cls(counts)

    def share(self, *, agree: bool = True, placed: bool = False) -> float:
        """Of rows whose column has a country, the share that has one told; with `agree` the same. `placed` : of those
        that have one told."""
        known = {pair: count for pair, count in self.counts.items() if pair[0] and (pair[1] or not placed)}
        chosen = sum(count for (one, other), count in known.items() if other and (one == other or not agree))
        return chosen / sum(known.values()) if known else float("nan")

    def records(self) -> list[dict[str, Any]]:
        """A row for each pair of countries: `given`, `told`, `rows`, `share` of the given; the commonest first."""
        totals: Counter[str] = Counter()
        for (given, _), count in self.counts.items():
            totals[given] += count
        ordered = sorted(self.counts.items(), key=lambda one: (-totals[one[0][0]], one[0][0], -one[1], one[0][1]))
        return [
            {"given": given, "told": told, "rows": count, "share": count / totals[given]}
            for (given, told), count in ordered
        ]

    def save(self, path: Path) -> Path:
        """Write the records as csv."""
        pandas = require("pandas", extra="study", purpose="tables")
        frame = pandas.DataFrame(self.records(), columns=["given", "told", "rows", "share"])
        return write_atomically(path, lambda draft: frame.to_csv(draft, index=False))

    def summary(self) -> str:
        """Agreement and coverage, and for the commonest countries what became of them."""
        lines = [
            f"agrees with the column: {self.share():.1%} of all rows, {self.share(placed=True):.1%} of those placed;"
            f" placed: {self.share(agree=False):.1%}",
            f"{'given':<7}{'rows':>8}{'same':>8}{'none':>8}  taken for",
        ]
        by_given: dict[str, dict[str, float]] = {}
        for one in self.records():
            by_given.setdefault(one["given"] or "-", {})[one["told"]] = one["rows"]
        for given, told in list(by_given.items())[:_SHOWN]:
            rows = sum(told.values())
            others = [f"{name} {count:g}" for name, count in told.items() if name not in (given, "")][:4]
            same, none = told.get(given, 0) / rows, told.get("", 0) / rows
            lines.append(f"{given:<7}{rows:>8g}{same:>8.1%}{none:>8.1%}  {', '.join(others)}")
        return "\n".join(lines)
