"""The drop-in module beside geomloss's own: one import changed, the same numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
import torch

from geobias.distances import SamplesLoss, sinkhorn_divergence
from geobias.errors import InputError

geomloss = pytest.importorskip("geomloss")
Normal = Callable[..., torch.Tensor]
Tensors = tuple[torch.Tensor, ...]
CLOSE = {"rtol": 1e-10, "atol": 1e-12}
SETTINGS: list[dict[str, Any]] = [
    {},
    {"p": 1},
    {"debias": False},
    {"blur": 0.5, "scaling": 0.8},
    {"diameter": 9.0},
    {"reach": 1.0},
    {"reach": 1.0, "debias": False},
    {"loss": "energy"},
    {"loss": "gaussian", "blur": 1.5},
    {"loss": "laplacian", "blur": 1.5},
]


def both(args: Tensors, **settings: Any) -> list[Any]:
    """What geomloss and this give, each with its own default diameter."""
    with torch.enable_grad():
        return [kind(**settings)(*args) for kind in (geomloss.SamplesLoss, SamplesLoss)]


@pytest.fixture
def clouds(normal: Normal) -> Tensors:
    a, b = normal(3, 9, seed=3).softmax(-1), normal(3, 7, seed=4).softmax(-1)
    return a, normal(3, 9, 4, seed=1), b, normal(3, 7, 4, seed=2) + 0.5


def test_the_constructor_is_that_of_geomloss() -> None:
    ours, theirs = (inspect.signature(kind).parameters for kind in (SamplesLoss, geomloss.SamplesLoss))
    assert [(p.name, p.default) for p in ours.values()] == [(p.name, p.default) for p in theirs.values()]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_values_in_every_form_of_call(clouds: Tensors, settings: dict[str, Any]) -> None:
    a, x, b, y = clouds
    calls = [clouds, (x, y), (a[0], x[0], b[0], y[0]), (x[0], y[0]), (a[0, :, None], x[0], b[0, :, None], y[0])]
    for args in calls:
        expected, ours = both(args, **settings)
        assert ours.shape == expected.shape
        torch.testing.assert_close(ours, expected, **CLOSE)


@pytest.mark.parametrize("settings", [s for s in SETTINGS if "reach" not in s], ids=str)
def test_gradients(clouds: Tensors, settings: dict[str, Any]) -> None:
    gradients = []
    for kind in (geomloss.SamplesLoss, SamplesLoss):
        args = [tensor.clone().requires_grad_() for tensor in clouds]
        gradients.append(torch.autograd.grad(kind(**settings)(*args).square().sum(), args))
    for expected, ours in zip(*gradients, strict=True):
        torch.testing.assert_close(ours, expected, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("debias", [True, False])
def test_unbalanced_gradients_have_the_factor_that_geomloss_leaves_out(clouds: Tensors, debias: bool) -> None:
    gradients = []
    for kind in (geomloss.SamplesLoss, SamplesLoss):
        x = clouds[1].clone().requires_grad_()
        loss = kind(blur=0.7, reach=1.5, debias=debias)(clouds[0], x, *clouds[2:])
        gradients.append(torch.autograd.grad(loss.sum(), x)[0])
    rho, eps = 1.5**2, 0.7**2
    torch.testing.assert_close(gradients[1], gradients[0] * (rho + eps) / (rho + eps / 2), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("settings", SETTINGS[:7], ids=str)
def test_potentials(clouds: Tensors, settings: dict[str, Any]) -> None:
    for args in (
        clouds,
        tuple(tensor[0] for tensor in clouds),
        (clouds[0][0, :, None], clouds[1][0], clouds[2][0, :, None], clouds[3][0]),
    ):
        for expected, ours in zip(*both(args, potentials=True, **settings), strict=True):
            torch.testing.assert_close(ours, expected, **CLOSE)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_masses_other_than_1_are_those_of_geomloss(clouds: Tensors, settings: dict[str, Any]) -> None:
    a, x, b, y = clouds
    scale = torch.tensor([0.1, 1.0, 30.0], dtype=torch.float64)[:, None]
    heavy = (a * scale, x, b * scale, y)
    expected, ours = both(heavy, **settings)
    torch.testing.assert_close(ours, expected, **CLOSE)
    if "reach" not in settings:
        weights = [w.clone().requires_grad_() for w in (heavy[0], heavy[0])]
        grads = [
            torch.autograd.grad(kind(**settings)(w, x, b * scale, y).sum(), w)[0]
            for kind, w in zip((geomloss.SamplesLoss, SamplesLoss), weights, strict=True)
        ]
        torch.testing.assert_close(grads[1], grads[0], rtol=1e-9, atol=1e-11)
    if "loss" not in settings:
        for theirs, mine in zip(*both(heavy, potentials=True, **settings), strict=True):
            torch.testing.assert_close(mine, theirs, **CLOSE)


def test_a_batch_has_one_diameter_of_the_points_that_count(clouds: Tensors) -> None:
    _, x, b, y = clouds
    x[2] *= 40
    far = SamplesLoss()(x, y)
    torch.testing.assert_close(far, geomloss.SamplesLoss()(x, y), **CLOSE)
    assert not torch.equal(far[0], SamplesLoss()(x[:1], y[:1])[0])
    # A point of weight 0 starts no schedule here, wherever it is.
    absent = torch.zeros(9, dtype=torch.float64)
    absent[1:] = 1 / 8
    x[0, 0] = 1e6
    assert torch.equal(SamplesLoss()(absent, x[0], b[0], y[0]), sinkhorn_divergence(x[0, 1:], y[0], b=b[0]))


def test_it_is_a_module_with_names_of_backends_of_both(clouds: Tensors) -> None:
    _, x, _, y = clouds
    value = SamplesLoss()(x, y)
    assert isinstance(SamplesLoss(), torch.nn.Module)
    for name in ("tensorized", "online", "multiscale", "torch"):
        found = SamplesLoss(backend=name, truncate=None, cluster_scale=0.1, verbose=True)(x, y)
        torch.testing.assert_close(found, value, **CLOSE)
    with pytest.raises(InputError, match=r"backend must be 'auto' or one of"):
        SamplesLoss(backend="cuda")(x, y)
    assert SamplesLoss()(x.half(), y.half()).dtype == torch.float32
    assert SamplesLoss("energy")(x.float(), y.float()).dtype == torch.float32
    one = torch.ones(1, 3)
    assert SamplesLoss()(one, one).item() == 0.0  # geomloss raises ValueError


KEEP = r"Keep geomloss\.SamplesLoss for this one\."


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"loss": "hausdorff"}, rf"loss must be 'sinkhorn' or one of .*, but it is 'hausdorff'\. {KEEP}"),
        ({"cost": "Norm2(X-Y)"}, rf"cost must be None, but it is 'Norm2\(X-Y\)'\. Choose p=1 or p=2.* {KEEP}"),
        ({"loss": "gaussian", "kernel": 3}, rf"kernel must be None, but it is 3\. .* {KEEP}"),
        ({"loss": "energy", "potentials": True}, rf"potentials=True must come with loss='sinkhorn', but .* {KEEP}"),
        ({"p": 3}, r"p must be 1 or 2, but it is 3\."),
    ],
)
def test_what_it_can_not_do_is_named(settings: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text):
        SamplesLoss(**settings)


def test_wrong_calls_are_named(clouds: Tensors) -> None:
    a, x, b, y = clouds
    loss = SamplesLoss()
    with pytest.raises(InputError, match=r"must be given \(x, y\) or \(a, x, b, y\), but it was given 6 arguments\."):
        loss(a, a, x, b, b, y)
    with pytest.raises(InputError, match=r"x and y must be \(n, d\) and \(m, d\), or \(B, n, d\) and \(B, m, d\), but"):
        loss(x, y[:2])
    with pytest.raises(InputError, match=r"weights of x\[0\] and y\[0\] must have one sum for balanced transport, but"):
        loss(2 * a, x, b, y)
    with pytest.raises(InputError, match=r"weights of x\[0\] must be finite and >= 0, but weight 0 is -"):
        loss(-a, x, b, y)
