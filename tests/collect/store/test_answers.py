"""What is kept, once, whatever is sent again; and what a lease is worth."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace

import pytest
import sqlalchemy

from geobias.collect.store import (
    Quota,
    Store,
    all_answers,
    begin_items,
    begin_session,
    find_answer,
    find_session,
    finish,
    keep_answer,
    list_answers,
    list_sessions,
    next_item,
    of_country,
    of_groups,
    tell_country,
    tell_more,
    withdraw,
)
from geobias.collect.store import answers as module
from geobias.collect.store.versions import STEPS, bring_up_to_date
from geobias.errors import InputError, StorageError

STRATA = {f"item-{number}": "even" if number % 2 == 0 else "odd" for number in range(12)}
QUOTA = Quota(STRATA, wanted=2, seconds=60)


@pytest.fixture
def store(tmp_path):
    with Store(f"sqlite:///{tmp_path}/answers.sqlite") as store:
        yield store


def began(store, visit, country="DE", size=6, before=False, **told):
    name = begin_session(store, visit, "en", "consent", size)
    tell_country(store, name, country, before)
    tell_more(store, name, {"country_longest": [country], **told}, country)
    begin_items(store, name)
    return find_session(store, name)


def answer_all(store, session, value=1.0, quota=QUOTA):
    while lease := next_item(store, session, quota):
        assert keep_answer(store, session, lease.item, value, "") is not None


def test_a_session_goes_from_stage_to_stage(store):
    name = begin_session(store, "visit", "en", "consent", 2)
    stages = [find_session(store, name).stage]
    for step in (
        lambda: tell_country(store, name, "DE", False),
        lambda: tell_more(store, name, {}, ""),
        lambda: begin_items(store, name),
        lambda: answer_all(store, find_session(store, name)),
        lambda: finish(store, name, None, False, ""),
    ):
        step()
        stages.append(find_session(store, name).stage)
    assert stages == ["country", "more", "instructions", "item", "feedback", "result"]


def test_a_form_of_consent_sent_twice_makes_one_session(store):
    assert begin_session(store, "visit", "en", "c", 6) == begin_session(store, "visit", "de", "d", 9)
    assert [one.language for one in list_sessions(store)] == ["en"]


def test_what_was_told_first_stays(store):
    session = began(store, "visit", age=["20-30"])
    tell_country(store, session.id, "FR", True)
    tell_more(store, session.id, {"age": ["80"]}, "FR")
    assert find_session(store, session.id) == session


def test_an_item_is_leased_until_it_is_answered(store):
    session = began(store, "visit")
    lease = next_item(store, session, QUOTA)
    assert next_item(store, session, QUOTA) == lease
    assert keep_answer(store, session, "another", 1.0, "") is None
    kept = keep_answer(store, session, lease.item, 1.0, "why")
    assert (kept.position, kept.value, kept.reason) == (1, 1.0, "why")
    assert next_item(store, session, QUOTA).position == 2


def test_an_answer_sent_again_is_the_first_one(store):
    session = began(store, "visit")
    lease = next_item(store, session, QUOTA)
    first = keep_answer(store, session, lease.item, 1.0, "first")
    assert keep_answer(store, session, lease.item, -1.0, "second") == first
    assert all_answers(store, session) == [first]
    assert find_answer(store, session, 1) == first


def test_answers_of_many_tabs_at_once_are_one(store):
    session = began(store, "visit")
    lease = next_item(store, session, QUOTA)
    kept = []
    tabs = [
        threading.Thread(target=lambda value=value: kept.append(keep_answer(store, session, lease.item, value, "")))
        for value in (-2.0, -1.0, 0.0, 1.0, 2.0) * 3
    ]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert len(kept) == 15
    assert len(set(kept)) == 1
    assert len(list_answers(store)) == 1


def test_volunteers_at_once_share_the_items_evenly(store):
    def volunteer(number):
        answer_all(store, began(store, f"visit-{number}", size=6))

    people = [threading.Thread(target=volunteer, args=(number,)) for number in range(4)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    counts = Counter(one.item for one in list_answers(store))
    assert counts.total() == 24
    # Not 2 of each: who comes last may have had the item that lacks one, and is not turned away.
    assert {abs(counts[item] - 2) for item in STRATA} <= {0, 1}


def test_a_third_is_unseen_a_third_seen_and_the_rest_balanced(store):
    plenty = replace(QUOTA, wanted=50)
    for number in range(3):
        answer_all(store, began(store, f"first-{number}", size=2), quota=plenty)
    session = began(store, "visit", size=6)
    assert sorted(session.kinds) == ["balanced"] * 2 + ["seen"] * 2 + ["unseen"] * 2
    answer_all(store, session, quota=plenty)
    kinds = [one.kind for one in list_answers(store) if one.session == session.id]
    assert tuple(kinds) == session.kinds


def test_a_lease_that_has_expired_blocks_nobody_and_its_answer_is_taken(store, monkeypatch):
    quota = Quota({"only": "one"}, wanted=1, seconds=60)
    left, came = began(store, "left", size=1), began(store, "came", size=1)
    assert next_item(store, left, quota).item == "only"
    counts = module._counts
    with store.read() as base:
        now = module.time.time()
        assert counts(base, "DE", now) == {"only": 1}
        assert counts(base, "DE", now + 61) == {}
        assert counts(base, "FR", now) == {}
    assert next_item(store, came, quota).item == "only"  # beyond the plan rather than nothing
    assert keep_answer(store, came, "only", 1.0, "") is not None
    monkeypatch.setattr(module.time, "time", lambda: now + 10_000)
    assert keep_answer(store, left, "only", -1.0, "") is not None


def test_repeats_and_cheating_count_for_nothing(store):
    answer_all(store, began(store, "before", before=True, size=12))
    cheat = began(store, "cheat", size=12)
    answer_all(store, cheat)
    finish(store, cheat.id, None, True, "sorry")
    honest = began(store, "honest", size=1)
    lease = next_item(store, honest, QUOTA)
    assert of_country(store, honest, lease.item) == {}
    assert [one.counts for one in list_answers(store)] == [False] * 24
    finish(store, cheat.id, None, False, "")  # what was said first stays
    assert not any(one.counts for one in list_answers(store))


def test_others_are_of_the_same_country_and_of_the_same_groups(store):
    everything = Quota(STRATA, wanted=50, seconds=60)
    for visit, country, gender, value in (
        ("1", "DE", "woman", 1.0),
        ("2", "DE", "man", None),
        ("3", "FR", "man", -1.0),
    ):
        answer_all(store, began(store, visit, country, 12, gender=[gender]), value, everything)
    me = began(store, "me", "DE", 12, gender=["man", "other"])
    answer_all(store, me, 2.0, everything)
    assert of_country(store, me, "item-3") == {1.0: 1, None: 1}
    groups = of_groups(store, me)
    assert groups["country_longest", "DE"]["item-3"] == {1.0: 1, None: 1}
    assert groups["gender", "man"]["item-3"] == {None: 1, -1.0: 1}
    assert groups["gender", "other"] == {}


def test_who_withdraws_is_gone(store):
    session = began(store, "visit")
    answer_all(store, session)
    other = began(store, "other")
    next_item(store, session, QUOTA)
    withdraw(store, session.id)
    withdraw(store, session.id)
    assert find_session(store, session.id) is None
    assert list_answers(store) == []
    assert [one.id for one in list_sessions(store)] == [other.id]
    assert next_item(store, session, QUOTA) is None
    assert keep_answer(store, session, "item-1", 1.0, "") is None


def test_a_store_is_closed_and_opened_again(tmp_path):
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    with Store(url) as store:
        session = began(store, "visit")
        answer_all(store, session)
    with Store(url) as store:
        assert len(all_answers(store, session)) == 6
        assert store.is_well()


def test_an_older_store_is_brought_up_to_date_and_a_newer_one_refused(tmp_path):
    engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path}/answers.sqlite")
    column = sqlalchemy.text("ALTER TABLE sessions ADD COLUMN mood TEXT")
    with engine.begin() as base:
        bring_up_to_date(base)
    for _ in range(2):  # the second time there is nothing to do
        with engine.begin() as base:
            bring_up_to_date(base, [*STEPS, lambda base: base.execute(column)])
    assert "mood" in {one["name"] for one in sqlalchemy.inspect(engine).get_columns("sessions")}
    engine.dispose()
    with pytest.raises(InputError) as told:
        Store(f"sqlite:///{tmp_path}/answers.sqlite")
    assert str(told.value) == (
        "the store must be of version 1 or older, but it is of version 2. "
        "Use the geobias that wrote it, or a newer one."
    )


def test_what_is_no_store_is_said(tmp_path):
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(StorageError, match=r"answers\.sqlite cannot be used \(file is not a database\)\."):
        Store(f"sqlite:///{tmp_path}/answers.sqlite")
    with pytest.raises(InputError, match="store must be an address such as postgresql://user@host/base, but "):
        Store("answers in a shoe box")
