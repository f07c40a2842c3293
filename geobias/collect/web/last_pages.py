"""Pages after the items: feedback, result, withdrawal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from geobias.collect.store import Session, all_answers, find_withdrawal, finish, of_groups, withdraw
from geobias.collect.web.agreement import Agreement, with_others, with_source
from geobias.collect.web.choices import shown
from geobias.collect.web.pages import at_stage
from geobias.collect.web.site import Call


@dataclass(frozen=True)
class Line:
    """A row of a table of results: type of item, share (a dash where there is too little for one), and what it says."""

    name: str
    share: str
    words: str


@dataclass(frozen=True)
class Table:
    """Agreement with one model or group; no rows = nobody of it has answered."""

    title: str
    lines: Sequence[Line]


@at_stage("feedback")
def show_feedback(call: Call, session: Session) -> Response:
    return call.page("feedback.html")


@at_stage("feedback")
def take_feedback(call: Call, session: Session) -> Response:
    comment = call.form.text("comment", call.site.study.settings.limits.text_letters)
    finish(call.site.store, session.id, call.form.yes("trouble"), call.form.yes("cheated"), comment)
    return call.go("/result")


@at_stage("result")
def show_result(call: Call, session: Session) -> Response:
    study, given = call.site.study, all_answers(call.site.store, session)
    tables = []
    if study.settings.shown:
        found = with_source(study, given, study.settings.shown)
        tables.append(Table(call.say.say("result_model", model=call.words.model), _lines(call, found)))
    for (attribute, value), others in of_groups(call.site.store, session).items():
        name = shown(attribute, value, call.say)
        group = call.say.say("of_group", attribute=call.say.attribute(attribute), value=name)
        found = with_others(study, given, others)
        tables.append(Table(call.say.say("result_group", group=group), _lines(call, found)))
    return call.page("result.html", tables=tables, count=len(given), withdrawal=session.withdrawal)


def _lines(call: Call, found: Sequence[Agreement]) -> list[Line]:
    lines = []
    for one in found:
        name = call.say.say("all_types") if one.stratum is None else call.words.strata.get(one.stratum, one.stratum)
        words, share = call.say.say(one.word), "–"
        if one.word != "few":
            share = call.say.say("agreed", share=round(100 * one.share))
            low, high = round(100 * one.low), round(100 * one.high)
            words = call.say.say("range_sure" if one.sure else "range", words=words, low=low, high=high)
        lines.append(Line(name, share, words))
    return lines


def start_anew(call: Call) -> Response:
    """Another volunteer in the same browser; the first one's answers stay."""
    call.visit = call.site.visits.new()
    return call.go("/")


def show_withdrawal(call: Call) -> Response:
    known = find_withdrawal(call.site.store, call.parts["word"])
    return call.page("withdraw.html", 200 if known else 404, word=call.parts["word"], known=bool(known), done=False)


def take_withdrawal(call: Call) -> Response:
    known = find_withdrawal(call.site.store, call.parts["word"])
    if known:
        withdraw(call.site.store, known)
    return call.page("withdraw.html", word="", known=bool(known), done=True)
