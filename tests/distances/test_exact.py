"""Exact transport: what sinkhorn_divergence tends to, and POT's value."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from geobias.distances import exact, exact_wasserstein, sinkhorn_divergence, wasserstein_1d
from geobias.errors import GeobiasError, InputError, MissingDependencyError

ot = pytest.importorskip("ot")
Normal = Callable[..., torch.Tensor]
Clouds = tuple[torch.Tensor, torch.Tensor]


@pytest.mark.parametrize("p", [1, 2])
def test_values_are_those_of_pot_and_of_the_line(normal: Normal, p: int) -> None:
    x, y = normal(30, 6, seed=1), normal(20, 6, seed=2)
    a, b = normal(30, seed=3).softmax(0), normal(20, seed=4).softmax(0)
    cost = ot.dist(x, y, metric="euclidean" if p == 1 else "sqeuclidean") / p
    assert exact_wasserstein(x, y, a, b, p=p).item() == pytest.approx(float(ot.emd2(a, b, cost)), rel=1e-10)
    line = exact_wasserstein(x[:, :1], y[:, :1], a, b, p=p).item()
    assert line == pytest.approx(wasserstein_1d(x[:, 0], y[:, 0], a, b, p=p).item() ** p / p, rel=1e-9)


@pytest.mark.parametrize("p", [1, 2])
def test_the_converged_divergence_approaches_it_as_blur_falls(embedded: Clouds, p: int) -> None:
    x, y = embedded
    truth = exact_wasserstein(x, y, p=p).item()
    errors = []
    for blur in (4.0, 1.0, 0.25) if p == 2 else (1.0, 0.25, 0.015):
        value = sinkhorn_divergence(x, y, p=p, blur=blur, tol=1e-4).item()
        errors.append(abs(value - truth) / truth)
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-3


def test_large_clouds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MAX_ENTRIES", 5)
    with pytest.raises(InputError) as caught:
        exact_wasserstein(torch.eye(3), torch.zeros(2, 3))
    assert str(caught.value) == (
        "x and y must have at most 5 pairs of points for exact transport, but 3 x 2 are 6. "
        "Pass them to sinkhorn_divergence with tol=1e-3 and a small blur, or draw fewer points."
    )
    assert exact_wasserstein(torch.eye(2), torch.zeros(2, 2)).item() == 0.5


def test_wrong_orders_and_absent_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"p must be 1 or 2, but it is 3\."):
        exact_wasserstein(torch.eye(2), torch.eye(2), p=3)

    def absent(name: str) -> Any:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingDependencyError, match=r"exact_wasserstein needs the package 'ot', .*'geobias\[exact\]'"):
        exact_wasserstein(torch.eye(2), torch.eye(2))


def test_a_solver_that_gave_up_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = SimpleNamespace(emd=lambda *_, **__: (None, {"warning": "numItermax reached"}))
    monkeypatch.setattr(exact, "require", lambda *_, **__: stopped)
    with pytest.raises(GeobiasError, match=r"exact transport found no optimum: numItermax reached\."):
        exact_wasserstein(torch.eye(2), torch.eye(2))
