"""Pages of the items: one is shown, its answer is kept, and then what others said is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from geobias.collect.design import COUNTRY, Item
from geobias.collect.store import Given, Session, Tally, find_answer, find_session, keep_answer, next_item, of_country
from geobias.collect.web.choices import choices
from geobias.collect.web.pages import at_stage, place_of
from geobias.collect.web.site import Call


@dataclass(frozen=True)
class Bar:
    """One answer of others: its words, how many gave it, and whether it is the volunteer's."""

    answer: str
    people: int
    own: bool


@at_stage("item")
def show_item(call: Call, session: Session) -> Response:
    return _item(call, session, 200, None)


def _item(call: Call, session: Session, status: int, error: str | None) -> Response:
    lease = next_item(call.site.store, session, call.site.quota)
    if lease is None:  # another tab was faster, or there are fewer items than at the start
        return call.go(place_of(find_session(call.site.store, session.id)))
    item = call.site.study.items.get(lease.item)
    if item is None:
        return call.problem(500, "problem_store")
    reason = call.form.text("reason", call.site.study.settings.limits.text_letters)
    text = item.text(call.language)
    return call.page("item.html", status, item=item, text=text, position=lease.position, error=error, reason=reason)


def take_answer(call: Call) -> Response:
    """Keep an answer; only then is its page asked for. Who sends the form again is shown the answer that was kept."""
    session, settings = call.session, call.site.study.settings
    if session is None or session.country is None or not session.instructed:
        return call.go(place_of(session))
    place = call.form.one("answer")
    if place not in map(str, range(len(settings.answers))):
        return _item(call, session, 422, "choose_one") if session.stage == "item" else call.go(place_of(session))
    value = settings.answers[int(place)]
    reason = call.form.text("reason", settings.limits.text_letters) if settings.reason else ""
    kept = keep_answer(call.site.store, session, call.form.one("item"), value, reason)
    if kept is None:
        return call.go(place_of(find_session(call.site.store, session.id)))
    return call.go(f"/others/{kept.position}" + ("" if kept.value == value else "?first"))


def show_others(call: Call) -> Response:
    """What others answered, of any item that the volunteer has answered."""
    session = call.session
    if session is None:
        return call.go("/")
    given = find_answer(call.site.store, session, int(call.parts["position"]))
    item = call.site.study.items.get(given.item) if given else None
    if given is None or item is None:
        return call.go(place_of(session))
    tally = of_country(call.site.store, session, given.item)
    return call.page(
        "others.html",
        item=item,
        text=item.text(call.language),
        position=given.position,
        own=_word(call, given.value),
        bars=_bars(call, tally, given),
        people=sum(tally.values()),
        model=_model(call, item, given),
        country=choices(COUNTRY, call.say).get(session.country or "", session.country or ""),
        stands="first" in call.query,
        last=session.answered >= len(session.kinds),
    )


def _bars(call: Call, tally: Tally, given: Given) -> list[Bar]:
    known: Mapping[float | None, str] = dict(zip(call.site.study.settings.answers, call.words.answers, strict=True))
    return [Bar(words, tally[value], value == given.value) for value, words in known.items()]


def _word(call: Call, value: float | None) -> str:
    """The words of the answer nearest to a value."""
    answers = call.site.study.settings.answers
    if value is None:
        return call.words.answers[answers.index(None)] if None in answers else call.say.say("dont_know")
    near = min((answer for answer in answers if answer is not None), key=lambda answer: abs(answer - value))
    return call.words.answers[answers.index(near)]


def _model(call: Call, item: Item, given: Given) -> str | None:
    """The sentence on the model's answer; None where none is shown."""
    shown = call.site.study.settings.shown
    if shown is None:
        return None
    name, said = call.words.model, item.sources.get(shown)
    if said is None:
        return call.say.say("model_silent", model=name)
    answer = _word(call, said)
    if answer == _word(call, given.value):
        return call.say.say("model_same", model=name)
    return call.say.say("model_answer", model=name, answer=answer)
