"""Asking by several designs: one ledger, one table of all that was said."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from geobias.errors import InputError
from geobias.models.generation import Decoding, Ledger, Questions, Responder, ask_prompts
from geobias.pipeline.interviewing.reading import OWN, Interviewed
from geobias.pipeline.session import Session
from geobias.tables import ResponseRow, ResponseTable


def ask_designs(
    read: Interviewed, responder: Responder, decoding: Decoding, session: Session, store: str
) -> ResponseTable:
    """What the responder says by the study's own design and by those in other words, one row an answer.

    Rows carry the name of their design as the field "design"; numbers of prompts run through all designs.

    Raises
    ------
    InputError : nothing came back as a text. StorageError : the ledger cannot be written.
    """
    rows: list[ResponseRow] = []
    designs = {OWN: decoding} | {one.name: replace(decoding, **one.decoding) for one in read.worded}
    with Ledger(store, responder.name, responder.fingerprint, session.notice) as ledger:
        for name, how in designs.items():
            prompts = read.prompts[name]
            words = f"Asking {responder.name}" + (f" ({name})" if name else "")
            with session.bar(words, "answers") as progress:
                found = ask_prompts(prompts, responder, how, ledger, Questions(read.samples(name)), progress=progress)
            first = rows[-1].number + 1 if rows else 0
            rows += [replace(row, number=first + row.number) for row in found.rows]
    if not any(row.outcome == "text" for row in rows):
        raise InputError(
            f"'{responder.name}' must answer at least one prompt with a text",
            f"of {len(rows)} answers none is one, but {_outcomes(rows)}",
            "Look at what it says with `geobias ask`.",
        )
    return ResponseTable(tuple(rows))


def _outcomes(rows: list[ResponseRow]) -> str:
    """Which there are, with what the commonest of them says."""
    found = Counter(row.outcome + (f" ({row.detail})" if row.detail else "") for row in rows)
    return ", ".join(f"{count} {outcome}" for outcome, count in found.most_common(3))
