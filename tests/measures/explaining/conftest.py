"""Two regions of the synthetic corpus with made-up clouds: a word's vector is its own, moved by its text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.corpora import make_synthetic, words_of
from geobias.measures import DistanceSettings
from geobias.measures.explaining import (
    ExplainSettings,
    SampleCosts,
    Spoken,
    UnitItems,
    Vocabulary,
    parts_of_items,
    sample_costs,
    shares_of_points,
)
from geobias.measures.separation import Samples, SeparationSettings, common_diameter, deal_samples

PAIR = ("uk", "za")
SETTINGS = ExplainSettings(permutations=199)
SEPARATION = SeparationSettings(blocks=5, largest_size=16)
DISTANCE = DistanceSettings(blur=0.3)


def vector(word: str) -> np.ndarray:
    return np.random.default_rng(crc32(word.encode())).normal(size=6)


def spoken(texts: list[str]) -> Spoken:
    said = [[word.word for word in words_of(text)] for text in texts]
    own = [np.stack([vector(word) for word in words]) for words in said]
    clouds = TokenClouds.from_list([torch.from_numpy(one + 0.5 * one.mean(0)).float() for one in own])
    return Spoken(clouds, np.arange(len(texts)), np.array([w for words in said for w in words], dtype=object), said)


@dataclass(frozen=True)
class World:
    groups: dict[str, Spoken]
    vocabulary: Vocabulary
    points: tuple[np.ndarray, np.ndarray]
    samples: dict[str, Samples]
    diameter: float
    costs: SampleCosts
    parts: np.ndarray
    shares: np.ndarray
    items: UnitItems


def made(strength: float) -> World:
    corpus = make_synthetic(regions=PAIR, documents=130, baseline_documents=0, strength=strength, seed=4)
    groups = {name: spoken(corpus.texts[corpus.attributes["region"] == name].tolist()) for name in PAIR}
    vocabulary = Vocabulary.of(list(groups.values()), 5, 3)
    points = tuple(vocabulary.of_points(group) for group in groups.values())
    clouds = {name: group.clouds for name, group in groups.items()}
    samples = deal_samples(clouds, SEPARATION, None, 3).samples
    diameter = common_diameter(list(samples.values()))
    costs = sample_costs(samples, PAIR, DISTANCE, diameter)
    size, units = len(vocabulary), tuple(group.units for group in groups.values())
    parts, shares = parts_of_items(costs, points, size), shares_of_points(costs, points, size)
    items = UnitItems.of(tuple(clouds.values()), units, list(points))
    return World(groups, vocabulary, points, samples, diameter, costs, parts, shares, items)


@pytest.fixture(scope="package")
def world() -> World:
    return made(1.0)


@pytest.fixture(scope="session")
def planted() -> set[str]:
    """Words whose rate differs by half or more between the regions, told from many other texts."""
    corpus = make_synthetic(regions=PAIR, documents=2_500, baseline_documents=0, seed=99)
    counts = [
        Counter(word.word for text in corpus.texts[corpus.attributes["region"] == name] for word in words_of(text))
        for name in PAIR
    ]
    rates = [{word: (n + 0.5) / sum(of.values()) for word, n in of.items()} for of in counts]
    known = [word for word in set(counts[0]) | set(counts[1]) if counts[0][word] + counts[1][word] >= 20]
    least = [0.5 / sum(of.values()) for of in counts]
    ratio = {word: rates[0].get(word, least[0]) / rates[1].get(word, least[1]) for word in known}
    return {word for word, value in ratio.items() if abs(np.log(value)) > np.log(1.5)}
