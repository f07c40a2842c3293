"""How far a collection is."""

from __future__ import annotations

from collections import Counter

from geobias.collect.counting import Group, read_status
from geobias.collect.store import list_answers, list_sessions, withdraw


def test_people_answers_and_what_the_plan_lacks_are_counted(study, store, volunteer):
    one = volunteer().to_items()
    one.judge_all()
    one.finish(trouble="yes", cheated="no")
    volunteer(before="yes").to_items().judge_all()
    volunteer(country="FR").to_items().judge_all(most=2)
    gone = volunteer(country="FR").to_items()
    gone.judge()
    withdraw(
        store, next(row.id for row in list_sessions(store) if row.country == "FR" and row.id not in _answered(store, 2))
    )
    found = read_status(study, store)
    assert (found.people, found.finished, found.repeats, found.withdrawn, found.trouble) == (3, 1, 1, 1, 1)
    assert (found.answers, found.counted) == (14, 8)
    assert found.countries == {"Germany": 2, "France": 1}
    assert sum(found.strata.values()) == 8
    assert list(found.days.values()) == [14]
    assert found.groups == (Group("France", 1, 2, 148, 0), Group("Germany", 2, 6, 144, 0))
    shown = "\n".join(found.lines("country_longest"))
    assert (
        "Answers: 14, of which 8 count (people who took part before: 1, who say that they cheated: 0, who withdrew: 1)."
        in shown
    )
    assert "Plan: 5 answers of each of 30 items from every country_longest" in shown
    assert "       2       6         0              144  Germany" in shown


def _answered(store, count):
    return {name for name, answers in Counter(row.session for row in list_answers(store)).items() if answers == count}
