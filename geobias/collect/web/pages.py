"""Pages before the items: consent, what is asked of a volunteer, instructions; each sends on to where one is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.responses import Response

from geobias.collect.design import COUNTRY, SEVERAL
from geobias.collect.store import Session, begin_items, begin_session, find_session, tell_country, tell_more
from geobias.collect.web.choices import UNITED_STATES, choices, written
from geobias.collect.web.site import Call

Page = Callable[[Call], Response]
PLACES = {
    "country": "/about",
    "more": "/about/more",
    "instructions": "/instructions",
    "item": "/item",
    "feedback": "/feedback",
    "result": "/result",
}
"""Stage of a session -> its page."""


def place_of(session: Session | None) -> str:
    """Where a volunteer goes on."""
    return "/" if session is None else PLACES[session.stage]


def at_stage(stage: str) -> Callable[[Callable[[Call, Session], Response]], Page]:
    """A page of one stage: who is at another is sent there."""

    def wrapped(page: Callable[[Call, Session], Response]) -> Page:
        def checked(call: Call) -> Response:
            if call.session is None or call.session.stage != stage:
                return call.go(place_of(call.session))
            return page(call, call.session)

        return checked

    return wrapped


def show_consent(call: Call) -> Response:
    return call.go(place_of(call.session)) if call.session else call.page("consent.html", error=None)


def take_consent(call: Call) -> Response:
    """A session begins here and nowhere else, so a preview of the link begins none."""
    if call.session:
        return call.go(place_of(call.session))
    if call.form.one("agree") != "yes":
        return call.page("consent.html", 422, error="consent_needed")
    if not call.site.arrivals.allows(call.parts["address"]):
        return call.problem(429, "problem_busy")
    study = call.site.study
    consent = study.consent_fingerprint(call.language)
    name = begin_session(call.site.store, call.visit.number, call.language, consent, study.session)
    call.visit = call.visit.with_session(name)
    return call.go(place_of(find_session(call.site.store, name)))


@at_stage("country")
def show_country(call: Call, session: Session) -> Response:
    return call.page("country.html", countries=choices(COUNTRY, call.say), error=None)


@at_stage("country")
def take_country(call: Call, session: Session) -> Response:
    countries, country, before = choices(COUNTRY, call.say), call.form.one(COUNTRY), call.form.yes("taken_before")
    if country not in countries or before is None:
        return call.page("country.html", 422, countries=countries, error="choose_one")
    tell_country(call.site.store, session.id, country, before)
    return call.go("/about/more")


def _asked(call: Call, session: Session) -> Mapping[str, Mapping[str, str]]:
    """attribute -> its choices, of those asked of this volunteer."""
    asked = call.site.study.settings.demographics
    american = session.country == UNITED_STATES
    return {name: choices(name, call.say) for name in asked if name != "ethnicity" or american}


@at_stage("more")
def show_more(call: Call, session: Session) -> Response:
    return call.page("more.html", asked=_asked(call, session), several=SEVERAL)


@at_stage("more")
def take_more(call: Call, session: Session) -> Response:
    given: dict[str, list[str]] = {COUNTRY: [written(COUNTRY, session.country or "")]}
    for name, options in _asked(call, session).items():
        chosen = [written(name, value) for value in dict.fromkeys(call.form.every(name)) if value in options]
        if chosen:
            given[name] = chosen if name in SEVERAL else chosen[:1]
    member = (given.get(call.site.study.settings.plan.by) or [""])[0]
    tell_more(call.site.store, session.id, given, member)
    return call.go("/instructions")


@at_stage("instructions")
def show_instructions(call: Call, session: Session) -> Response:
    return call.page("instructions.html")


@at_stage("instructions")
def take_instructions(call: Call, session: Session) -> Response:
    begin_items(call.site.store, session.id)
    return call.go("/item")
