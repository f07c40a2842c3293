"""Synthetic judgements: groups of annotators with opinions of their own, and sources planted to agree with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from geobias.corpora.cells import object_array
from geobias.corpora.corpus import CountLog
from geobias.corpora.judgements.judgements import Judgements
from geobias.errors import InputError
from geobias.seeds import generator

REGIONS = ("north", "east", "south", "west")
LOW, HIGH = -2, 2
_GENDERS, _AGES = ("woman", "man", "non-binary"), ("20-30", "30-40", "40-50", "50-60", "60-70")
_GENDER_SHARES = (0.48, 0.48, 0.04)
_OPINION = 0.8  # standard deviation of a region's opinion of an item around everybody's, whose own is 1
_BIAS, _NOISE = 0.4, 0.7  # of annotators: how much sterner one is than another; of single answers
_ACTS = (
    "arriving ten minutes late", "bringing a friend along", "leaving without a word", "taking the last piece",
    "answering the phone", "asking what something cost", "keeping one's shoes on", "paying for everybody",
    "correcting the host", "telling a long joke", "offering no help", "speaking very softly", "eating while walking",
    "calling elders by first name", "laughing out loud",
)  # fmt: skip
_PLACES = (
    "to a dinner", "at a wedding", "in a small shop", "at a neighbour's", "on a night bus", "in a library",
    "at a first meeting", "at a family table", "in a waiting room", "at a farewell",
)  # fmt: skip
ITEMS = tuple(f"{act} {place}" for place, act in product(_PLACES, _ACTS))


def make_judgements(
    *,
    annotators: int | Mapping[str, int] = 60,
    items: int = 120,
    answers: int = 25,
    alignment: float = 1.0,
    sensitivity: Mapping[str, float] | None = None,
    difficulty: float = 0.5,
    regions: Sequence[str] = REGIONS,
    seed: int = 0,
) -> Judgements:
    """Make up judgements whose truth is known.

    An item has a mean opinion, c ~ N(0, 1), and each region one of its own around it, c + 0.8 d with d ~ N(0, 1). An
    annotator of a region answers on the scale -2 .. 2, rounded, what the region thinks, moved by the region's
    sensitivity and by how stern the annotator is, with noise that grows with the item's difficulty. Sources are
    numbers: "labels" say c + 0.8 `alignment` d of the first region, "model" the same of the last region with half that
    share; noise of .5 is in both. With `alignment` 0 no source agrees with one region more than with another.

    Parameters
    ----------
    annotators : of each region. answers : that each gives, to items drawn at random.
    items : at most 150, that many statements there are.
    sensitivity : region -> what is added to each of its answers; it leaves true correlations alone.
    difficulty : 0 = every item is as easy; else noise goes from 1 - difficulty to 1 + difficulty times its mean.

    Returns
    -------
    Judgements with attributes "region", "gender" and "age", of which region alone matters, and in `details` the
    `planted_r` of every region with every source (Pearson's r of opinions, before anyone answers).

    Raises
    ------
    InputError : for values outside these ranges.

    >>> made = make_judgements(annotators=2, items=5, answers=3)
    >>> len(made), len(made.items), sorted(made.sources)
    (24, 5, ['labels', 'model'])
    """
    _check(items, answers, difficulty, regions)
    sizes = dict(annotators) if isinstance(annotators, Mapping) else dict.fromkeys(regions, annotators)
    rng = generator(seed, "synthetic judgements")
    common, own = rng.standard_normal(items), rng.standard_normal((len(regions), items))
    opinions = common + _OPINION * own
    tilts = {"labels": (0, alignment), "model": (len(regions) - 1, alignment / 2)}
    sources = {
        name: common + _OPINION * share * own[region] + 0.5 * rng.standard_normal(items)
        for name, (region, share) in tilts.items()
    }
    spread = _NOISE * (1 + difficulty * rng.uniform(-1, 1, items))
    region_of = np.repeat(np.arange(len(regions)), [sizes.get(region, 0) for region in regions])
    moved = np.array([(sensitivity or {}).get(region, 0.0) for region in regions])[region_of]
    stern = moved + _BIAS * rng.standard_normal(len(region_of))
    item = np.concatenate([np.sort(rng.permutation(items)[:answers]) for _ in region_of])
    annotator = np.repeat(np.arange(len(region_of)), answers)
    felt = opinions[region_of[annotator], item] + stern[annotator] + spread[item] * rng.standard_normal(len(item))
    count = len(region_of)
    log = CountLog()
    log.add("synthetic", "", "kept", "judgements", len(item))
    return Judgements(
        items=object_array(f"item-{number:03d}" for number in range(items)),
        annotators=object_array(f"annotator-{number:04d}" for number in range(count)),
        item=item.astype(np.int64),
        annotator=annotator.astype(np.int64),
        answers=np.clip(np.round(felt), LOW, HIGH),
        attributes={
            "region": [(regions[place],) for place in region_of.tolist()],
            "gender": [(str(value),) for value in rng.choice(_GENDERS, count, p=_GENDER_SHARES)],
            "age": [(str(value),) for value in rng.choice(_AGES, count)],
        },
        sources=sources,
        texts=object_array(ITEMS[:items]),
        scale=(LOW, HIGH),
        rows=np.ones(len(item), dtype=np.int64),
        counts=log,
        details=_truth(regions, tilts) | {"seed": seed, "alignment": alignment},
    )


def _truth(regions: Sequence[str], tilts: Mapping[str, tuple[int, float]]) -> dict[str, Any]:
    """Pearson's r between what a region thinks of items and what a source says, over items without end."""
    out: dict[str, dict[str, float]] = {}
    of_opinions = 1 + _OPINION**2
    for name, (region, share) in tilts.items():
        of_source = 1 + (_OPINION * share) ** 2 + 0.25
        shared = {place: 1 + _OPINION**2 * share * (place == region) for place in range(len(regions))}
        out[name] = {regions[place]: both / (of_opinions * of_source) ** 0.5 for place, both in shared.items()}
    return {"planted_r": out}


def _check(items: int, answers: int, difficulty: float, regions: Sequence[str]) -> None:
    if not 2 <= items <= len(ITEMS):
        raise InputError(f"items must lie between 2 and {len(ITEMS)}", f"they are {items}", "Pass 120.")
    if not 1 <= answers <= items:
        raise InputError("answers must lie between 1 and the number of items", f"they are {answers}", "Pass fewer.")
    if not 0 <= difficulty <= 1:
        raise InputError("difficulty must lie in [0, 1]", f"it is {difficulty}", "Pass 0.5.")
    if len(set(regions)) < max(len(regions), 1) or not regions:
        raise InputError("regions must be distinct names, at least one", f"they are {list(regions)}", "Name each once.")
