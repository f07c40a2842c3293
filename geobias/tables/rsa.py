"""A pairwise table as RDMs of rsatoolbox (representational dissimilarity matrices), and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError, require
from geobias.tables import groups as descriptors

if TYPE_CHECKING:
    from geobias.tables.pairs import PairTable

NAMES = "group"
"""The pattern descriptor that holds the names of groups."""


def to_rdms(table: PairTable) -> Any:
    """`rsatoolbox.rdm.RDMs` of a table: a repeat is an RDM, a group a pattern."""
    rdm = require("rsatoolbox.rdm", extra="rsa", purpose="a table as RDMs")
    a, b = np.triu_indices(len(table.groups), 1)
    patterns: dict[str, list[Any]] = {
        NAMES: list(table.groups),
        "pooled": [name in table.pooled_groups for name in table.groups],
    }
    if table.sizes:
        patterns["size"] = [float(table.sizes.get(name, np.nan)) for name in table.groups]
    if table.attributes:
        patterns["attributes"] = [descriptors.written(table.attributes.get(name)) for name in table.groups]
    return rdm.RDMs(
        table.values[:, a, b],
        dissimilarity_measure=table.quantity,
        descriptors={**table.details, "units": table.units, "nonnegative": table.nonnegative},
        rdm_descriptors={"repeat": list(range(len(table.values)))},
        pattern_descriptors=patterns,
    )


def from_rdms(rdms: Any, names: str = NAMES) -> dict[str, Any]:
    """The fields of a `PairTable` that RDMs say; see `PairTable.from_rdms`."""
    patterns, told = dict(rdms.pattern_descriptors), dict(rdms.descriptors)
    if names not in patterns:
        raise InputError(
            f"RDMs must have the pattern descriptor '{names}', the names of their groups",
            f"they have {sorted(map(str, patterns))}",
            "Name the one that has them: names='...'.",
        )
    groups = tuple(str(name) for name in patterns[names])
    values = np.array(rdms.get_matrices(), dtype=np.float64)
    values[:, range(len(groups)), range(len(groups))] = 0.0
    found: dict[str, Any] = {
        "groups": groups,
        "values": values,
        "quantity": str(rdms.dissimilarity_measure or ""),
        "units": str(told.pop("units", "")),
        "nonnegative": bool(told.pop("nonnegative", False)),
        "details": told,
    }
    return found | _described(groups, patterns)


def _described(groups: tuple[str, ...], patterns: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of the groups beside their names."""
    of = {
        name: dict(zip(groups, patterns[name], strict=True))
        for name in ("pooled", "size", "attributes")
        if name in patterns
    }
    told: dict[str, Any] = {}
    if "pooled" in of:
        told["pooled_groups"] = tuple(name for name, flag in of["pooled"].items() if flag)
    if "size" in of:
        told["sizes"] = {name: int(size) for name, size in of["size"].items() if size == size}
    if "attributes" in of:
        told["attributes"] = {name: descriptors.read(cell) for name, cell in of["attributes"].items() if cell}
    return told
