"""The controls as data frames."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from geobias.controls.running import Controls
from geobias.stats import ControlResult
from geobias.tables import pandas


def control_tables(controls: Controls) -> dict[str, Any]:
    """The tests, the statistic of every partition, and the power of the positive control."""
    results = [
        {"statistic": _statistic(controls.coefficient, key), "x": key[0], "y": key[1]}
        | {"coefficient": controls.coefficient, **_control_fields(result)}
        for key, result in controls.results.items()
    ]
    values = [
        pandas().DataFrame({"statistic": _statistic(controls.coefficient, key), "partition": range(len(v)), "value": v})
        for key, v in controls.values.items()
    ]
    return {
        "controls": pandas().DataFrame(results),
        "control_values": pandas().concat(values) if values else None,
        "power": None if controls.power is None else pandas().DataFrame(asdict(controls.power)),
    }


def _statistic(coefficient: str, key: tuple[str, str]) -> str:
    return " | ".join(filter(None, (coefficient, *key)))


def _control_fields(result: ControlResult) -> dict[str, Any]:
    fields = asdict(result)
    quantiles = dict(zip(("q05", "q50", "q95"), fields.pop("quantiles"), strict=True))
    return fields | quantiles
