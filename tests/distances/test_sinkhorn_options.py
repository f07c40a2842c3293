"""SinkhornOptions are checked once, and the schedule is geomloss's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize(("diameter", "blur", "scaling"), [(70.0, 0.05, 0.5), (1.0, 0.01, 0.9), (0.01, 0.05, 0.5)])
def test_the_schedule_is_that_of_geomloss(p: int, diameter: float, blur: float, scaling: float) -> None:
    legacy = pytest.importorskip("geomloss._legacy.sinkhorn_divergence")
    expected = legacy.epsilon_schedule(p, diameter, blur, scaling)
    assert SinkhornOptions(p, blur, scaling).schedule(diameter).steps == tuple(map(float, expected))


def test_without_extent_the_schedule_stays_at_blur() -> None:
    assert SinkhornOptions(blur=0.5).schedule(0.0).steps == (0.25, 0.25)
    assert SinkhornOptions(blur=0.5).schedule(1e-30).steps == (0.25, 0.25)


def test_damping() -> None:
    assert SinkhornOptions().damping(3.0) == 1.0
    assert SinkhornOptions(reach=2.0).damping(4.0) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"p": 3}, "p must be 1 or 2, but it is 3. Pass p=2 for half the squared distance."),
        ({"blur": 0.0}, "blur must be a positive number, but it is 0.0. Pass blur=0.05."),
        ({"blur": np.nan}, "blur must be a positive number, but it is nan. Pass blur=0.05."),
        ({"scaling": 1.5}, "scaling must lie in (0, 1), but it is 1.5. Pass scaling=0.5."),
        (
            {"reach": -1},
            "reach must be a positive number or None, but it is -1. Pass reach=None for balanced transport.",
        ),
        ({"tol": 0}, "tol must be a positive number or None, but it is 0. Pass tol=None for the published schedule."),
        (
            {"precision": "bf16"},
            "precision must be one of ['ieee', 'tf32x3', 'tf32'], but it is 'bf16'. Choose one of them.",
        ),
    ],
)
def test_wrong_settings_are_named(change: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        SinkhornOptions(**change)
    assert str(caught.value) == text
