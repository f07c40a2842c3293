"""Sessions: one volunteer's way from consent to result."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import Connection, Row, bindparam, delete, func, select, update

from geobias.collect.store.base import Store
from geobias.collect.store.choosing import KINDS
from geobias.collect.store.schema import answers, facts, leases, sessions

Stage = Literal["country", "more", "instructions", "item", "feedback", "result"]
_WITHDRAWN = "withdrawn"
_GIVEN = select(func.count()).where(answers.c.session == sessions.c.id).scalar_subquery().label("answered")
_FIND = select(sessions, _GIVEN).where(sessions.c.id == bindparam("name"))
"""Asked with every page, and made once: making a query takes longer than asking it."""


@dataclass(frozen=True)
class Session:
    """What is known of one volunteer. `answered` counts their answers; `attributes`: name -> values."""

    id: str
    withdrawal: str
    country: str | None
    member: str | None
    attributes: Mapping[str, Sequence[str]]
    kinds: tuple[str, ...]
    told_more: bool
    instructed: bool
    finished: bool
    counts: bool
    answered: int

    @property
    def stage(self) -> Stage:
        """Where they go on."""
        if self.country is None:
            return "country"
        if not self.told_more:
            return "more"
        if not self.instructed:
            return "instructions"
        if self.answered < len(self.kinds):
            return "item"
        return "result" if self.finished else "feedback"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def begin_session(store: Store, visit: str, language: str, consent: str, size: int) -> str:
    """The id of the session of a visit, which is made where there is none.

    visit : a number that the page of consent carried. size : items of a session.
    """
    third, rest = size // 3, size - 2 * (size // 3)
    kinds = [KINDS[0]] * third + [KINDS[1]] * third + [KINDS[2]] * rest
    random.SystemRandom().shuffle(kinds)
    row = {
        "id": secrets.token_hex(16),
        "visit": visit,
        "withdrawal": secrets.token_hex(16),
        "language": language,
        "consent": consent,
        "day": today(),
        "kinds": " ".join(kinds),
    }
    with store.write() as base:
        base.execute(store.insert(sessions).values(row).on_conflict_do_nothing(index_elements=["visit"]))
        return base.execute(select(sessions.c.id).where(sessions.c.visit == visit)).scalar_one()


def find_session(store: Store, name: str) -> Session | None:
    """The session of an id; None = there is none, or it was withdrawn."""
    with store.read() as base:
        return find_in(base, name)


def find_in(base: Connection, name: str) -> Session | None:
    row = base.execute(_FIND, {"name": name}).one_or_none()
    return None if row is None else _of(row)


def _of(row: Row[Any]) -> Session:
    return Session(
        id=row.id,
        withdrawal=row.withdrawal,
        country=row.country,
        member=row.member,
        attributes=json.loads(row.attributes or "{}"),
        kinds=tuple(row.kinds.split()),
        told_more=row.attributes is not None,
        instructed=row.instructed,
        finished=row.finished,
        counts=not (row.taken_before or row.cheated),
        answered=row.answered,
    )


def tell_country(store: Store, name: str, country: str, taken_before: bool) -> None:
    """Keep what is required, once: what was said first stays."""
    chosen = sessions.c.id == name, sessions.c.country.is_(None)
    with store.write() as base:
        base.execute(update(sessions).where(*chosen).values(country=country, taken_before=taken_before))


def tell_more(store: Store, name: str, given: Mapping[str, Sequence[str]], member: str) -> None:
    """Keep the other demographics, and the group of the plan that follows from all, once."""
    chosen = sessions.c.id == name, sessions.c.attributes.is_(None)
    with store.write() as base:
        base.execute(update(sessions).where(*chosen).values(attributes=json.dumps(dict(given)), member=member))


def begin_items(store: Store, name: str) -> None:
    with store.write() as base:
        base.execute(update(sessions).where(sessions.c.id == name).values(instructed=True))


def finish(store: Store, name: str, trouble: bool | None, cheated: bool | None, comment: str) -> None:
    """Keep the feedback, once. Answers of those who say that they cheated stay, and no longer count."""
    values = {"finished": True, "trouble": trouble, "cheated": cheated, "comment": comment or None}
    chosen = sessions.c.id == name, sessions.c.finished.is_(False)
    with store.write() as base:
        done = base.execute(update(sessions).where(*chosen).values(values))
        if cheated and done.rowcount:
            base.execute(update(answers).where(answers.c.session == name).values(counts=False))


def find_withdrawal(store: Store, word: str) -> str | None:
    """The session whose link of withdrawal holds this word."""
    with store.read() as base:
        return base.execute(select(sessions.c.id).where(sessions.c.withdrawal == word)).scalar()


def withdraw(store: Store, name: str) -> None:
    """Delete all that a volunteer gave; that one withdrew is counted."""
    with store.write() as base:
        store.one_at_a_time(base)
        for table in (answers, leases):
            base.execute(delete(table).where(table.c.session == name))
        gone = base.execute(delete(sessions).where(sessions.c.id == name)).rowcount
        count = int(base.execute(select(facts.c.value).where(facts.c.name == _WITHDRAWN)).scalar() or 0) + gone
        row = store.insert(facts).values(name=_WITHDRAWN, value=str(count))
        base.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": str(count)}))
