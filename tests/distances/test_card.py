"""Sinkhorn on a card, pretended: nothing mixes devices, and launches of a bootstrap do not grow with the replicates.

The pretended card is torch's device "meta" with numbers behind it. It tells launches, waits and copies, and refuses
what a card refuses; kernels are the plain sweep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

from geobias.clouds import TokenClouds
from geobias.distances import (
    backends,
    bootstrap_sinkhorn_divergence,
    pairwise_sinkhorn_divergence,
    ragged,
    sinkhorn_divergence,
)
from geobias.distances.triton import TritonBackend
from geobias_kernels import cuda
from geobias_kernels.ragged import RaggedProblems
from geobias_kernels.ragged_reference import ReferenceSweep

CARD = torch.device("meta")
ATEN = torch.ops.aten
WAITING = {ATEN._local_scalar_dense.default, ATEN.nonzero.default, ATEN.is_nonzero.default, ATEN.equal.default}
"""What a card answers with a number or a size, for which the host waits."""


class OnCard(Tensor):
    """A tensor on the pretended card; `held` has its numbers."""

    held: Tensor
    is_meta = False

    @staticmethod
    def __new__(cls, held: Tensor) -> OnCard:
        made = Tensor._make_wrapper_subclass(cls, held.shape, strides=held.stride(), dtype=held.dtype, device=CARD)
        made.held = held
        return made

    def data_ptr(self) -> int:
        return self.held.data_ptr()

    def tolist(self) -> Any:
        """Which torch refuses for classes of one's own."""
        return self.cpu().tolist()

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise AssertionError(f"{func} is called outside the card")


class Card(TorchDispatchMode):
    """Runs operations on the pretended card while it is entered, and counts what they are."""

    def __init__(self) -> None:
        super().__init__()
        self.count: Counter[str] = Counter()
        self.asleep = False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        given = [leaf for leaf in tree_flatten((args, kwargs))[0] if isinstance(leaf, Tensor)]
        ours = [tensor for tensor in given if isinstance(tensor, OnCard)]
        target = kwargs.get("device")
        stays = bool(ours) if target is None else torch.device(target) == CARD
        if not self.asleep:
            self.count[self._kind(func, given, ours, stays)] += 1
        if target is not None:
            kwargs = {**kwargs, "device": torch.device("cpu")}
        known = {id(tensor.held): tensor for tensor in ours}
        made = func(*_held(args), **_held(kwargs))
        if not stays:
            return made
        return tree_map(lambda leaf: known.get(id(leaf), OnCard(leaf)) if isinstance(leaf, Tensor) else leaf, made)

    def _kind(self, func: Any, given: list[Tensor], ours: list[OnCard], stays: bool) -> str:
        if not ours:
            return "copies" if stays and given else "launches" if stays else "host"
        if not stays or func in WAITING or any(t.dtype == torch.bool for t in given if func == ATEN.index.Tensor):
            return "waits"
        strangers = [tensor for tensor in given if tensor.ndim and not isinstance(tensor, OnCard)]
        assert not strangers or func == ATEN.copy_.default, f"{func} is given tensors of the card and of the host"
        return "copies" if strangers else "views" if func.is_view else "launches"


def _held(values: Any) -> Any:
    return tree_map(lambda leaf: leaf.held if isinstance(leaf, OnCard) else leaf, values)


class Machine:
    """A machine with a pretended card, where plain torch stands for kernels and counts as their launches."""

    def __init__(self, patch: pytest.MonkeyPatch):
        self.card, self.patch = Card(), patch
        patch.setattr(cuda, "obstacle", lambda: None)
        patch.setattr(ragged, "move", self.as_kernel(ragged.move, 2))
        patch.setattr(ragged, "segment_sums", self.as_kernel(ragged.segment_sums, 3))

    def as_kernel(self, function: Callable[..., Any], launches: int) -> Callable[..., Any]:
        def launched(*args: Any) -> Any:
            if not any(isinstance(leaf, OnCard) for leaf in tree_flatten(args)[0]):
                return function(*args)
            self.card.count["launches"] += launches
            self.card.asleep = True
            try:
                return function(*args)
            finally:
                self.card.asleep = False

        return launched

    def sweep(self, problems: RaggedProblems, precision: str) -> Callable[..., Any]:
        """The plain sweep, as the three launches that a sweep of the kernels is."""
        return self.as_kernel(ReferenceSweep(problems, precision), 3)

    def use(self, device: torch.device) -> None:
        """Have the backend triton on this device."""
        backend = TritonBackend(self.sweep, self.sweep, lambda device: 1 << 40, device.type)
        self.patch.setitem(backends.BACKENDS, "triton", backend)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def pools_and_draws(replicates: int) -> tuple[list[TokenClouds], Tensor]:
    generator = torch.Generator().manual_seed(1)
    pools = []
    for group in range(3):
        offsets = torch.cat([torch.zeros(1, dtype=torch.int64), torch.randint(0, 4, (9,), generator=generator)])
        points = torch.randn(int(offsets.sum()), 3, generator=generator) + group
        pools.append(TokenClouds(points, offsets.cumsum(0)))
    return pools, torch.randint(9, (replicates, 3, 7), generator=generator)


def on_card(machine: Machine, replicates: int, **settings: Any) -> Tensor:
    """The table as the card gives it; the offsets of documents stay on the host."""
    pools, draws = pools_and_draws(replicates)
    there = [TokenClouds(OnCard(pool.points), pool.offsets) for pool in pools]
    machine.use(CARD)
    machine.card.count.clear()
    with machine.card:
        return bootstrap_sinkhorn_divergence(there, draws, backend="triton", **settings).held


@pytest.mark.filterwarnings("ignore:divergences so small")
@pytest.mark.parametrize("settings", [{}, {"weighting": "document", "reach": 2.0, "p": 1}, {"debias": False}], ids=str)
def test_a_bootstrap_stays_on_its_card(machine: Machine, settings: dict[str, Any]) -> None:
    table = on_card(machine, 2, **settings)
    machine.use(torch.device("cpu"))
    pools, draws = pools_and_draws(2)
    assert torch.equal(table, bootstrap_sinkhorn_divergence(pools, draws, backend="triton", workers=1, **settings))


@pytest.mark.parametrize("settings", [{}, {"reach": 2.0, "p": 1}], ids=str)
def test_tables_and_batches_stay_on_their_card(machine: Machine, settings: dict[str, Any]) -> None:
    pools, _ = pools_and_draws(1)
    clouds, batch = [pool.points for pool in pools], torch.arange(60.0).sin().reshape(2, 2, 5, 3)
    found = []
    for device, make in ((CARD, OnCard), (torch.device("cpu"), torch.clone)):
        machine.use(device)
        with machine.card:
            table = pairwise_sinkhorn_divergence([make(points) for points in clouds], backend="triton", **settings)
            pairs = sinkhorn_divergence(*map(make, batch.unbind(0)), backend="triton", **settings)
        found.append([value.held if device == CARD else value for value in (table, pairs)])
    for there, here in zip(*found, strict=True):
        assert torch.equal(there, here)


def test_what_the_host_does_does_not_grow_with_the_replicates(machine: Machine) -> None:
    counts = []
    for replicates in (4, 8):  # each draws every document somewhere
        on_card(machine, replicates, diameter=20.0)
        counts.append(Counter(machine.card.count))
    assert counts[0] == counts[1]
    # Three groups are six problems, each in 15 sweeps.
    assert 6 * 15 * 5 < counts[0]["launches"] < 6 * (15 * 8 + 70)
    assert counts[0]["waits"] < 60, counts[0]


def test_what_a_card_refuses_is_refused(machine: Machine) -> None:
    with machine.card, pytest.raises(AssertionError, match="is given tensors of the card and of the host"):
        OnCard(torch.ones(3)) + torch.ones(3)
    with machine.card:
        assert float(OnCard(torch.ones(())) + 1) == 2.0
        assert torch.equal(OnCard(torch.ones(3)).cpu(), torch.ones(3))
    assert machine.card.count["waits"] == 2
