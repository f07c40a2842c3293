"""Store: sessions, leases and answers, each kept before anybody is told that it is."""

from geobias.collect.store.answers import Given, Lease, Quota, all_answers, find_answer, keep_answer, next_item
from geobias.collect.store.base import Store
from geobias.collect.store.listing import count_leases, count_withdrawn, keep_items, list_answers, list_sessions
from geobias.collect.store.others import Tally, of_country, of_groups
from geobias.collect.store.sessions import (
    Session,
    begin_items,
    begin_session,
    find_session,
    find_withdrawal,
    finish,
    tell_country,
    tell_more,
    withdraw,
)

__all__ = [
    "Given",
    "Lease",
    "Quota",
    "Session",
    "Store",
    "Tally",
    "all_answers",
    "begin_items",
    "begin_session",
    "count_leases",
    "count_withdrawn",
    "find_answer",
    "find_session",
    "find_withdrawal",
    "finish",
    "keep_answer",
    "keep_items",
    "list_answers",
    "list_sessions",
    "next_item",
    "of_country",
    "of_groups",
    "tell_country",
    "tell_more",
    "withdraw",
]
