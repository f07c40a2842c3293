"""Keys of what is measured: everything that decides a number changes them, one by one."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.measures.discriminants import Documents, lda_tables
from geobias.measures.geometry import DistanceSettings, sinkhorn_table
from geobias.measures.keeping import Keeping
from geobias.measures.separation import Dealing, SeparationSettings, partition_distances, sinkhorn_separation
from geobias.memo import key
from geobias.sampling import Draws

SETTINGS = DistanceSettings(lda_folds=2)
ROWS = {"a": np.arange(20), "b": np.arange(20, 40)}
POINTS = torch.randn(40, 4, generator=torch.Generator().manual_seed(0))
INPUTS = {"corpus": "c"}
SEEDED = SeparationSettings(largest_size=4, blocks=2)


class Asked(Exception):
    """Ends a measurement where it asks its memo."""


def asked(measure, *arguments, inputs=INPUTS, workers=None, **options) -> str:
    def memo(name, inputs, compute):
        raise Asked(key("part", name, inputs))

    with pytest.raises(Asked) as found:
        measure(*arguments, keeping=Keeping(memo, inputs, workers), **options)
    return str(found.value)


def clouds_of(rows) -> TokenClouds:
    return TokenClouds.from_list([POINTS[row : row + 1] for row in rows])


def draws(places=((0, 1, 2, 3, 4, 5),), rows=ROWS) -> Draws:
    positions = np.array(places)
    return Draws(rows, dict.fromkeys(rows, positions), np.zeros(len(positions), dtype=int))


def sinkhorn(settings=SETTINGS, drawn=None, clouds=clouds_of, **options) -> str:
    return asked(sinkhorn_table, drawn or draws(), clouds, settings, **{"quantity": "sinkhorn", **options})


def separation(settings=SETTINGS, seed=0, clusters=None, groups=ROWS, **options) -> str:
    clouds = {name: clouds_of(rows) for name, rows in groups.items()}
    return asked(sinkhorn_separation, clouds, SEEDED, distance=settings, seed=seed, clusters=clusters, **options)


def partition(settings=SETTINGS, seed=0, clusters=None, **options) -> str:
    assignments = np.arange(40)[None] % 2 if clusters is None else np.arange(20)[None] % 2
    common = {"clusters": clusters, "distance": settings, **options}
    return asked(partition_distances, clouds_of(range(40)), assignments, Dealing(4, 2, seed), **common)


def discriminant(settings=SETTINGS, seed=0, drawn=None, blocks_of=None, **options) -> str:
    documents = Documents(lambda rows: POINTS[rows].numpy(), blocks_of)
    return asked(lda_tables, drawn or draws(), documents, settings, **{"quantity": "lda", "seed": seed, **options})


OTHER = {
    "p": 1, "blur": 0.1, "scaling": 0.6, "reach": 3.0, "tol": 1e-3, "backend": "torch", "weighting": "document",
    "clouds": "direct",
}  # fmt: skip
ELSEWHERE = {"device"}  # there is one here; its kind is in the key
OF_THE_DISCRIMINANT = {"lda_components": 1, "lda_folds": 3}
WHICH = {"sinkhorn": (), "lda": ()}


def test_every_setting_of_distances_is_judged():
    assert {field.name for field in fields(DistanceSettings)} == {*OTHER, *ELSEWHERE, *OF_THE_DISCRIMINANT, *WHICH}


@pytest.mark.parametrize("measure", [sinkhorn, separation, partition])
@pytest.mark.parametrize("name", OTHER)
def test_every_setting_of_a_divergence_is_in_its_key(measure, name):
    changed = measure(replace(SETTINGS, **{name: OTHER[name]}))
    if name == "clouds" and measure is not sinkhorn:  # what the clouds are is said by `inputs`
        assert changed == measure()
    else:
        assert changed != measure()


@pytest.mark.parametrize("measure", [sinkhorn, separation, partition])
def test_what_decides_nothing_is_in_no_key(measure):
    assert measure(replace(SETTINGS, **WHICH, **OF_THE_DISCRIMINANT)) == measure() == measure(workers=1)


@pytest.mark.parametrize("measure", [sinkhorn, separation, partition])
def test_the_backend_that_is_taken_is_in_the_key(measure, monkeypatch):
    before = measure()
    monkeypatch.setattr("geobias.measures.geometry.choose_backend", lambda *_: (type("B", (), {"name": "other"}), ""))
    assert measure() != before


@pytest.mark.parametrize("measure", [sinkhorn, separation, partition, discriminant])
def test_inputs_and_the_seed_of_the_choice_are_in_every_key(measure):
    changed = {measure(), measure(inputs={"corpus": "d"})}
    assert len(changed | ({measure(seed=1)} if measure is not sinkhorn else {"rows say it"})) == 3


@pytest.mark.parametrize("measure", [sinkhorn, discriminant])
def test_what_was_drawn_is_in_the_key(measure):
    moved = {"a": np.arange(20) + 1, "b": ROWS["b"] - 1}
    drawn = [draws(), draws([[0, 1, 2, 3, 4, 6]]), draws([[1, 0, 2, 3, 4, 5]]), draws(rows=moved)]
    assert len({measure(drawn=one) for one in drawn} | {measure(quantity="other")}) == 5


def test_names_of_groups_and_clusters_are_in_the_key():
    twos = {name: np.arange(20) // 2 for name in ROWS}
    # The first part of a separation is of its first group alone.
    assert len({separation(), separation(clusters=twos), separation(groups={"A": ROWS["a"], "b": ROWS["b"]})}) == 3
    permuted = np.random.default_rng(0).permutation(40) // 2
    assert len({partition(), partition(clusters=np.arange(40) // 2), partition(clusters=permuted)}) == 3


def test_settings_and_blocks_of_a_discriminant_are_in_its_key():
    changed = [{name: value} for name, value in OF_THE_DISCRIMINANT.items()]
    few = draws([[0, 1]])  # no more documents than dimensions: the cross-fitted distances are asked for first
    assert len({discriminant(replace(SETTINGS, **one), drawn=few) for one in ({}, *changed)}) == 3
    blocks = [discriminant(blocks_of=lambda rows, k=k: rows % k) for k in (2, 3)]
    assert len({discriminant(), *blocks}) == 3
