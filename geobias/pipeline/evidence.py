"""The evidence of a study as data frames: separations, relations, regression, controls and verdicts."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.measures.separation import ResamplingSpread
from geobias.stats import ControlResult

if TYPE_CHECKING:
    from geobias.studies.regional.recipe import Measured


def separation_tables(pandas: Any, measured: Measured) -> dict[str, Any]:
    """Separations, the spread of repeats, and the tests of representation."""
    found = measured.separations
    spreads = [_spread_frame(pandas, quantity, spread) for quantity, spread in found.spreads.items()]
    tests = [
        {"quantity": quantity, **asdict(one)}
        for quantity, tests in measured.representation.tests.items()
        for one in tests
    ]
    return {
        "separation": pandas.concat([table.to_frame() for table in found.tables]) if found.tables else None,
        "size_curve": pandas.concat([table.to_frame() for table in found.curves]) if found.curves else None,
        "spread": pandas.concat(spreads) if spreads else None,
        "representation_tests": pandas.DataFrame(tests),
    }


def _spread_frame(pandas: Any, quantity: str, spread: ResamplingSpread) -> Any:
    at = np.triu_indices(len(spread.groups), 1)
    names = np.array(spread.groups, dtype=object)
    columns = {name: getattr(spread, name)[at] for name in ("total", "between", "within", "intraclass")}
    return pandas.DataFrame({"quantity": quantity, "group_a": names[at[0]], "group_b": names[at[1]], **columns})


def relation_tables(pandas: Any, measured: Measured) -> dict[str, Any]:
    """Relations, the regression, the controls and the verdicts."""
    found, controls = measured.relations, measured.controls
    results = [
        {"statistic": _statistic(controls.coefficient, key), "x": key[0], "y": key[1]}
        | {"coefficient": controls.coefficient, **_control_fields(result)}
        for key, result in controls.results.items()
    ]
    values = [
        pandas.DataFrame({"statistic": _statistic(controls.coefficient, key), "partition": range(len(v)), "value": v})
        for key, v in controls.values.items()
    ]
    return {
        "relations": found.table.to_frame() if found.table.rows else None,
        "leave_one_out": found.left_out.to_frame() if found.left_out.rows else None,
        "regression": found.regression.to_frame() if found.regression.rows else None,
        "controls": pandas.DataFrame(results),
        "control_values": pandas.concat(values) if values else None,
        "power": None if controls.power is None else pandas.DataFrame(asdict(controls.power)),
        "verdict": found.verdicts.to_frame(),
    }


def _statistic(coefficient: str, key: tuple[str, str]) -> str:
    return " | ".join(filter(None, (coefficient, *key)))


def _control_fields(result: ControlResult) -> dict[str, Any]:
    fields = asdict(result)
    quantiles = dict(zip(("q05", "q50", "q95"), fields.pop("quantiles"), strict=True))
    return fields | quantiles
