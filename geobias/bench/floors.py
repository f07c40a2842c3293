"""What the published experiment costs on a card at least: bytes and operations against its data sheet. No measurement.

python -m geobias.bench.floors      prints the tables of docs/gpu.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geobias.distances import SinkhornOptions

ENTRY = 4
"""Bytes of a cost in float32."""

DIAMETER = 60.0
"""Of the token clouds of such an encoder; with blur 0.05 the schedule of one is 15 sweeps."""


@dataclass(frozen=True)
class Card:
    """Peaks of a card as its vendor states them, dense: bytes a second of its memory, and floating operations a second.

    `memory` is in bytes.
    """

    name: str
    bandwidth: float
    fp32: float
    tf32: float
    memory: float

    def products(self, precision: str) -> float:
        """Operations a second of products: "tf32x3" makes three of "tf32", "ieee" uses no tensor core."""
        return {"ieee": self.fp32, "tf32x3": self.tf32 / 3, "tf32": self.tf32}[precision]


CARDS = (
    Card("A100 80GB SXM", 2.039e12, 19.5e12, 156e12, 80e9),
    Card("H100 SXM", 3.35e12, 67e12, 494.7e12, 80e9),
    Card("H200 SXM", 4.8e12, 67e12, 494.7e12, 141e9),
    Card("RTX 4090", 1.008e12, 82.6e12, 82.6e12, 24e9),
)
"""NVIDIA's data sheets; where those state tensor rates with sparsity (H100, H200), half of that."""


@dataclass(frozen=True)
class Work:
    """Problems between clouds of `points` points in `width` dimensions, in `sweeps` sweeps each."""

    pairs: int
    selves: int
    points: int
    width: int
    sweeps: int

    @property
    def entries(self) -> int:
        """Entries of all costs; of a cloud with itself the upper triangle."""
        return self.pairs * self.points**2 + self.selves * (self.points * (self.points + 1) // 2)

    @property
    def products(self) -> int:
        """Operations to make all costs once."""
        return 2 * self.width * self.entries


def published(points: int, width: int = 512, groups: int = 8, replicates: int = 100, blur: float = 0.05) -> Work:
    """The published experiment with clouds of that size: all pairs of 8 groups, and 8 self terms, in 100 replicates."""
    sweeps = len(SinkhornOptions(blur=blur).schedule(DIAMETER).steps) + 2
    return Work(replicates * groups * (groups - 1) // 2, replicates * groups, points, width, sweeps)


def resident_seconds(card: Card, work: Work, precision: str) -> float:
    """Costs made and written once, whichever takes longer, then read once per sweep."""
    read = ENTRY * work.entries / card.bandwidth
    return max(work.products / card.products(precision), read) + work.sweeps * read


def streaming_seconds(card: Card, work: Work, precision: str) -> float:
    """Costs made anew in every sweep, rows and columns from one product; points stay in the cache."""
    return work.sweeps * work.products / card.products(precision)


def crossover(card: Card, sweeps: int, precision: str) -> float:
    """Dimension above which keeping the cost has the lower floor."""
    return ENTRY / 2 * card.products(precision) / card.bandwidth * sweeps / (sweeps - 1)


def distinct_points(documents: int, pool: int, tokens: float) -> int:
    """Expected points of a replicate that draws documents with replacement, duplicates merged into weights."""
    return round(pool * (1 - (1 - 1 / pool) ** documents) * tokens)


AS_RUN = published(12_800)
MASKED = published(distinct_points(100, 200, 17.5))


def work_table(works: Sequence[tuple[str, Work]]) -> list[list[str]]:
    """Sizes of each piece of work."""
    rows = [["", "points", "problems", "sweeps", "cost entries", "operations to make them", "bytes per sweep"]]
    for name, work in works:
        problems, sizes = work.pairs + work.selves, (work.entries, work.products, ENTRY * work.entries)
        rows.append([name, f"{work.points:,}", f"{problems:,}", str(work.sweeps), *(f"{size:.2e}" for size in sizes)])
    return rows


def floor_table(work: Work) -> list[list[str]]:
    """Seconds on every card: resident, and streaming, at every precision."""
    precisions = ("ieee", "tf32x3", "tf32")
    rows = [["card", *(f"resident, {p}" for p in precisions), *(f"streaming, {p}" for p in precisions)]]
    for card in CARDS:
        seconds = [kind(card, work, p) for kind in (resident_seconds, streaming_seconds) for p in precisions]
        rows.append([card.name, *(f"{value:.2g} s" for value in seconds)])
    return rows


def card_table(sweeps: int) -> list[list[str]]:
    """What the vendors state, the largest cost that 70 % of the memory holds, and where resident begins to pay."""
    rows = [["card", "bandwidth", "FP32", "TF32", "largest cloud kept", "resident pays above d (tf32x3)", "(tf32)"]]
    for card in CARDS:
        largest = int((0.7 * card.memory / ENTRY) ** 0.5)
        rates = (f"{card.bandwidth / 1e12:.3g} TB/s", f"{card.fp32 / 1e12:.3g} T/s", f"{card.tf32 / 1e12:.3g} T/s")
        above = (f"{crossover(card, sweeps, precision):.0f}" for precision in ("tf32x3", "tf32"))
        rows.append([card.name, *rates, f"{largest // 1000},000 points", *above])
    return rows


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table as Markdown."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0].replace("|  |", "| |"), "|" + "---|" * len(rows[0]), *lines[1:]])


def tables() -> dict[str, str]:
    """The tables of docs/gpu.md by what they show."""
    return {
        "work": markdown(work_table([("as run", AS_RUN), ("masked", MASKED)])),
        "cards": markdown(card_table(AS_RUN.sweeps)),
        "as run": markdown(floor_table(AS_RUN)),
        "masked": markdown(floor_table(MASKED)),
    }


if __name__ == "__main__":
    print("\n\n".join(tables().values()))
