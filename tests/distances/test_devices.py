"""Work spread over devices gives what one device gives; here the devices are the CPU several times, or pretended."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import backends, bootstrap_sinkhorn_divergence, pairwise_sinkhorn_divergence
from geobias.distances.devices import resolve_devices, spread
from geobias.distances.triton import TritonBackend
from geobias.errors import InputError
from geobias_kernels import cuda
from geobias_kernels.ragged_reference import ReferenceSweep

Normal = Callable[..., torch.Tensor]
CPU = torch.device("cpu")


@pytest.fixture(params=["native", "torch", "triton"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(cuda, "obstacle", lambda: None)
    plain = TritonBackend(ReferenceSweep, ReferenceSweep, lambda device: 1 << 40, "cpu")
    monkeypatch.setitem(backends.BACKENDS, "triton", plain)
    if obstacle := backends.BACKENDS[request.param].obstacle():
        pytest.skip(f"backend '{request.param}' cannot run here: {obstacle}")
    return request.param


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_tables_are_the_same(normal: Normal, backend: str, count: int) -> None:
    clouds = [normal(20 + 9 * g, 5, seed=g).float() + g for g in range(3)]
    one = pairwise_sinkhorn_divergence(clouds, backend=backend)
    assert torch.equal(pairwise_sinkhorn_divergence(clouds, backend=backend, devices=["cpu"] * count), one)
    pools = [TokenClouds(cloud, torch.tensor([0, 3, 5, 9, 12, 16, len(cloud)])) for cloud in clouds]
    draws = torch.randint(0, 6, (5, 3, 4), generator=torch.Generator().manual_seed(0))
    one = bootstrap_sinkhorn_divergence(pools, draws, backend=backend)
    many = bootstrap_sinkhorn_divergence(pools, draws, backend=backend, devices=["cpu"] * count)
    # Costs between pools are shared where enough replicates ask for them, which changes the torch backend's rounding.
    torch.testing.assert_close(many, one, rtol=1e-6, atol=1e-7)


def test_gradients_come_home(normal: Normal, backend: str) -> None:
    found = []
    for devices in (None, ["cpu", "cpu"]):
        clouds = [normal(9, 3, seed=g).float().requires_grad_() for g in range(3)]
        table = pairwise_sinkhorn_divergence(clouds, backend=backend, devices=devices)
        found.append(torch.autograd.grad(table.sum(), clouds))
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-6, atol=1e-7)


class TwoCards:
    """A machine with two cards, pretended: tensors stay; journeys, and streams that are entered, are written down."""

    def __init__(self) -> None:
        self.journeys: list[tuple[int, str]] = []
        self.caller = threading.get_ident()
        self.entered: list[tuple[str, bool]] = []

    def current_stream(self, device: torch.device) -> str:
        return f"{'the caller' if threading.get_ident() == self.caller else 'a thread'}'s of {device}"

    @contextmanager
    def stream(self, stream: str) -> Iterator[None]:
        self.entered.append((stream, threading.get_ident() == self.caller))
        yield


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> TwoCards:
    cards, to = TwoCards(), torch.Tensor.to

    def pretend(tensor: torch.Tensor, *where: object, **kind: object) -> torch.Tensor:
        if where and isinstance(where[0], torch.device) and where[0].type == "cuda":
            cards.journeys.append((len(tensor), str(where[0])))
            return tensor.view_as(tensor)
        return to(tensor, *where, **kind)

    both = torch.device("cuda:0"), torch.device("cuda:1")
    monkeypatch.setattr("geobias.distances.solver.resolve_devices", lambda devices, home: both if devices else (home,))
    monkeypatch.setattr(torch.Tensor, "to", pretend)
    monkeypatch.setattr(torch.cuda, "current_stream", cards.current_stream)
    monkeypatch.setattr(torch.cuda, "stream", cards.stream)
    return cards


def test_every_part_goes_to_its_device_and_what_is_shared_travels_once(normal: Normal, cards: TwoCards) -> None:
    clouds = [normal(10 + g, 3, seed=g) for g in range(3)]
    one = pairwise_sinkhorn_divergence(clouds, backend="torch")
    assert torch.equal(pairwise_sinkhorn_divergence(clouds, backend="torch", devices="all"), one)
    assert {where for _, where in cards.journeys} == {"cuda:0", "cuda:1"}
    assert max(cards.journeys.count(journey) for journey in cards.journeys) == 2  # points and weights


@pytest.mark.parametrize("replicates", [1, 4])
def test_threads_work_on_the_streams_of_the_caller(normal: Normal, cards: TwoCards, replicates: int) -> None:
    pools = [TokenClouds(normal(12, 3, seed=g), torch.arange(0, 13, 3)) for g in range(2)]
    draws = torch.randint(0, 4, (replicates, 2, 3), generator=torch.Generator().manual_seed(0))
    table = bootstrap_sinkhorn_divergence(pools, draws, backend="torch", devices="all")
    torch.testing.assert_close(table, bootstrap_sinkhorn_divergence(pools, draws, backend="torch"))
    used = {("the caller's of cuda:0", replicates == 1), ("the caller's of cuda:1", False)}
    # One part alone needs no thread.
    assert set(cards.entered) == (used if replicates > 1 else {("the caller's of cuda:0", True)})


def test_devices_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resolve_devices(None, CPU) == (CPU,)
    assert resolve_devices("cpu", CPU) == (CPU,)
    assert spread(backends.BACKENDS["torch"], (CPU,), CPU) is backends.BACKENDS["torch"]
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    mend = r"Leave them out to compute where the clouds are; `geobias doctor` lists what there is\."
    with pytest.raises(InputError, match="devices must name at least one, but there is no CUDA device. " + mend):
        resolve_devices("all", CPU)
    with pytest.raises(InputError, match="devices must name at least one, but the list is empty"):
        resolve_devices([], CPU)
    with pytest.raises(InputError, match="devices must name devices of this machine, but 'tpu:7' is none here"):
        resolve_devices(["cpu", "tpu:7"], CPU)


@pytest.mark.gpu
@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="there are no two CUDA devices")
def test_two_cards_give_what_one_gives(normal: Normal) -> None:
    clouds = [normal(500 + g, 64, seed=g).float() for g in range(4)]
    tables = [pairwise_sinkhorn_divergence(clouds, devices=devices) for devices in ("cuda:0", "all")]
    torch.testing.assert_close(*tables, rtol=1e-6, atol=1e-6)
