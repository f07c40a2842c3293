"""Tables of a run of study=etiquette, of answers whose numbers can be counted by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from geobias.measures.etiquette import (
    EtiquetteAnswers,
    EtiquetteSettings,
    abstentions,
    etiquette_counts,
    etiquette_scores,
    region_gaps,
    wrong_by_type,
)
from geobias.relations import judge_gaps

CELLS = [("north", "dining"), ("north", "visits"), ("south", "dining"), ("south", "visits")]
SAID = {"m": [(9, 1), (7, 3), (6, 2), (4, 4)], "quiet": [(10, 0), (10, 0), (4, 0), (4, 0)]}
"""Model -> in each cell how many of ten answers are right, and wrong; the others are none."""
QUICK = EtiquetteSettings(metrics=("accuracy",), replicates=200, splits=10)
RECORD = {
    "responder": {"name": "m"},
    "planted": {
        "region": {"north": {"accuracy": 0.75}, "south": {"accuracy": 0.1}},
        "type": {"dining": {"accuracy": 0.8}, "visits": {"accuracy": 0.6}},
    },
    "statements": {"count": 40, "accepted": 20, "regions": {"north": 20, "south": 20}, "own": True},
    "asked": {
        "prompt": "etiquette", "messages": [{"system": "Be brief."}, {"user": "Is {statement} polite in {region}?"}],
        "options": ["Yes", "No"],
    },
    "decoding": {"temperature": 0.0, "max_tokens": 40},
}  # fmt: skip


def answers(model: str) -> EtiquetteAnswers:
    """Forty answers of one model, ten a cell, half of them about what is accepted."""
    cells = np.repeat(np.array(CELLS, dtype=object), 10, axis=0)
    truth = np.resize(np.array([1, -1], dtype=np.int8), 40)
    signs = np.concatenate([np.repeat([1, -1, 0], [right, wrong, 10 - right - wrong]) for right, wrong in SAID[model]])
    reasons = np.where(signs == 0, "hedged", "").astype(object)
    said = (truth * signs).astype(np.int8)
    return EtiquetteAnswers(truth, said, cells[:, 0], cells[:, 1], np.arange(40), reasons, model)


def tables(*models: str) -> dict[str, pd.DataFrame]:
    """Of some models, the first of them first."""
    made = [answers(name) for name in models]
    measures = {
        "etiquette_scores": lambda one: etiquette_scores(one, QUICK),
        "etiquette_counts": etiquette_counts,
        "wrong_by_type": wrong_by_type,
        "abstentions": abstentions,
        "region_gaps": lambda one: judge_gaps(region_gaps(one, QUICK), ()),
    }
    found = {name: pd.concat([_frame(measure(one), one) for one in made]) for name, measure in measures.items()}
    found["groups"] = pd.DataFrame({"group": ["north", "south"], "role": "region"})
    found["examples"] = pd.DataFrame(
        {
            "model": models[0], "id": ["s-9", "s-17"], "region": "north", "type": ["dining", "visits"],
            "truth": [-1, 1], "said": [1, -1], "text": ["Point at people.", "Take off your shoes."],
        }
    )  # fmt: skip
    return found


def _frame(table: Any, one: EtiquetteAnswers) -> pd.DataFrame:
    return table.to_frame().assign(model=one.model)
