"""What the store holds, as rows: for status, exports, and the items that it knows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, delete, func, select

from geobias.collect.store.base import Store
from geobias.collect.store.schema import answers, facts, items, leases, sessions


def keep_items(store: Store, known: Iterable[tuple[str, str, str, dict[str, float]]]) -> None:
    """Keep what is known of the items, (name, text, stratum, sources), in place of what was."""
    rows = [
        {"item": name, "text": words, "stratum": stratum, "sources": json.dumps(sources)}
        for name, words, stratum, sources in known
    ]
    with store.write() as base:
        store.one_at_a_time(base)
        base.execute(delete(items))
        base.execute(store.insert(items), rows)


def list_sessions(store: Store) -> list[Row[Any]]:
    with store.read() as base:
        return list(base.execute(select(sessions).order_by(sessions.c.id)))


def list_answers(store: Store) -> list[Row[Any]]:
    with store.read() as base:
        return list(base.execute(select(answers).order_by(answers.c.session, answers.c.position)))


def count_withdrawn(store: Store) -> int:
    with store.read() as base:
        return int(base.execute(select(facts.c.value).where(facts.c.name == "withdrawn")).scalar() or 0)


def count_leases(store: Store, now: float) -> int:
    """Items that somebody has before them."""
    with store.read() as base:
        return base.execute(select(func.count()).where(leases.c.expires > now)).scalar_one()
