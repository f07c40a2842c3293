"""`geobias collect status`: how far a collection is, and what its plan lacks."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from geobias.collect.design import COUNTRY, Study
from geobias.collect.store import Store, count_leases, count_withdrawn, list_answers, list_sessions


@dataclass(frozen=True)
class Group:
    """A group of the plan: its people, items of which it has an answer, answers that the plan lacks, and items done."""

    name: str
    people: int
    items: int
    lacking: int
    complete: int


@dataclass(frozen=True)
class Status:
    """Counts of a collection. `counted` answers leave out repeats and cheating; `days` has answers a day."""

    people: int
    finished: int
    repeats: int
    cheating: int
    withdrawn: int
    trouble: int
    answers: int
    counted: int
    under_way: int
    countries: Mapping[str, int]
    strata: Mapping[str, int]
    days: Mapping[str, int]
    groups: tuple[Group, ...]
    items: int
    wanted: int

    def lines(self, by: str) -> list[str]:
        """For the terminal. by : the demographic of the plan."""
        told = [
            f"People: {self.people} began, {self.finished} finished, {self.under_way} with an item before them.",
            f"Answers: {self.answers}, of which {self.counted} count (people who took part before: {self.repeats}, "
            f"who say that they cheated: {self.cheating}, who withdrew: {self.withdrawn}).",
        ]
        if self.trouble:
            told.append(f"Technical trouble: {self.trouble}; see the feedback of an export.")
        for title, counts in (("country", self.countries), ("stratum", self.strata), ("day", self.days)):
            if counts:
                told += ["", f"{'Answers' if title != 'country' else 'People'} by {title}"]
                told += [f"  {count:6d}  {name or 'not given'}" for name, count in counts.items()]
        if self.groups:
            told += ["", f"Plan: {self.wanted} answers of each of {self.items} items from every {by}"]
            told.append("  people   items  complete  lacking answers")
            told += [
                f"  {one.people:6d}  {one.items:6d}  {one.complete:8d}  {one.lacking:15d}  {one.name or 'not given'}"
                for one in self.groups
            ]
        return told


def read_status(study: Study, store: Store) -> Status:
    """Count what a study's store holds."""
    people, given = list_sessions(store), list_answers(store)
    told = [one for one in people if one.attributes is not None]
    counted = [one for one in given if one.counts]
    strata = {name: item.stratum for name, item in study.items.items()}
    countries = Counter(json.loads(one.attributes).get(COUNTRY, [""])[0] for one in told)
    return Status(
        people=len(people),
        finished=sum(one.finished for one in people),
        repeats=sum(bool(one.taken_before) for one in people),
        cheating=sum(bool(one.cheated) for one in people),
        withdrawn=count_withdrawn(store),
        trouble=sum(bool(one.trouble) for one in people),
        answers=len(given),
        counted=len(counted),
        under_way=count_leases(store, time.time()),
        countries=dict(countries.most_common()),
        strata=dict(Counter(strata.get(one.item, "(no longer in the study)") for one in counted).most_common()),
        days=dict(sorted(Counter(one.day for one in given).items())),
        groups=_groups(study, Counter(one.member for one in told), Counter((one.member, one.item) for one in counted)),
        items=len(study.items),
        wanted=study.settings.plan.answers,
    )


def _groups(study: Study, people: Counter[str], counts: Counter[tuple[str, str]]) -> tuple[Group, ...]:
    wanted, found = study.settings.plan.answers, []
    for name in sorted(people):
        of_items = [counts[name, item] for item in study.items]
        lacking = sum(max(0, wanted - count) for count in of_items)
        found.append(
            Group(name, people[name], sum(map(bool, of_items)), lacking, sum(count >= wanted for count in of_items))
        )
    return tuple(found)
