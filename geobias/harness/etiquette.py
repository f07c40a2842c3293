"""The task `geobias_etiquette`: statements of regions, of whose two options the more probable one counts.

The harness asks and scores the options; what follows is what `study=etiquette asking.ask=scores` does with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from geobias.corpora import Etiquette, as_dataset, load_etiquette
from geobias.harness.gaps import Gap, Gaps
from geobias.harness.scores import scores_of
from geobias.measures.etiquette import COVERAGE, EtiquetteAnswers, etiquette_scores, region_gaps
from geobias.models.prompting import Template, find_prompt_file
from geobias.relations import judge_gaps
from geobias.sampling import near_duplicate_families
from geobias.studies.etiquette import EtiquettePlan
from geobias.tables import ANSWERED, GapInterval, ResponseRow, ResponseTable

TASK = "geobias_etiquette"
METRICS = ("acc", "coverage", "group_gap", "group_gap_low", "group_gap_high", "group_gap_floor", "different_pairs")
_SCORE, _POINTS = "accuracy", 100.0
_COLUMNS = ("place", "id", "statement", "region", "type", "label")

Record = tuple[int, str, str, str, str, int, tuple[float, ...]]
"""A statement, by `_COLUMNS`, and the scores of its options."""


@cache
def _template() -> Template:
    [template] = find_prompt_file("etiquette").templates
    return template


def documents(corpus: Mapping[str, Any] | None = None, **_: Any) -> dict[str, Any]:
    """The statements as the harness's data set, with one split, `test`.

    A record is scored in the place that its statement has in the file.

    Parameters
    ----------
    corpus : options of `load_etiquette`; None = the statements that come with geobias. A task of one's own gives them
        as `dataset_kwargs: {corpus: {path: norms.csv}}`. What else the harness passes, such as metadata, is not ours.
    """
    statements = load_etiquette(**(corpus or {}))
    turns = _in_turns(statements)
    of_type = statements.attributes.get("type", np.full(len(statements), "", dtype=object))
    columns = {
        "place": turns.tolist(),
        "id": statements.ids[turns],
        "statement": statements.texts[turns],
        "region": statements.attributes["region"][turns],
        "type": of_type[turns],
        "label": statements.labels[turns].tolist(),
    }
    return {"test": as_dataset(columns, extra="lm-eval")}


def _in_turns(statements: Etiquette) -> np.ndarray:
    """Places with the regions in turn, and within them labels and types in turn: any `--limit` has some of all."""
    of_type = statements.attributes.get("type", np.full(len(statements), "", dtype=object))
    keys = list(zip(statements.attributes["region"], statements.labels.tolist(), of_type, strict=True))
    turns = np.zeros(len(keys), dtype=np.int64)
    for depth in (3, 2, 1):
        seen: Counter[tuple[Any, ...]] = Counter()
        for place in np.argsort(turns, kind="stable"):
            key = keys[place][:depth]
            turns[place] = seen[key]
            seen[key] += 1
    return np.argsort(turns, kind="stable")


def question(doc: Mapping[str, Any]) -> str:
    """What is asked: the text of our prompt's one turn."""
    [message] = _template().fill({name: str(doc[name]) for name in _template().fields}).messages
    return message.text


def options(doc: Mapping[str, Any]) -> list[str]:
    return list(_template().options)


def target(doc: Mapping[str, Any]) -> int:
    """Place of the right option."""
    return [_worth()[option.casefold()] for option in _template().options].index(int(doc["label"]))


@cache
def _worth() -> dict[str, int]:
    """Option in small letters -> 1 (accepted) or -1."""
    return {answer: int(number) for answer, number in _template().values.items() if number is not None}


def results(doc: Mapping[str, Any], found: Sequence[tuple[float, bool]]) -> dict[str, Record]:
    """One record for every metric: each is computed from the records of all statements."""
    scores = tuple(scores_of(_template().options, found).values())
    one = (*(doc[name] for name in _COLUMNS), scores)
    return dict.fromkeys(METRICS, one)


@dataclass(frozen=True)
class _Found:
    acc: float
    coverage: float
    gaps: Gaps


def _found(records: Sequence[Sequence[Any]]) -> _Found:
    return _computed(tuple(sorted((*record[:-1], tuple(record[-1])) for record in records)))


@lru_cache(maxsize=4)
def _computed(records: tuple[Record, ...]) -> _Found:
    """Once for all metrics; the order is that of the statements, however many processes answered."""
    plan = EtiquettePlan()
    answers = _answers(records, plan)
    scores = etiquette_scores(answers, plan)
    judged = judge_gaps(region_gaps(answers, plan), (), 1 - plan.level)
    pairs = tuple(_gap(row) for row in judged.rows if row.metric == _SCORE)
    gaps = Gaps(pairs, "share of right answers")
    gaps.log(TASK, plan.level)
    return _Found(scores.one(_SCORE, ANSWERED).value, scores.one(COVERAGE, "").value, gaps)


def _gap(row: GapInterval) -> Gap:
    """As shares, which the harness counts in; ours are points."""
    value, low, high, floor = (end / _POINTS for end in (row.gap, row.low, row.high, row.floor))
    return Gap(row.group_a, row.group_b, value, low, high, floor, row.verdict)


def _answers(records: Sequence[Record], plan: EtiquettePlan) -> EtiquetteAnswers:
    columns = dict(zip((*_COLUMNS, "scores"), zip(*records, strict=True), strict=True))
    strings = {name: np.array(columns[name], dtype=object) for name in ("id", "statement", "region", "type")}
    statements = Etiquette(
        ids=strings["id"],
        texts=strings["statement"],
        labels=np.array(columns["label"], dtype=np.int8),
        attributes={name: strings[name] for name in ("region", "type")},
    )
    rows = [
        ResponseRow(
            *(place, "", _template().name, 0, "scores", "text"),
            fields={"id": name},
            scores=dict(zip(_template().options, scores, strict=True)),
        )
        for place, (name, scores) in enumerate(zip(columns["id"], columns["scores"], strict=True))
    ]
    units = near_duplicate_families(statements.texts.tolist(), plan.near_duplicates or 1.0)
    return EtiquetteAnswers.of_responses(statements, ResponseTable(tuple(rows)), values=_worth(), units=units)


def acc(records: Sequence[Record]) -> float:
    """Share of the answers that is right, over all regions, weighted by their numbers of statements."""
    return _found(records).acc


def coverage(records: Sequence[Record]) -> float:
    """Share of statements that are answered: those whose options have not one probability."""
    return _found(records).coverage


def group_gap(records: Sequence[Record]) -> float:
    """The widest gap of two regions in the share of right answers."""
    return _found(records).gaps.largest.value


def group_gap_low(records: Sequence[Record]) -> float:
    """Lower end of its interval."""
    return _found(records).gaps.largest.low


def group_gap_high(records: Sequence[Record]) -> float:
    """Upper end of its interval."""
    return _found(records).gaps.largest.high


def group_gap_floor(records: Sequence[Record]) -> float:
    """The gap that halves of one region show, mean of both regions."""
    return _found(records).gaps.largest.floor


def different_pairs(records: Sequence[Record]) -> int:
    """How many pairs of regions `geobias.relations.judge_gaps` calls different."""
    return _found(records).gaps.different
