"""What a synthetic corpus plants: positions of the regions, distances, losses and gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.corpora.synthetic_writer import Style
from geobias.errors import InputError

# Loss per unit of distance from the standard variety.
LOSS_PER_DISTANCE = 0.3
# Marks of a Golomb ruler, so that all 15 distances differ by at least 1/17; the standard variety is at 0.
POSITIONS = {"us": 0.0, "ca": 1 / 17, "uk": 4 / 17, "nz": 10 / 17, "au": 12 / 17, "za": 1.0}
# As the positions, with nz and au exchanged: Spearman of planted distances and planted gaps is 0.943.
LOSSES = {name: LOSS_PER_DISTANCE * POSITIONS[{"nz": "au", "au": "nz"}.get(name, name)] for name in POSITIONS}
OWN_WORDS = 0.5
# Share of messages with a remark after which the words may mean their opposite.
WRY_SHARE = 0.5


@dataclass(frozen=True)
class Plan:
    """Planted truths of some regions: positions after `strength`, float64 (G,), and losses in [0, 1], float64 (G,)."""

    regions: tuple[str, ...]
    strength: float
    positions: np.ndarray
    losses: np.ndarray

    def style(self, index: int) -> Style:
        return Style(self.regions[index], float(self.positions[index]), OWN_WORDS * self.strength)

    def details(self) -> dict[str, Any]:
        """Truths in plain types: tables are G x G nested lists in the order of `planted_groups`."""
        return {
            "planted_groups": list(self.regions),
            "planted_positions": dict(zip(self.regions, self.positions.tolist(), strict=True)),
            "planted_distance": np.abs(np.subtract.outer(self.positions, self.positions)).tolist(),
            "planted_loss": dict(zip(self.regions, self.losses.tolist(), strict=True)),
            "planted_gap": np.abs(np.subtract.outer(self.losses, self.losses)).tolist(),
        }


def make_plan(
    regions: Sequence[str],
    strength: float,
    performance_loss: float,
    positions: Mapping[str, float] | None,
    losses: Mapping[str, float] | None,
) -> Plan:
    """Look up and scale positions and losses; see `make_synthetic` for what they mean and when this raises."""
    places = _values("positions", regions, POSITIONS if positions is None else positions)
    if losses is None:
        losses = LOSSES if positions is None else {name: LOSS_PER_DISTANCE * positions[name] for name in regions}
    return Plan(tuple(regions), strength, strength * places, performance_loss * _values("losses", regions, losses))


def _values(name: str, regions: Sequence[str], given: Mapping[str, float]) -> np.ndarray:
    missing = [region for region in regions if region not in given]
    if missing:
        raise InputError(
            f"{name} must hold every region",
            f"{missing} are not among {sorted(given)}",
            f"Pass {name}={{region: value}} for all of them.",
        )
    wrong = {region: given[region] for region in regions if not 0 <= given[region] <= 1}
    if wrong:
        raise InputError(f"{name} must lie in [0, 1]", f"they hold {wrong}", "Scale them to this range.")
    return np.array([given[region] for region in regions], dtype=np.float64)


def flip_probabilities(loss: float, positive_share: float) -> tuple[float, float]:
    """Probability that a wry message with (negative, positive) words means the opposite.

    Both directions turn the same share of all messages, so the share of positive labels stays what it was.
    """
    return loss / 2 / WRY_SHARE / (1 - positive_share), loss / 2 / WRY_SHARE / positive_share
