"""Sources are asked what they say of every item: their numbers become sources of the judgements, all else a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from geobias.corpora.judgements import Judgements
from geobias.errors import InputError
from geobias.files import check_folder
from geobias.pipeline.asked.loading import AskedSources
from geobias.pipeline.asked.source import Items, Said, in_words_of, judged
from geobias.pipeline.session import Session
from geobias.tables import AskedAnswer, AskedAnswerTable


def ask_sources(
    judgements: Judgements, asked: AskedSources, session: Session, store: str
) -> tuple[Judgements, AskedAnswerTable]:
    """The judgements with a source for each model, float64 (I,), and what each said of every item.

    Items are asked about that somebody gave an answer to; of the others, and where a model gave no number, a source is
    NaN. What the store has is not asked again. Notices and `run.json` say how many gave no number and why, which
    models they are, and which sources say the same of every item.

    Raises
    ------
    InputError : an item has no text, a source's name is taken, or one gave no number of any item. StorageError : the
        store cannot be written.
    """
    asked.check_new(judgements)
    rows: list[AskedAnswer] = []
    if not asked.sources:
        return judgements, AskedAnswerTable(())
    check_folder(Path(store))
    places = judged(judgements)
    items = Items.of(judgements, places)
    with session.stage("ask"):
        for name, source in asked.sources.items():
            with in_words_of(name), session.bar(f"Asking {name}", source.unit) as progress:
                said = source.ask(items, store, progress)
            _check_some(name, said)
            session.notice(*_notices(name, said), *(f"Source '{name}': {notice}" for notice in source.notices))
            values = np.full(len(judgements.items), np.nan)
            values[places] = [one.value for one in said]
            judgements = judgements.with_source(name, values)
            rows += [
                AskedAnswer(name, item, one.value, one.answer, one.reason)
                for item, one in zip(items.names, said, strict=True)
            ]
    session.directory.record(asked={name: dict(source.facts) for name, source in asked.sources.items()})
    return judgements, AskedAnswerTable(tuple(rows))


def _check_some(name: str, said: Sequence[Said]) -> None:
    if all(np.isnan(one.value) for one in said):
        raise InputError(
            f"asked.{name} must give a number of at least one item",
            f"of {len(said)} items it gave none ({_reasons(said)})",
            "Look at what it says with `geobias ask`, ask=scores perhaps, or leave the source out.",
        )


def _notices(name: str, said: Sequence[Said]) -> list[str]:
    """How many items have no number and why; whether all others have the same one."""
    known = [one.value for one in said if not np.isnan(one.value)]
    found = []
    if len(known) < len(said):
        found.append(
            f"Source '{name}' gave no number of {len(said) - len(known)} of {len(said)} items: {_reasons(said)}."
        )
    if len(set(known)) == 1 and len(known) > 1:
        found.append(
            f"Source '{name}' says the same, {known[0]:g}, of all {len(known)} items it gave a number of: no group can "
            "be aligned with it."
        )
    return found


def _reasons(said: Sequence[Said]) -> str:
    counted = Counter(one.reason for one in said if np.isnan(one.value))
    return ", ".join(f"{count} {reason}" for reason, count in counted.most_common())
