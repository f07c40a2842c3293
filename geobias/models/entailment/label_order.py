"""Label order: which output of a classifier stands for which relation, by the words of its configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.models.entailment.entailments import RELATIONS

OTHER = "not_entailment"
"""The second output of a two-way model: neutral or contradiction, it does not say which."""
_STEMS = {
    OTHER: ("notentail", "nonentail", "noentail", "unentail"),
    "entailment": ("entail", "support"),
    "contradiction": ("contradict", "refute"),
    "neutral": ("neutral", "notenoughinfo"),
}
_WHOLE = {"e": "entailment", "c": "contradiction", "n": "neutral", "nei": "neutral"}
_COMPLETE = (set(RELATIONS), {"entailment", OTHER}, {"entailment", "contradiction"})


def relation_of(word: str) -> str | None:
    """The relation that a label names, in any case, wording and with numbers or marks around it; None for others.

    >>> relation_of("ENTAILMENT"), relation_of("Not entailed"), relation_of("0: contradicts"), relation_of("LABEL_0")
    ('entailment', 'not_entailment', 'contradiction', None)
    """
    plain = re.sub(r"[^a-z]", "", word.lower())
    stems = (relation for relation, starts in _STEMS.items() if plain.startswith(starts))
    return _WHOLE.get(plain) or next(stems, None)


def label_order(config: Mapping[str, Any], declared: Sequence[str] | None, outputs: int, model: str) -> tuple[str, ...]:
    """What every output stands for: a relation, or `OTHER`.

    Parameters
    ----------
    config : what config.json holds, as it is. outputs : how many logits the network has.
    declared : names of the outputs, which count more than those of the configuration; None = there are none.

    Raises
    ------
    InputError : the words do not tell, or say two things.
    """
    if declared is not None:
        order = _order(list(declared))
        if order is None or len(order) != outputs:
            raise InputError(
                f"entailment.labels must name the {outputs} outputs of '{model}', each relation once",
                f"it is {list(declared)}",
                'Pass ["contradiction","neutral","entailment"] or ["entailment","not_entailment"], in its order.',
            )
        return order
    words = _words(config)
    orders = {order for names in words if (order := _order(names)) is not None and len(order) == outputs}
    if len(orders) != 1:
        shown = " and ".join(dict.fromkeys(str(names) for names in words if names)) or "nothing"
        raise InputError(
            "the config.json of a model of entailment must say which output is which relation",
            f"that of '{model}' calls its {outputs} outputs {shown}",
            'See its model card, and pass for example entailment.labels=["contradiction","neutral","entailment"].',
        )
    return orders.pop()


def to_relations(logits: np.ndarray, order: Sequence[str]) -> np.ndarray:
    """Logits (n, outputs) to probabilities of `RELATIONS`, float64 (n, 3), by the softmax over outputs.

    What a two-way model gives to `OTHER` is neutral's; a relation that no output stands for has 0.
    """
    shifted = np.exp(logits.astype(np.float64) - logits.max(1, keepdims=True))
    probabilities = shifted / shifted.sum(1, keepdims=True)
    out = np.zeros((len(logits), 3))
    for output, relation in enumerate(order):
        out[:, RELATIONS.index("neutral" if relation == OTHER else relation)] = probabilities[:, output]
    return out


def _words(config: Mapping[str, Any]) -> list[list[str]]:
    """Names of the outputs in their order, by `id2label` and by `label2id`; [] where these do not say."""
    try:
        by_id = {int(place): str(name) for place, name in (config.get("id2label") or {}).items()}
        by_name = {int(place): str(name) for name, place in (config.get("label2id") or {}).items()}
    except (AttributeError, TypeError, ValueError):
        return [[], []]
    return [
        [names[place] for place in sorted(names)] if set(names) == set(range(len(names))) else []
        for names in (by_id, by_name)
    ]


def _order(names: Sequence[str]) -> tuple[str, ...] | None:
    """The relations that some names stand for, if they are all of those that a model tells apart."""
    found = [relation for relation in map(relation_of, names) if relation is not None]
    whole = len(found) == len(names) == len(set(found)) and set(found) in _COMPLETE
    return tuple(found) if whole else None
