"""What `geobias plan` times is told what the run is told."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.measures import geometry
from geobias.measures.geometry import DistanceSettings
from geobias.measures.separation import samples
from geobias.pipeline.cost import sinkhorn as sinkhorn_work
from geobias.sampling import nested_bootstrap

CHANGES = {
    "p": 1, "blur": 0.2, "scaling": 0.95, "reach": 3.0, "tol": 0.1, "backend": "torch", "weighting": "document",
    "device": "cpu:0",
}  # fmt: skip
ELSEWHERE = {"sinkhorn", "clouds", "lda", "lda_components", "lda_folds"}


def told(monkeypatch: pytest.MonkeyPatch, distance: DistanceSettings) -> list[tuple[Any, ...]]:
    """What the plan's trial, a study's table, and its floors tell the solver: options, devices, weighting."""
    heard: list[tuple[Any, ...]] = []

    def solver(clouds: Any, _: Any, options: Any, table: Any, weighting: str | None = None) -> torch.Tensor:
        heard.append((options, table.devices, weighting))
        return torch.ones(len(clouds), len(clouds)).expand(1, -1, -1)

    for module in (sinkhorn_work, geometry):
        monkeypatch.setattr(module, "bootstrap_table", solver)
    monkeypatch.setattr(samples, "pairwise_table", lambda *args: solver(*args)[0])
    clouds = TokenClouds(torch.arange(8.0).view(8, 1), torch.arange(9))
    sinkhorn_work.trial(3, 2, distance)
    pools = {"au": np.arange(4), "nz": np.arange(4, 8)}
    draws = nested_bootstrap(pools, outer=1, outer_documents=3, inner=1, documents=3, seed=0, purpose="t")
    geometry.sinkhorn_table(draws, lambda rows: clouds.select(torch.from_numpy(rows)), distance, quantity="sinkhorn")
    two = samples.Samples("au", clouds, (np.arange(4), np.arange(4, 8)))
    samples.divergences([two], distance, 8.0, 1)
    return heard


@pytest.mark.parametrize("name", CHANGES)
def test_every_setting_reaches_the_plan_and_the_run(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = told(monkeypatch, DistanceSettings())
    plan, run, floors = told(monkeypatch, DistanceSettings(**{name: CHANGES[name]}))
    assert plan == run
    assert floors == (*run[:2], None)  # it gives weights instead
    assert plan != before[0]
    assert plan[0] is run[0] is floors[0]  # one object, made once


def test_no_setting_is_forgotten() -> None:
    assert {field.name for field in fields(DistanceSettings)} == {*CHANGES, *ELSEWHERE}


def test_further_layers_have_as_many_divergences_as_the_studys_own():
    floors = sinkhorn_work.Counted("floors", 300, 151)
    assert sinkhorn_work.count_layers(floors, 6) == sinkhorn_work.Counted("6 further layers", 1800, 151)
    assert sinkhorn_work.count_layers(floors, 1).purpose == "1 further layer"


def test_costs_of_the_converged_mode_take_twice_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sinkhorn_work, "trial", lambda *_: 1.0)
    counted = [sinkhorn_work.Counted("tables", 6, 100, 400)]
    (published,), (converged,) = (
        sinkhorn_work.sinkhorn_works(counted, 2, DistanceSettings(tol=tol), 1) for tol in (None, 1e-6)
    )
    assert published.gigabytes == pytest.approx((2 * 4 * 100**2 + 4 * 400**2) / 1e9)
    assert converged.gigabytes == 2 * published.gigabytes
