"""What is known of a group beside its name: its role, its size, and the attributes that make it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

BASE, POOLED = "base", "pooled"


@dataclass(frozen=True)
class GroupDescriptor:
    """A group of a pairwise table.

    Attributes
    ----------
    name : as in the table's `groups`.
    role : "base", which inference runs on, or "pooled", made of other groups' texts or a reference.
    size : texts (or other units) that it was measured on; None = not said.
    attributes : attribute -> value, of groups that several attributes make: {"country": "us", "sex": "f"} of "us / f".
    """

    name: str
    role: str = BASE
    size: int | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)


def written(attributes: Mapping[str, str] | None) -> str:
    """Attributes as the text of one cell; "" where there are none."""
    return json.dumps(dict(attributes), ensure_ascii=False) if attributes else ""


def read(cell: str) -> dict[str, str]:
    """Attributes from the cell that `written` made; ValueError for another."""
    found = json.loads(cell) if cell else {}
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError(cell)
    return found
