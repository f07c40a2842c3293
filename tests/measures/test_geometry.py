"""Geometry: tables over draws equal the distance functions on what was drawn, in parts and resumed."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import sinkhorn_divergence
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings, sinkhorn_table
from geobias.measures.keeping import Keeping
from geobias.sampling import nested_bootstrap

SETTINGS = DistanceSettings(blur=0.3)


@pytest.fixture(scope="module")
def pools() -> dict[str, np.ndarray]:
    return {"au": np.arange(30), "nz": np.arange(30, 55), "mixed": np.arange(20, 40)}


@pytest.fixture(scope="module")
def documents() -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.randn(int(count), 6) + (row >= 30) for row, count in enumerate(torch.randint(1, 5, (55,)))]


def table(pools, documents, **options):
    draws = nested_bootstrap(pools, outer=2, outer_documents=12, inner=3, documents=10, seed=0, purpose="t")
    clouds = lambda rows: TokenClouds.from_list([documents[row] for row in rows])  # noqa: E731
    return draws, sinkhorn_table(
        draws, clouds, SETTINGS, quantity="sinkhorn", pooled_groups=("mixed",), keeping=Keeping(**options)
    )


def test_every_repeat_equals_the_divergence_of_the_drawn_clouds(pools, documents):
    draws, found = table(pools, documents)
    assert found.values.shape == (6, 3, 3)
    assert found.base_groups == ("au", "nz")
    for repeat in (0, 5):
        rows = draws.rows(repeat)
        x, y = (torch.cat([documents[row] for row in rows[group]]) for group in ("au", "nz"))
        expected = sinkhorn_divergence(x, y, blur=0.3, diameter=found.details["diameter"])
        assert found.values[repeat, 0, 1] == pytest.approx(float(expected), rel=2e-5)


def test_parts_are_remembered_and_bits_do_not_depend_on_workers(pools, documents):
    kept, computed = {}, []

    def memo(name, inputs, compute):
        if name not in kept:
            computed.append(name)
            kept[name] = compute()
        return kept[name]

    _, first = table(pools, documents, memo=memo, workers=1)
    _, again = table(pools, documents, memo=memo, workers=1)
    _, fresh = table(pools, documents, workers=3)
    assert computed == ["sinkhorn-0", "sinkhorn-1"]
    assert np.array_equal(first.values, again.values)
    assert np.array_equal(first.values, fresh.values)


def test_progress_ends_at_the_total(pools, documents):
    seen = []
    table(pools, documents, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_the_device_is_named_checked_and_recorded(pools, documents, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert DistanceSettings(device="auto").devices == (torch.device("cpu"),)
    with pytest.raises(InputError, match="distance.device must be a device of this machine, but 'tpu' is none here"):
        DistanceSettings(device="tpu")
    assert table(pools, documents)[1].details["device"] == "cpu"
