"""Distances between groups in embedding space: Sinkhorn divergences of token clouds, over all repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.distances import (
    SinkhornOptions,
    TableOptions,
    bootstrap_table,
    choose_backend,
    cloud_diameter,
    resolve_devices,
)
from geobias.errors import InputError
from geobias.measures.keeping import FORGETTING, Keeping, Progress
from geobias.sampling import Draws
from geobias.tables import PairTable

TEXTS = Literal["short", "long"]
_OPTIONS = ("p", "blur", "scaling", "reach", "tol", "backend")


@dataclass(frozen=True)
class DistanceSettings:
    """How groups are compared.

    Attributes
    ----------
    sinkhorn : for which texts the divergence between token clouds is measured: "short", "long", both or none.
    p, blur, scaling, reach, tol, backend : see `geobias.distances.sinkhorn_divergence`.
    device : where divergences are computed: "cpu", whose bits are the same every time, "auto" (CUDA where there is a
        device), "cuda", "cuda:1", or "all" (every visible CUDA device).
    clouds : "stored" (token vectors go through the store, on disk) or "direct" (they stay where the encoder made them,
        in its device's memory; after a kill they are made again).
    weighting : "token" (uniform over tokens) or "document" (every document weighs the same).
    lda : for which texts the discriminant is fitted: "short", "long", both or none.
    lda_components : dimensions of the discriminant space (published: 3).
    lda_folds : folds of the cross-fitted distances; 0 = in-sample alone.
    """

    sinkhorn: tuple[TEXTS, ...] = ("short",)
    p: int = 2
    blur: float = 0.05
    scaling: float = 0.5
    reach: float | None = None
    tol: float | None = None
    backend: str = "auto"
    device: str = "cpu"
    clouds: Literal["stored", "direct"] = "stored"
    weighting: Literal["token", "document"] = "token"
    lda: tuple[TEXTS, ...] = ("short", "long")
    lda_components: int = 3
    lda_folds: int = 5

    def __post_init__(self) -> None:
        for name, least in (("lda_components", 1), ("lda_folds", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name} must be at least {least}", f"it is {getattr(self, name)}", "Raise it.")
        # Checked here, so that a wrong value is refused before anything is encoded.
        choose_backend(self.solver, self.devices[0])

    @property
    def devices(self) -> tuple[torch.device, ...]:
        """Devices of this machine that `device` names."""
        name = ("cuda" if torch.cuda.is_available() else "cpu") if self.device == "auto" else self.device
        try:
            return resolve_devices(name, torch.device("cpu"))
        except InputError as error:
            raise InputError(
                "distance.device must be a device of this machine",
                error.got,
                "Pass distance.device=cpu; `geobias doctor` lists what there is.",
            ) from None

    @cached_property
    def solver(self) -> SinkhornOptions:
        """What the solver is told, in a run as in its plan."""
        return SinkhornOptions(**{name: getattr(self, name) for name in _OPTIONS})

    @property
    def deciding(self) -> dict[str, Any]:
        """All of it that decides a divergence, with the backend that is taken here: of this are keys made."""
        taken, _ = choose_backend(self.solver, self.devices[0])
        return {
            **{name: getattr(self, name) for name in _OPTIONS},
            "weighting": self.weighting,
            "device": self.devices[0].type,
            "taken": taken.name,
        }


def sinkhorn_table(
    draws: Draws,
    clouds_of: Callable[[np.ndarray], TokenClouds],
    settings: DistanceSettings,
    *,
    quantity: str,
    pooled_groups: Sequence[str] = (),
    keeping: Keeping = FORGETTING,
) -> PairTable:
    """Debiased Sinkhorn divergence between the token clouds of every pair of groups, for every repeat.

    Parameters
    ----------
    clouds_of : rows of the corpus -> their token clouds, in order.
    keeping : repeats of one outer sample are computed and kept together under what made them.

    One diameter, over all tokens drawn in any repeat, anchors the schedule of the whole table.
    """
    pools, places = _drawn_clouds(draws, clouds_of)
    diameter = float(cloud_diameter([pool.points for pool in pools]))
    devices = settings.devices
    made = settings.deciding | {"diameter": diameter, "clouds": settings.clouds}
    problems = len(draws.groups) * (len(draws.groups) + 1) // 2
    parts = []
    for outer in np.unique(draws.outer):
        block = np.flatnonzero(draws.outer == outer)

        def compute(block: np.ndarray = block) -> np.ndarray:
            advance = _offset(keeping.progress, problems * int(block[0]), problems * len(draws))
            chosen = [place[block] for place in places]
            table = TableOptions(diameter=diameter, workers=keeping.workers, devices=devices, progress=advance)
            values = bootstrap_table(pools, chosen, settings.solver, table, settings.weighting)
            return values.double().cpu().numpy()

        drawn = [draws.pools[group][draws.positions[group][block]] for group in draws.groups]
        parts.append(keeping.keep(f"{quantity}-{outer}", {**made, "rows": drawn}, compute))
        keeping.tell(problems * int(block[-1] + 1), problems * len(draws))
    tokens = {group: len(pool.points) for group, pool in zip(draws.groups, pools, strict=True)}
    backend, _ = choose_backend(settings.solver, devices[0], pools[0].points.dtype)
    details = {**made, "backend": backend.name, "tokens": tokens}
    return PairTable(
        draws.groups, np.concatenate(parts), quantity, _units(settings.p), tuple(pooled_groups), details=details
    )


def _drawn_clouds(
    draws: Draws, clouds_of: Callable[[np.ndarray], TokenClouds]
) -> tuple[list[TokenClouds], list[torch.Tensor]]:
    """For every group the clouds of the documents that some repeat draws, and the draws as positions in them."""
    pools, places = [], []
    for group in draws.groups:
        used = np.unique(draws.positions[group])
        pools.append(clouds_of(draws.pools[group][used]))
        places.append(torch.from_numpy(np.searchsorted(used, draws.positions[group])))
    return pools, places


def _offset(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)


def _units(p: int) -> str:
    return "half squared distance" if p == 2 else "distance"
