"""Costs that do not fit in memory are made anew in every sweep, with `tol` too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from geobias.distances import solve_sinkhorn, sweeping

Normal = Callable[..., torch.Tensor]


@pytest.mark.parametrize("settings", [{}, {"p": 1}, {"debias": False}, {"tol": 1e-7, "blur": 1.0}])
def test_a_cost_that_does_not_fit_is_streamed(
    normal: Normal, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y = normal(60, 5, seed=1), normal(41, 5, seed=2)
    stored = solve_sinkhorn(x, y, backend="torch", **settings).value
    monkeypatch.setattr(sweeping, "STORED_BYTES", 0)
    monkeypatch.setattr(sweeping, "stored_cost", lambda *_: pytest.fail("the cost was stored"))
    solution = solve_sinkhorn(x, y, backend="torch", **settings)
    close = 1e-11 if "tol" not in settings else 1e-5
    torch.testing.assert_close(solution.value, stored, rtol=close, atol=0)
    assert solution.bounds is None
    assert "tol" not in settings or solution.residual <= settings["tol"]
