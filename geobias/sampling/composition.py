"""Training sets of one size whose composition changes: one region's share falls, the others' texts fill up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.filenames import file_name
from geobias.seeds import generator

FULL = 1.0


@dataclass(frozen=True)
class MixPlan:
    """Which training sets are made.

    Attributes
    ----------
    regions : whose share falls, one after the other; None = every region with texts to train on.
    shares : parts of a region's full share, in [0, 1]; 1 is always among them. The full share is the region's among
        all texts that may train.
    documents : texts of every training set; None = as many as are left without the largest region.
    repeats : training sets of every composition; each has its own order of the texts.
    """

    regions: tuple[str, ...] | None = None
    shares: tuple[float, ...] = (1.0, 0.5, 0.25, 0.0)
    documents: int | None = None
    repeats: int = 10

    def __post_init__(self) -> None:
        if not all(0 <= share <= 1 for share in self.shares):
            raise InputError("mix.shares must lie in [0, 1]", f"they are {list(self.shares)}", "1 is the full share.")
        if not any(share < FULL for share in self.shares):
            raise InputError(
                "mix.shares must hold a share below 1", f"they are {list(self.shares)}", "Pass mix.shares=[0.5,0.0]."
            )
        if self.repeats < 2 or (self.documents is not None and self.documents < 2):
            raise InputError(
                "mix.repeats and mix.documents must be at least 2",
                f"they are {self.repeats} and {self.documents}",
                "One training set does not show how much another would differ.",
            )

    @property
    def falling(self) -> tuple[float, ...]:
        """The shares from the full one down, each once."""
        return tuple(sorted({FULL, *self.shares}, reverse=True))


@dataclass(frozen=True)
class TrainingMix:
    """One training set: `region` has the part `share` of its full share; at the full one the region is ""."""

    name: str
    region: str
    share: float
    repeat: int
    rows: np.ndarray
    counts: Mapping[str, int]


def training_mixes(training: Mapping[str, np.ndarray], settings: MixPlan, seed: int) -> list[TrainingMix]:
    """Every training set of the sweep.

    Every region has one order of its texts per repeat, and a set takes the first ones: the sets of a repeat share all
    the texts they can, so that what differs between them is the composition alone. A set at the full share serves
    every region.

    Parameters
    ----------
    training : region -> int64 rows that may train.

    Raises
    ------
    InputError : a region asked for has no text to train on, or `documents` are more than there are without it.
    """
    found = {region: rows for region, rows in training.items() if len(rows)}
    swept = _swept(found, settings)
    totals = {region: len(rows) for region, rows in found.items()}
    size = _size(totals, swept, settings)
    words, out = _words(swept), []
    for repeat in range(settings.repeats):
        orders = {
            region: generator(seed, "composition", repeat, region).permutation(rows) for region, rows in found.items()
        }
        wanted = [("", FULL), *((region, share) for region in swept for share in settings.falling if share < FULL)]
        for region, share in wanted:
            counts = mix_counts(totals, size, region, share)
            rows = np.sort(np.concatenate([order[: counts[name]] for name, order in orders.items()]))
            name = f"set{repeat}" + (f"-{words[region]}-{share:g}" if region else "")
            out.append(TrainingMix(name, region, share, repeat, rows, counts))
    return out


def mix_counts(totals: Mapping[str, int], size: int, region: str, share: float) -> dict[str, int]:
    """Texts of every region in a set of `size`: `share` of what `region` has by the totals, the rest by theirs.

    >>> mix_counts({"au": 100, "uk": 100, "us": 200}, 100, "au", 0.0)
    {'au': 0, 'uk': 33, 'us': 67}
    """
    total = sum(totals.values())
    kept = round(share * size * totals[region] / total) if region else 0
    others = {name: count for name, count in totals.items() if name != region}
    exact = np.array([*others.values()]) * (size - kept) / sum(others.values())
    counts = np.floor(exact).astype(int)
    # The largest remainders get what rounding down left over.
    counts[np.argsort(counts - exact, kind="stable")[: size - kept - counts.sum()]] += 1
    filled = dict(zip(others, counts.tolist(), strict=True))
    return {name: kept if name == region else filled[name] for name in totals}


def _swept(found: Mapping[str, np.ndarray], settings: MixPlan) -> tuple[str, ...]:
    swept = tuple(found) if settings.regions is None else settings.regions
    missing = [region for region in swept if region not in found]
    if missing or len(found) < 2:
        raise InputError(
            "a training mix needs texts of two regions or more that train and are not evaluated",
            f"{missing} have none" if missing else f"only {list(found)} have any",
            "Make sampling.pool smaller, so that texts are left over, or name others in mix.regions.",
        )
    return swept


def _size(totals: Mapping[str, int], swept: tuple[str, ...], settings: MixPlan) -> int:
    largest = max(swept, key=lambda region: totals[region])
    most = sum(totals.values()) - totals[largest]
    size = most if settings.documents is None else settings.documents
    if size > most:
        raise InputError(
            f"mix.documents must be at most {most}, what there is without '{largest}'",
            f"it is {size}",
            "Lower it, or leave the largest region out of mix.regions.",
        )
    return size


def _words(swept: tuple[str, ...]) -> dict[str, str]:
    """What each region is called in the names of its sets, which are those of files too: each by a word of its own."""
    plain = {region: re.sub(r"[^0-9A-Za-z]+", "_", region) for region in swept}
    several = {word for word, count in Counter(plain.values()).items() if count > 1}
    return {region: file_name(region) if word in several else word for region, word in plain.items()}
