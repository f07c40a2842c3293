"""What other volunteers answered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from sqlalchemy import bindparam, select

from geobias.collect.store.base import Store
from geobias.collect.store.schema import answers, sessions
from geobias.collect.store.sessions import Session

_OTHERS = select(answers.c.value).where(
    answers.c.item == bindparam("item"),
    answers.c.country == bindparam("country"),
    answers.c.counts.is_(True),
    answers.c.session != bindparam("own"),
)
Tally = Counter[float | None]
"""answer -> people; None = did not know."""


def of_country(store: Store, session: Session, item: str) -> Tally:
    """What others of the volunteer's country answered to an item."""
    with store.read() as base:
        return Counter(base.execute(_OTHERS, {"item": item, "country": session.country, "own": session.id}).scalars())


def of_groups(store: Store, session: Session) -> Mapping[tuple[str, str], Mapping[str, Tally]]:
    """(attribute, value) of each of the volunteer's own groups -> item of theirs -> what others of it answered."""
    mine = select(answers.c.item).where(answers.c.session == session.id)
    chosen = answers.c.item.in_(mine), answers.c.session != session.id, answers.c.counts.is_(True)
    query = select(answers.c.item, answers.c.value, sessions.c.attributes)
    own = {(name, value) for name, values in session.attributes.items() for value in values}
    found: dict[tuple[str, str], dict[str, Tally]] = {group: {} for group in sorted(own)}
    read: dict[str, list[tuple[str, str]]] = {}
    with store.read() as base:
        for item, value, text in base.execute(query.join(sessions, sessions.c.id == answers.c.session).where(*chosen)):
            if text not in read:
                given = json.loads(text or "{}")
                read[text] = [pair for pair in own if pair[1] in given.get(pair[0], ())]
            for group in read[text]:
                found[group].setdefault(item, Counter())[value] += 1
    return found
