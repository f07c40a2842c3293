"""A table with a column of places gets one of countries: every distinct text is placed once, every row is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geobias.corpora.geocoding.confusion import Confusion
from geobias.corpora.geocoding.placement import Placement
from geobias.errors import InputError, require
from geobias.files import write_atomically
from geobias.raw import RawTable

ENDINGS = (".csv", ".tsv", ".jsonl", ".parquet")
ADDED = ("country", "region", "confidence", "rule", "alternatives")
_SHOWN = 12


@dataclass(frozen=True)
class Geocoded:
    """The rows of a table with the placement and region of each.

    table : as it was read. column : that of the places. placements, regions : one a row. prefix : of the new columns.
    """

    table: RawTable
    column: str
    placements: Sequence[Placement]
    regions: Sequence[str]
    prefix: str = ""

    def save(self, path: Path) -> Path:
        """Write the table with the new columns, as the path ends; raises `InputError` where it ends otherwise."""
        pandas = require("pandas", extra="study", purpose="tables")
        frame = pandas.DataFrame({name: list(self.table[name]) for name in self.table.names} | self._added())
        write: dict[str, Callable[[Path], Any]] = {
            ".csv": lambda draft: frame.to_csv(draft, index=False),
            ".tsv": lambda draft: frame.to_csv(draft, index=False, sep="\t"),
            ".jsonl": lambda draft: frame.to_json(draft, orient="records", lines=True, force_ascii=False),
            ".parquet": lambda draft: frame.to_parquet(draft, index=False),
        }
        return write_atomically(path, write[checked_ending(path)])

    def _added(self) -> dict[str, list[Any]]:
        placed = self.placements
        columns: dict[str, list[Any]] = {
            "country": [one.country for one in placed],
            "region": list(self.regions),
            "confidence": [round(one.confidence, 3) for one in placed],
            "rule": [one.rule for one in placed],
            "alternatives": [" ".join(one.alternatives) for one in placed],
        }
        return {self.prefix + name: column for name, column in columns.items()}

    def against(self, column: str, weights: Sequence[float] | None = None) -> Confusion:
        """The countries told beside those of a column."""
        return Confusion.of(self.table[column], [one.country for one in self.placements], weights)

    def summary(self, weights: Sequence[float] | None = None) -> str:
        """How many rows have a country, of which countries they are, and why others have none."""
        amounts = [1.0] * len(self.placements) if weights is None else weights
        rows = dict(zip(range(len(amounts)), amounts, strict=True))
        placed = _counted((one.country, rows[row]) for row, one in enumerate(self.placements) if one.country)
        unplaced = _counted((one.rule, rows[row]) for row, one in enumerate(self.placements) if not one.country)
        regions = _counted((region, rows[row]) for row, region in enumerate(self.regions) if region)
        total, told = sum(amounts), sum(placed.values())
        lines = [f"{told:g} of {total:g} rows have a country ({told / max(total, 1):.1%}): {_listed(placed)}"]
        if unplaced:
            lines.append(f"{total - told:g} have none: {_listed(unplaced)}")
        if regions != placed:
            lines.append(f"{sum(regions.values()):g} rows have a region: {_listed(regions)}")
        return "\n".join(lines)


def geocode_table(
    table: RawTable,
    column: str,
    place: Callable[[str], Placement],
    region: Callable[[str], str],
    prefix: str = "",
) -> Geocoded:
    """Place every row by its column; a distinct text is placed once, and a cell that holds no text is nowhere.

    Raises
    ------
    InputError : no such column, or one there already that would be added.
    """
    table.check([column], "the table")
    if there := [prefix + name for name in ADDED if prefix + name in table.names]:
        raise InputError(
            f"the table must have no column '{there[0]}', which is to be added",
            f"it has {there}",
            "Pass --prefix geo_ for new columns of other names.",
        )
    texts = ["" if cell is None or cell != cell else str(cell) for cell in table[column]]
    tqdm = require("tqdm", extra="study", purpose="progress bars").tqdm
    distinct = list(dict.fromkeys(texts))
    bar = tqdm(distinct, desc="placing", unit=" texts", disable=None, leave=False, delay=0.5)
    placed = {text: place(text) for text in bar}
    placements = [placed[text] for text in texts]
    return Geocoded(table, column, placements, [region(one.country) for one in placements], prefix)


def checked_ending(path: Path) -> str:
    """The ending of a file that is to be written; raises `InputError` where it says no kind."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"--output must end in one of {list(ENDINGS)}", f"it is '{path}'", "Name one that does.")
    return ending


def _counted(pairs: Iterable[tuple[str, float]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for name, amount in pairs:
        counts[name] += amount  # type: ignore[assignment]
    return counts


def _listed(counts: Mapping[str, float]) -> str:
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    more = f" and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else ""
    return ", ".join(f"{name} {count:g}" for name, count in ordered[:_SHOWN]) + more
