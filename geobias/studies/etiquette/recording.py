"""What the page and a reader should know of the statements, and of what was asked."""

from __future__ import annotations

from typing import Any

from geobias.corpora import Etiquette
from geobias.models.generation import ScriptedSettings
from geobias.pipeline import Session
from geobias.studies.etiquette.answering import Asked
from geobias.studies.etiquette.lengths import length_cue
from geobias.studies.etiquette.planted import planted, planted_names
from geobias.studies.etiquette.reading import Read


def record(session: Session, inputs: Read) -> None:
    """Into the record of the run, and its notices."""
    statements, successor = inputs.statements, inputs.successor
    session.notice(*statements.notices)
    session.directory.record(
        sources=dict(statements.files),
        statements={
            "count": len(statements),
            "accepted": int((statements.labels == 1).sum()),
            "regions": {name: len(places) for name, places in statements.groups().items()},
            "own": "planted" in statements.details,
            "length": length_cue(statements),
        },
        successor=successor.facts(),
        planted_names=None if successor.identifying is None else planted_names(successor.identifying, statements),
        **({} if inputs.asked is None else _of_asked(inputs.asked, statements)),
        **({} if inputs.encoder is None else {"encoder": inputs.encoder.describe()}),
    )


def _of_asked(asked: Asked, statements: Etiquette) -> dict[str, Any]:
    truth = planted(asked, statements)
    return {
        "responder": {"name": asked.responder.name, "fingerprint": asked.responder.fingerprint},
        "decoding": vars(asked.settings.decoding),
        "asked": asked.facts(),
        "planted": truth,
        "synthetic": ["answers"] if isinstance(asked.settings.responder, ScriptedSettings) else [],
    }
