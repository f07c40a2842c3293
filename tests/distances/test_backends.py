"""Which backends there are, what they give, and what is said where one cannot run."""

from __future__ import annotations

import importlib.util
import re
import shutil
from collections.abc import Callable

import pytest
import torch

from geobias.distances import available_backends, backends, solve_sinkhorn
from geobias.distances.backends import choose_backend
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError, MissingDependencyError
from geobias_kernels import native_library

Normal = Callable[..., torch.Tensor]


def test_auto_takes_native_where_it_is_and_says_why(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_library, "obstacle", lambda: None)
    backend, reason = choose_backend(SinkhornOptions(), torch.device("cpu"))
    assert (backend.name, reason) == ("native", "the whole loop in C++, many problems per call: the fastest on a CPU")


def test_auto_says_why_it_is_not_native(monkeypatch: pytest.MonkeyPatch, normal: Normal) -> None:
    monkeypatch.setattr(native_library, "obstacle", lambda: "was not built")
    plain = "needs no compiler, keeps the cost, and runs on every device; not native: "
    with pytest.warns(UserWarning, match="which is slower: backend .native. cannot run here"):
        solution = solve_sinkhorn(normal(5, 3), normal(4, 3))
    assert solution.backend == "torch"
    assert solution.reason == plain + (
        "backend 'native' cannot run here: its C++ library was not built. Install g++ or clang++, then reinstall "
        "with: pip install --force-reinstall --no-deps geobias (from a checkout: pip install -e .)."
    )
    monkeypatch.setattr(native_library, "obstacle", lambda: None)
    why = "have its clouds on the CPU, but they are on meta. Move them with .cpu(), or pass"
    backend, reason = choose_backend(SinkhornOptions(), torch.device("meta"))
    assert backend.name == "torch"
    assert reason.startswith(plain + f"backend 'native' must {why}")
    with pytest.raises(InputError, match=re.escape(why)):
        choose_backend(SinkhornOptions(backend="native"), torch.device("meta"))


def test_an_absent_library_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_library, "obstacle", lambda: "was not built")
    with pytest.raises(MissingDependencyError, match=r"its C\+\+ library was not built\. .* pip install --force"):
        solve_sinkhorn(torch.ones(1, 2), torch.ones(1, 2), backend="native")
    assert not next(status for status in available_backends() if status.name == "native").available


def test_geomloss_gives_its_own_values(normal: Normal) -> None:
    pytest.importorskip("geomloss")
    x, y = normal(9, 3, seed=1), normal(7, 3, seed=2)
    for settings in ({}, {"p": 1}, {"reach": 1.0}, {"debias": False}):
        ours, theirs = (solve_sinkhorn(x, y, backend=name, **settings) for name in ("torch", "geomloss"))
        torch.testing.assert_close(theirs.value, ours.value, rtol=1e-10, atol=1e-12)
        torch.testing.assert_close(theirs.f, ours.f, rtol=1e-9, atol=1e-11)
        assert theirs.n_iter == ours.n_iter
    with pytest.raises(InputError, match=r"backend 'geomloss' must run without tol, but tol is 0\.001\."):
        solve_sinkhorn(x, y, backend="geomloss", tol=1e-3)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="pykeops needs a C++ compiler")
@pytest.mark.parametrize("settings", [{}, {"p": 1}, {"reach": 1.0}], ids=str)
def test_keops_gives_the_same_values_and_gradients(normal: Normal, settings: dict) -> None:
    pytest.importorskip("pykeops")
    found = []
    for name in ("torch", "keops"):
        x, y = normal(9, 3, seed=1).requires_grad_(), normal(7, 3, seed=2).requires_grad_()
        value = solve_sinkhorn(x, y, backend=name, **settings).value
        found.append((value, *torch.autograd.grad(value, (x, y))))
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(theirs, ours, rtol=1e-9, atol=1e-12)
    half = solve_sinkhorn(x.detach().half(), y.detach().half(), backend="keops", **settings).value
    assert half.item() == pytest.approx(found[0][0].item(), rel=1e-2)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="pykeops needs a C++ compiler")
def test_keops_makes_no_cost_matrix_for_gradients(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pykeops")
    monkeypatch.setattr(backends, "last_step", lambda *_: pytest.fail("the cost was made"))
    solve_sinkhorn(normal(9, 3).requires_grad_(), normal(7, 3), backend="keops").value.backward()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("geomloss", r"backend 'geomloss' cannot run here: .* absent\. .* pip install 'geobias\[geomloss\]'\."),
        ("keops", r"backend 'keops' cannot run here: .* absent\. .* pip install 'geobias\[keops\]'\."),
    ],
)
def test_an_absent_package_is_named_with_its_command(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=text):
        solve_sinkhorn(torch.ones(1, 2), torch.ones(1, 2), backend=name)
    found = {status.name: status.available for status in available_backends()}
    assert (found["torch"], found["geomloss"], found["keops"]) == (True, False, False)


def test_an_absent_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"there is no compiler\. Install g\+\+ or clang\+\+"):
        solve_sinkhorn(torch.ones(1, 2), torch.ones(1, 2), backend="keops")
