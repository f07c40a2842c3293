"""The controls as data frames."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from geobias.controls.negative import LARGEST, Key
from geobias.controls.running import Controls
from geobias.stats import ControlResult
from geobias.tables import pandas

MEAN = "mean"
"""In place of a coefficient, for a distance or gap over all pairs."""


def control_tables(controls: Controls) -> dict[str, Any]:
    """The tests, the statistic of every partition, what was done anew, and the power of the positive control."""
    results = [
        {"statistic": _statistic(controls, key), "x": key[0], "y": key[1], "coefficient": _coefficient(controls, key)}
        | {"primary": key == controls.primary, **_control_fields(result)}
        for key, result in controls.results.items()
    ]
    values = [
        pandas().DataFrame({"statistic": _statistic(controls, key), "partition": range(len(v)), "value": v})
        for key, v in controls.values.items()
    ]
    repeats = [asdict(row) | {"sentence": row.sentence} for row in controls.repeats]
    return {
        "controls": pandas().DataFrame(results),
        "control_values": pandas().concat(values) if values else None,
        "control_repeats": pandas().DataFrame(repeats) if repeats else None,
        "power": None if controls.power is None else pandas().DataFrame(asdict(controls.power)),
    }


def _coefficient(controls: Controls, key: Key) -> str:
    return controls.coefficient if key[1] or key[0] == LARGEST else MEAN


def _statistic(controls: Controls, key: Key) -> str:
    return " | ".join(filter(None, (_coefficient(controls, key), *key)))


def _control_fields(result: ControlResult) -> dict[str, Any]:
    fields = asdict(result)
    quantiles = dict(zip(("q05", "q50", "q95"), fields.pop("quantiles"), strict=True))
    return fields | quantiles
