"""What a volunteer sees, from consent to result, without a browser's help."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from geobias.collect.design import read_study
from geobias.collect.store import Store, list_answers, list_sessions
from geobias.collect.web import make_app, make_site

from ..conftest import CONTACT, Volunteer, hidden, write_study


def words(page):
    """The page's text as read."""
    body = re.sub(r"<(script|style).*?</\1>", "", page.text, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.mark.parametrize(("design", "items"), [("social", 25), ("hate", 15)])
def test_both_designs_go_from_consent_to_result(tmp_path, design, items):
    study = read_study(write_study(tmp_path / "study", design))
    with Store(study.store_url) as store:
        volunteer = Volunteer(make_app(make_site(study, store)), told={"age": "30-40", "gender": "woman"}).to_items()
        assert len(set(volunteer.judge_all())) == items
        assert volunteer.place == "/feedback"
        volunteer.finish(trouble="no", cheated="no", comment="Nice.")
        shown = words(volunteer.page)
        assert f"You judged {items} texts." in shown
        assert "You and the AI" in shown
        assert "Nobody else of this group has answered your texts yet." in shown
        [session] = list_sessions(store)
        assert json.loads(session.attributes) == {"country_longest": ["Germany"], "age": ["30-40"], "gender": ["woman"]}
        assert (session.trouble, session.cheated, session.comment) == (False, False, "Nice.")
        assert len(list_answers(store)) == items


def test_looking_at_the_link_begins_nothing(volunteer, store):
    one = volunteer()
    for _ in range(3):
        one.open()
    assert "Before you begin" in words(one.page)
    assert CONTACT in words(one.page)
    assert list_sessions(store) == []


def test_consent_is_explicit(volunteer, store):
    one = volunteer()
    one.open()
    assert one.send("/").status_code == 422
    assert "Please tick the box" in words(one.page)
    assert list_sessions(store) == []
    assert one.send("/", agree="yes").url.path == "/about"


def test_only_the_country_and_taken_before_are_required(volunteer):
    one = volunteer()
    one.open()
    one.send("/", agree="yes")
    for fields in (
        {},
        {"country_longest": "DE"},
        {"taken_before": "no"},
        {"country_longest": "XX", "taken_before": "no"},
    ):
        assert one.send("/about", **fields).status_code == 422
        assert "Please choose an answer." in words(one.page)
    assert one.send("/about", country_longest="DE", taken_before="yes").url.path == "/about/more"
    assert one.send("/about/more").url.path == "/instructions"


@pytest.mark.parametrize(("country", "asked"), [("US", True), ("DE", False)])
def test_ethnicity_is_asked_in_the_united_states_alone(volunteer, store, country, asked):
    one = volunteer(country=country, told={"ethnicity": ["asian", "white", "made up"]}).to_items()
    attributes = json.loads(list_sessions(store)[0].attributes)
    assert attributes.get("ethnicity") == (["asian", "white"] if asked else None)
    assert one.place == "/item"


def test_one_goes_on_where_one_was(volunteer):
    one = volunteer().to_items()
    item = hidden(one.page, "item")
    for path in ("/", "/about", "/about/more", "/instructions", "/feedback", "/result", "/others/1", "/item"):
        assert one.open(path).url.path == "/item"
        assert hidden(one.page, "item") == item


def test_reload_back_and_two_tabs_lose_and_double_nothing(volunteer, store):
    one = volunteer().to_items()
    first = one.page
    item = hidden(first, "item")
    one.send("/item", item=item, answer="4")
    assert one.send_again("/item", first, item=item, answer="4").url == "http://testserver/others/1"
    again = one.send_again("/item", first, item=item, answer="0")
    assert "Your first answer stands." in words(again)
    assert "Your answer: Very good" in words(again)
    assert [(row.item, row.value) for row in list_answers(store)] == [(item, 2.0)]
    assert one.open("/others/1").url.path == "/others/1"
    assert one.open("/others/2").url.path == "/item"


def test_an_answer_must_be_chosen_and_a_reason_is_not_lost(volunteer, store):
    one = volunteer().to_items()
    item = hidden(one.page, "item")
    for answer in ("", "5", "-1", "x"):
        assert one.send("/item", item=item, answer=answer, reason="Because <it> is.").status_code == 422
        assert "Because &lt;it&gt; is." in one.page.text
        assert hidden(one.page, "item") == item
    assert list_answers(store) == []


def test_others_of_the_country_and_the_model_are_shown(tmp_path):
    folder = write_study(tmp_path / "study", session="6")
    lines = (folder / "items.csv").read_text("utf-8").splitlines(keepends=True)
    (folder / "items.csv").write_text("".join(lines[:7]), encoding="utf-8")
    study = read_study(folder)
    with Store(study.store_url) as store:
        app = make_app(make_site(study, store))
        first = Volunteer(app, answer=lambda item: 0).to_items()
        item = first.judge()
        assert "You are the first from Germany to answer this one." in words(first.page)
        said = study.items[item].sources["example_model"]
        model = study.words["en"].answers[study.settings.answers.index(said)]
        same = "You gave the same answer as the AI." if said == -2 else f"Answer of the AI: {model}"
        assert same in words(first.page)
        first.judge_all()
        second = Volunteer(app, answer=lambda item: 3).to_items()
        second.judge_all()
        second.open("/others/4")
        assert "Answers of others from Germany (1)" in words(second.page)
        assert "Very bad 1 Bad 0 It is okay 0 Good (you) 0 Very good 0" in words(second.page)
        french = Volunteer(app, country="FR").to_items()
        french.judge()
        assert "You are the first from France" in words(french.page)
        first.finish()
        second.finish()
        assert "You and others: Germany (Country) Type of text Agreement What that says All together 0 %" in words(
            second.page
        )
        assert "You mostly disagree. With so few texts it could also be anything between 0 and 39 %." in words(
            second.page
        )


def test_those_who_cheated_or_came_before_are_not_shown_to_others(volunteer):
    cheat = volunteer(answer=lambda item: 0).to_items()
    cheat.judge_all()
    cheat.finish(cheated="yes")
    before = volunteer(before="yes").to_items()
    before.judge_all()
    one = volunteer().to_items()
    one.judge()
    assert "You are the first from Germany" in words(one.page)


def test_what_was_given_can_be_withdrawn_from_another_browser(volunteer, store):
    one = volunteer().to_items()
    one.judge_all()
    one.finish()
    link = re.search(r'href="(/withdraw/[0-9a-f]{32})"', one.page.text)[1]
    other = volunteer()
    other.open(link)
    assert "This cannot be undone." in words(other.page)
    assert len(list_answers(store)) == 6  # looking is not asking
    other.send(link)
    assert "Your answers are deleted" in words(other.page)
    assert (list_answers(store), list_sessions(store)) == ([], [])
    assert other.open(link).status_code == 404
    assert one.open("/item").url.path == "/"


def test_somebody_else_on_the_same_device_begins_anew(volunteer, store):
    one = volunteer().to_items()
    one.judge_all()
    one.finish()
    one.send("/anew")
    assert "Before you begin" in words(one.page)
    one.to_items()
    assert len(list_sessions(store)) == 2


def test_pages_are_in_the_language_asked_for(volunteer):
    one = volunteer()
    one.browser.headers["accept-language"] = "fr, de;q=0.9, en;q=0.1"
    assert '<html lang="de" dir="ltr">' in one.open().text
    assert "Bevor Sie beginnen" in words(one.page)
    assert '<html lang="ar" dir="rtl">' in one.open("/?language=ar").text
    assert '<html lang="ar" dir="rtl">' in one.open("/").text
    assert one.open("/?language=xx").status_code == 200
    one.to_items()
    assert '<html lang="ar"' in one.page.text


def test_a_page_that_is_not_there_is_said(volunteer):
    one = volunteer()
    assert one.open("/nothing").status_code == 404
    assert "There is no such page." in words(one.page)
    assert one.browser.put("/item").status_code == 404
    assert one.browser.get("/static/../app.py").status_code == 404
    assert one.browser.get("/static/secret.key").status_code == 404


def test_everything_on_a_page_is_of_the_server(volunteer):
    one = volunteer().to_items()
    for path in ("/item", "/static/style.css", "/static/script.js"):
        page = one.open(path)
        assert re.findall(r"(?:https?:)?//[\w.]+\.\w+|@import|url\(", page.text) == []
    assert sum(len(one.open(f"/static/{name}").content) for name in ("style.css", "script.js")) < 12_000


def test_a_store_that_can_be_read_and_not_written_is_not_well(app, study, volunteer, caplog):
    one = volunteer().to_items()
    study.folder.rename(study.folder.with_name("moved"))
    assert one.open("/health").status_code == 503
    one.page = one.open("/item")
    assert one.send("/item", item=hidden(one.page, "item"), answer="1", reason="a secret").status_code == 503
    assert "The store cannot be used: " in caplog.text
    assert "secret" not in caplog.text


def test_health_says_whether_the_store_answers(app, store, monkeypatch):
    browser = Volunteer(app).browser
    assert browser.get("/health").json() == {"status": "ok"}
    monkeypatch.setattr(type(store), "is_well", lambda self: False)
    assert browser.get("/health").status_code == 503


def test_a_store_that_fails_is_said_and_nothing_is_claimed(app, volunteer, store, monkeypatch):
    from sqlalchemy.exc import OperationalError

    from geobias.collect.web import item_pages

    one = volunteer().to_items()

    def fails(*given):
        raise OperationalError("INSERT", {}, Exception("disk full"))

    monkeypatch.setattr(item_pages, "keep_answer", fails)
    page = one.send("/item", item=hidden(one.page, "item"), answer="1")
    assert page.status_code == 503
    assert "Your answer could not be kept just now." in words(page)
    assert "disk full" not in page.text


def test_names_stand_apart_in_a_sentence_of_the_other_direction(volunteer):
    one = volunteer()
    one.open("/?language=ar")
    assert "\u2068Ada <ada@example.org>\u2069" in words(one.page)
    assert "\u2068" not in one.open("/?language=en").text
