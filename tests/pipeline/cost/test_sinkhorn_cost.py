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


def told(monkeypatch: pytest.MonkeyPatch, distance: DistanceSettings) -> list[dict[str, Any]]:
    """Keywords of the plan's trial, of a study's table, and of its floors."""
    heard: list[dict[str, Any]] = []

    def solver(clouds: Any, *_: Any, **options: Any) -> torch.Tensor:
        heard.append({name: options.get(name) for name in (*distance.options, "weighting", "devices")})
        return torch.ones(len(clouds), len(clouds)).expand(1, -1, -1)

    for module in (sinkhorn_work, geometry):
        monkeypatch.setattr(module, "bootstrap_sinkhorn_divergence", solver)
    monkeypatch.setattr(samples, "pairwise_sinkhorn_divergence", lambda *args, **options: solver(*args, **options)[0])
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
    assert floors == {**run, "weighting": None}  # it gives weights instead
    assert plan != before[0]


def test_no_setting_is_forgotten() -> None:
    assert {field.name for field in fields(DistanceSettings)} == {*CHANGES, *ELSEWHERE}
