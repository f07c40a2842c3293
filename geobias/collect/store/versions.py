"""Versions of the schema: a store of an older one is brought to the newest when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, inspect, select, text, update

from geobias.collect.store.schema import VIEWS, facts, metadata
from geobias.errors import InputError

_FACT = "version"


def _first(base: Connection) -> None:
    metadata.create_all(base)


STEPS: Sequence[Callable[[Connection], None]] = (_first,)
"""Step n makes version n + 1 of version n. A change of the schema adds a step, and changes none that was released."""


def bring_up_to_date(base: Connection, steps: Sequence[Callable[[Connection], None]] = STEPS) -> None:
    """Take the steps that a store lacks, within the transaction of `base`, and make its views anew.

    Raises
    ------
    InputError : the store is of a newer version than this program.
    """
    there = inspect(base).has_table(facts.name)
    found = base.execute(select(facts.c.value).where(facts.c.name == _FACT)).scalar() if there else None
    version = int(found or 0)
    if version > len(steps):
        raise InputError(
            f"the store must be of version {len(steps)} or older",
            f"it is of version {version}",
            "Use the geobias that wrote it, or a newer one.",
        )
    for step in steps[version:]:
        step(base)
    if version == 0:
        base.execute(insert(facts), {"name": _FACT, "value": str(len(steps))})
    elif version < len(steps):
        base.execute(update(facts).where(facts.c.name == _FACT).values(value=str(len(steps))))
    if version < len(steps):
        for name, query in VIEWS.items():
            base.execute(text(f"DROP VIEW IF EXISTS {name}"))
            base.execute(text(f"CREATE VIEW {name} AS {query}"))
