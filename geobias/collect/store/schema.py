"""Tables of a collection, and the two views that other rooms read."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

facts = Table("facts", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""name -> value: the version of the schema, and how many withdrew."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("visit", String(32), nullable=False, unique=True),  # a form of consent sent twice makes one session
    Column("withdrawal", String(32), nullable=False, unique=True),
    Column("language", String(16), nullable=False),
    Column("consent", String(12), nullable=False),  # fingerprint of the text agreed to
    Column("day", String(10), nullable=False),  # of the start; no finer time is kept
    Column("kinds", Text, nullable=False),  # of its items in order: unseen, seen, balanced
    Column("country", String(8)),
    Column("member", String(80)),  # its group of plan.by
    Column("taken_before", Boolean),
    Column("attributes", Text),  # JSON: name -> list of values
    Column("instructed", Boolean, nullable=False, default=False),
    Column("finished", Boolean, nullable=False, default=False),  # the form of feedback was sent
    Column("trouble", Boolean),
    Column("cheated", Boolean),
    Column("comment", Text),
)

items = Table(
    "items",
    metadata,
    Column("item", String(200), primary_key=True),
    Column("text", Text, nullable=False),
    Column("stratum", String(200), nullable=False),
    Column("sources", Text, nullable=False),  # JSON: name -> number
)
"""As of the last start: so that what reads the store needs no other file."""

answers = Table(
    "answers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session", String(32), ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("item", String(200), nullable=False),
    Column("value", Float),  # null = did not know
    Column("reason", Text),
    Column("kind", String(10), nullable=False),
    Column("country", String(8)),
    Column("member", String(80)),
    Column("counts", Boolean, nullable=False),  # not of those who took part before, or say that they cheated
    Column("day", String(10), nullable=False),
    UniqueConstraint("session", "item"),
    UniqueConstraint("session", "position"),
    Index("answers_by_member", "member", "counts", "item"),
    Index("answers_by_country", "item", "country", "counts", "value"),
)

leases = Table(
    "leases",
    metadata,
    Column("session", String(32), ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("item", String(200), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("member", String(80)),
    Column("expires", Float, nullable=False),
    Index("leases_by_member", "member", "expires"),
)
"""The item that a volunteer has before them. One that has expired no longer counts, and its answer is still taken."""

VIEWS = {
    "judged_answers": """
        SELECT sessions.id AS session, answers.item, answers.value, sessions.attributes, sessions.country,
               sessions.taken_before, sessions.cheated
        FROM answers JOIN sessions ON sessions.id = answers.session""",
    "judged_items": "SELECT item, text, stratum, sources FROM items",
}
"""What other rooms read; their columns stay while the schema changes behind them."""
