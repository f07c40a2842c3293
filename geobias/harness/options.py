"""The task `geobias_resonance_options`: a survey's items asked as persons of many groups, by the options' scores.

The harness asks and scores the options; their expected places are those that `study=resonance` calls stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations as pairs_of
from typing import Any

import numpy as np

from geobias.corpora import as_dataset
from geobias.errors import InputError
from geobias.harness.gaps import Gap, Gaps
from geobias.harness.scores import Figures, scores_of
from geobias.measures.resonance import clustered_mean, ends, item_prompts, read_values
from geobias.models.generation import option_probabilities
from geobias.models.prompting import Combinations, personas, read_interview
from geobias.suggest import nearest

TASK = "geobias_resonance_options"
METRICS = ("traditional", "group_gap", "group_gap_low", "group_gap_high")
LEVEL = 0.95

Record = tuple[str, str, str, int, float, float]
"""A group, the other fields of the person, the item, of how many, its loading on the axis and the answer's place."""


def documents(
    interview: str = "nations",
    values: str = "own",
    combinations: Combinations = "full",
    group: str = "nation",
    figures: Figures = "apart",
    **_: Any,
) -> dict[str, Any]:
    """The items as the harness's data set, with one split, `test`: all items of a person, of one person of each group.

    Parameters
    ----------
    interview, values, combinations : as `interview.source`, `interview.values` and `interview.combinations`.
    group : the axis whose values are compared. figures : see `scores_of`. A task of one's own gives these as
        `dataset_kwargs`.

    Raises
    ------
    InputError : a file is not sound, or the interview has no such axis.
    """
    asked = read_interview(interview)
    if group not in asked.axes:
        got = f"'{group}' is none"
        raise InputError("group must be an axis of the interview", got, f"{nearest(group, asked.axes)}Name one.")
    items = {value.name: value for value in read_values(values)}
    people = [one for one in personas(asked, combinations) if one[group]]
    others = [axis for axis in asked.axes if axis != group]
    people.sort(key=lambda one: [["", *asked.axes[axis]].index(one[axis]) for axis in others])
    prompts = item_prompts(list(items.values()), people, asked.introduce).prompts
    number = len(prompts) // len(people)
    rows = []
    for prompt in (prompts[at + len(people) * item] for at in range(len(people)) for item in range(number)):
        [message], value = prompt.messages, items[prompt.fields["question"]]
        rest = ", ".join(prompt.fields[axis] for axis in others if prompt.fields[axis])
        rows.append(
            {
                "text": message.text, "group": prompt.fields[group], "person": rest, "item": value.name,
                "items": number, "loading": value.loading, "options": list(value.options),
                "places": [float(place) for place in value.options.values()], "figures": figures,
            }
        )  # fmt: skip
    return {"test": as_dataset({name: [row[name] for row in rows] for name in rows[0]}, extra="lm-eval")}


def results(doc: Mapping[str, Any], found: Sequence[tuple[float, bool]]) -> dict[str, Record]:
    """One record for every metric: each is computed from the records of all persons."""
    scores = scores_of(doc["options"], found, doc["figures"])
    place = float(option_probabilities(list(scores.values())) @ np.array(doc["places"]))
    one = (doc["group"], doc["person"], doc["item"], doc["items"], doc["loading"], place)
    return dict.fromkeys(METRICS, one)


@dataclass(frozen=True)
class _Found:
    traditional: float
    gaps: Gaps


def _found(records: Sequence[Record]) -> _Found:
    return _computed(tuple(map(tuple, records)))


@lru_cache(maxsize=4)
def _computed(records: tuple[Record, ...]) -> _Found:
    """Once for all metrics."""
    placed: dict[str, dict[str, list[float]]] = {}
    sizes = {}
    for group, person, _, items, loading, place in records:
        placed.setdefault(group, {}).setdefault(person, []).append(loading * place)
        sizes[group] = items
    # A person who was not asked all items, as where a limit cuts through, has no place on the axis.
    whole = {
        group: {person: sum(terms) for person, terms in people.items() if len(terms) == sizes[group]}
        for group, people in placed.items()
    }
    means = [float(np.mean(list(people.values()))) for people in whole.values() if people]
    gaps = Gaps(tuple(_gaps(whole)), "places on the traditional axis")
    gaps.log(TASK, LEVEL)
    return _Found(float(np.mean(means)) if means else float("nan"), gaps)


def _gaps(whole: Mapping[str, Mapping[str, float]]) -> Iterator[Gap]:
    """Every two groups over the persons who differ in nothing but the group, with Student's interval of the mean."""
    for first, second in pairs_of(sorted(whole), 2):
        shared = [person for person in whole[first] if person in whole[second]]
        if shared:
            differences = np.array([[whole[first][person] - whole[second][person]] for person in shared])
            mean = clustered_mean(differences)
            low, high = ends(mean, LEVEL)
            yield Gap(first, second, float(mean.mean[0]), float(low[0]), float(high[0]))


def traditional(records: Sequence[Record]) -> float:
    """Mean place of all groups on the axis whose positive end is the traditional one: the sum of loading x place."""
    return _found(records).traditional


def group_gap(records: Sequence[Record]) -> float:
    """The widest gap of two groups, over persons who differ in the group alone."""
    return _found(records).gaps.largest.value


def group_gap_low(records: Sequence[Record]) -> float:
    """Lower end of its interval."""
    return _found(records).gaps.largest.low


def group_gap_high(records: Sequence[Record]) -> float:
    """Upper end of its interval."""
    return _found(records).gaps.largest.high
