"""Which types of etiquette are answered wrongly, and what is not answered, for which reason."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.measures.etiquette.answers import Answers, EtiquetteAnswers
from geobias.measures.etiquette.cells import cells
from geobias.measures.scores import unit_share
from geobias.tables import EtiquetteAbstention, EtiquetteAbstentionTable, EtiquetteWrong, EtiquetteWrongTable


def wrong_by_type(answers: EtiquetteAnswers, level: float = 0.95) -> EtiquetteWrongTable:
    """Percent of the answers about each type that are wrong, by region and in all, and of the wrong ones its share."""
    found, rows = cells(answers), []
    wrong = (answers.answered & (answers.said != answers.truth)).astype(np.float64)
    answered = answers.answered.astype(np.float64)
    for (region, kind), at in found.items():
        if kind:
            own = found[region, ""]
            rate = unit_share(wrong[at], answered[at], answers.units[at], level)
            of_type = (answers.types[own] == kind).astype(np.float64)
            share = unit_share(wrong[own] * of_type, wrong[own], answers.units[own], level)
            a, b, c, d, e, f = (100 * end for end in (*rate, *share))
            counts = int(wrong[at].sum()), int(answered[at].sum())
            rows.append(EtiquetteWrong(answers.model, region, kind, *counts, a, b, c, d, e, f, level))
    return EtiquetteWrongTable(tuple(rows))


def abstentions(answers: Answers, level: float = 0.95) -> EtiquetteAbstentionTable:
    """How often nothing was answered: in every cell for any reason, and for each reason by itself."""
    return EtiquetteAbstentionTable(tuple(_abstained(answers, level)))


def _abstained(answers: Answers, level: float) -> Iterator[EtiquetteAbstention]:
    silent = ~answers.answered
    reasons = [name for name in dict.fromkeys(answers.reasons[silent].tolist()) if name]
    for cell, at in cells(answers).items():
        for reason in ("", *reasons):
            found = silent[at] & ((answers.reasons[at] == reason) if reason else True)
            share = unit_share(found.astype(np.float64), np.ones(len(at)), answers.units[at], level)
            yield EtiquetteAbstention(answers.model, *cell, reason, int(found.sum()), len(at), *share, level)
