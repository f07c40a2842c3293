"""Items handed out and answers taken: one lease a volunteer, one answer a volunteer and item."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, literal, select, union_all, update

from geobias.collect.store.base import Store
from geobias.collect.store.choosing import choose
from geobias.collect.store.schema import answers, leases
from geobias.collect.store.sessions import Session, find_in, today

# Queries of every page are made once: making one takes longer than asking it.
_LEASE = select(leases).where(leases.c.session == bindparam("session"))
_LEFT = delete(leases).where(leases.c.session == bindparam("of"))
# One statement, so that PostgreSQL too sees one moment: a lease that becomes an answer is counted once.
_TAKEN = union_all(
    select(leases.c.item, literal(1)).where(
        leases.c.member == bindparam("member"), leases.c.expires > bindparam("now")
    ),
    select(answers.c.item, func.count())
    .where(answers.c.member == bindparam("member"), answers.c.counts.is_(True))
    .group_by(answers.c.item),
)
_DONE = select(answers.c.item).where(answers.c.session == bindparam("session"))
_BY_ITEM = select(answers).where(answers.c.session == bindparam("session"), answers.c.item == bindparam("item"))
_BY_POSITION = select(answers).where(
    answers.c.session == bindparam("session"), answers.c.position == bindparam("position")
)


@dataclass(frozen=True)
class Lease:
    """The item that a volunteer has before them: the `position`-th of theirs, from 1."""

    item: str
    position: int


@dataclass(frozen=True)
class Given:
    """An answer that is kept; `value` None = did not know."""

    item: str
    position: int
    value: float | None
    reason: str


@dataclass(frozen=True)
class Quota:
    """strata : item -> stratum, of all items. wanted : answers of every item by every group. seconds : of a lease."""

    strata: Mapping[str, str]
    wanted: int
    seconds: float


def next_item(store: Store, session: Session, quota: Quota) -> Lease | None:
    """The item that the volunteer has, or a new one; None where they have answered all of theirs.

    Asking again gives the same item, so reloads and second tabs change nothing.
    """
    now = time.time()
    with store.read() as base:
        lease = _lease(base, session.id)
        if lease and lease[1] > now + quota.seconds / 2:
            return lease[0]
    with store.write(lasting=False) as base:
        store.one_at_a_time(base)
        lease = _lease(base, session.id)
        if lease:
            renewed = update(leases).where(leases.c.session == session.id).values(expires=now + quota.seconds)
            base.execute(renewed)
            return lease[0]
        done = base.execute(_DONE, {"session": session.id}).scalars().all()
        if len(done) >= len(session.kinds) or find_in(base, session.id) is None:
            return None
        counts = _counts(base, session.member, now)
        kind = session.kinds[len(done)]
        found = choose(kind, counts, quota.strata, set(done), quota.wanted, random.SystemRandom())
        if found is None:
            return None
        item, taken = found
        row = {"session": session.id, "position": len(done) + 1, "item": item, "kind": taken}
        row |= {"member": session.member if session.counts else None, "expires": now + quota.seconds}
        base.execute(insert(leases), row)
        return Lease(item, len(done) + 1)


def _lease(base: Connection, session: str) -> tuple[Lease, float] | None:
    row = base.execute(_LEASE, {"session": session}).one_or_none()
    return None if row is None else (Lease(row.item, row.position), row.expires)


def _counts(base: Connection, member: str | None, now: float) -> Counter[str]:
    """item -> answers that count and live leases, of one group."""
    counts: Counter[str] = Counter()
    for item, taken in base.execute(_TAKEN, {"member": member, "now": now}):
        counts[item] += taken
    return counts


def keep_answer(store: Store, session: Session, item: str, value: float | None, reason: str) -> Given | None:
    """Keep an answer to the item that the volunteer has; it is on the disk when this returns.

    Returns
    -------
    The answer that is kept: the first that came, where the form was sent more than once. None where the item was
    never the volunteer's, or where they have withdrawn.
    """
    with store.write() as base:
        kept = _given(base, _BY_ITEM, session.id, item=item)
        if kept:
            return kept
        lease = base.execute(_LEASE, {"session": session.id}).one_or_none()
        now = find_in(base, session.id)
        if lease is None or lease.item != item or now is None:
            return None
        row = {"session": session.id, "position": lease.position, "item": item, "value": value, "kind": lease.kind}
        row |= {"reason": reason or None, "country": now.country, "member": now.member, "counts": now.counts}
        done = base.execute(store.insert(answers).on_conflict_do_nothing(), row | {"day": today()})
        if not done.rowcount:  # another tab was a moment earlier
            return _given(base, _BY_ITEM, session.id, item=item)
        base.execute(_LEFT, {"of": session.id})
        return Given(item, lease.position, value, reason)


def find_answer(store: Store, session: Session, position: int) -> Given | None:
    """The volunteer's answer to their `position`-th item."""
    with store.read() as base:
        return _given(base, _BY_POSITION, session.id, position=position)


def all_answers(store: Store, session: Session) -> list[Given]:
    """The volunteer's answers in order."""
    with store.read() as base:
        rows = base.execute(select(answers).where(answers.c.session == session.id).order_by(answers.c.position))
        return [Given(row.item, row.position, row.value, row.reason or "") for row in rows]


def _given(base: Connection, query: Select[Any], session: str, **which: object) -> Given | None:
    row = base.execute(query, {"session": session, **which}).one_or_none()
    return None if row is None else Given(row.item, row.position, row.value, row.reason or "")
