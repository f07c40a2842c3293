"""Evidence as data frames: separations, representation, relations, regression and verdicts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from geobias.measures.separation import ResamplingSpread
from geobias.pipeline.relating import Relations
from geobias.pipeline.representation import Representation
from geobias.pipeline.separation import Separations
from geobias.tables import LayerTable, pandas


def separation_tables(found: Separations) -> dict[str, Any]:
    """Differences, separations at one size and at further ones, and the spread of repeats."""
    spreads = [_spread_frame(quantity, spread) for quantity, spread in found.spreads.items()]
    return {
        "differences": found.differences.to_frame() if found.differences.rows else None,
        "separation": pandas().concat([table.to_frame() for table in found.tables]) if found.tables else None,
        "size_curve": pandas().concat([table.to_frame() for table in found.curves]) if found.curves else None,
        "spread": pandas().concat(spreads) if spreads else None,
    }


def representation_tables(found: Representation) -> dict[str, Any]:
    """Shares beside distances, and the tests of the two."""
    tests = [{"quantity": quantity, **asdict(one)} for quantity, tests in found.tests.items() for one in tests]
    return {"representation": pandas().DataFrame(found.rows), "representation_tests": pandas().DataFrame(tests)}


def _spread_frame(quantity: str, spread: ResamplingSpread) -> Any:
    at = np.triu_indices(len(spread.groups), 1)
    names = np.array(spread.groups, dtype=object)
    columns = {name: getattr(spread, name)[at] for name in ("total", "between", "within", "intraclass")}
    return pandas().DataFrame({"quantity": quantity, "group_a": names[at[0]], "group_b": names[at[1]], **columns})


def relation_tables(found: Relations) -> dict[str, Any]:
    """Relations, the regression, the reliability of the tables, and the verdicts."""
    return {
        "relations": found.table.to_frame() if found.table.rows else None,
        "leave_one_out": found.left_out.to_frame() if found.left_out.rows else None,
        "regression": found.regression.to_frame() if found.regression.rows else None,
        "reliability": found.reliability.to_frame() if found.reliability.rows else None,
        "verdict": found.verdicts.to_frame(),
    }


def layer_tables(found: LayerTable) -> dict[str, Any]:
    """Distances at every layer and their relations; none where one layer is named."""
    return {"layers": found.to_frame() if found.rows else None}
