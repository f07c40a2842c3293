"""The site: what every page needs, and how a page is written."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2
from starlette.responses import HTMLResponse, RedirectResponse, Response

from geobias.collect.design import COUNTRY, Study, Words
from geobias.collect.store import Quota, Session, Store
from geobias.collect.web.choices import choices
from geobias.collect.web.forms import Form
from geobias.collect.web.limits import RateLimit
from geobias.collect.web.sentences import Sentences
from geobias.collect.web.visits import Visit, Visits

HERE = Path(__file__).parent
STATIC = {"style.css": "text/css", "script.js": "text/javascript"}


@dataclass(frozen=True)
class Site:
    """A study that is served.

    prefix : of every path, "" or such as "/study". workers : processes that share the limits.
    """

    study: Study
    store: Store
    visits: Visits
    sentences: Mapping[str, Sentences]
    prefix: str = ""
    workers: int = 1

    @cached_property
    def arrivals(self) -> RateLimit:
        return RateLimit(max(1, self.study.settings.limits.sessions_an_hour // self.workers), 3_600)

    @cached_property
    def requests(self) -> RateLimit:
        return RateLimit(max(1, self.study.settings.limits.requests_a_minute // self.workers), 60)

    @cached_property
    def quota(self) -> Quota:
        plan = self.study.settings.plan
        strata = {name: item.stratum for name, item in self.study.items.items()}
        return Quota(strata, plan.answers, plan.lease_minutes * 60)

    def prepare(self) -> None:
        """Do what the first visitors would have to wait for."""
        for name in self.templates.list_templates():
            self.templates.get_template(name)
        for language in self.sentences.values():
            choices(COUNTRY, language)

    @cached_property
    def static(self) -> Mapping[str, bytes]:
        return {name: (HERE / "static" / name).read_bytes() for name in STATIC}

    @cached_property
    def templates(self) -> jinja2.Environment:
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE / "templates"),
            autoescape=True,  # items and names may hold anything
            undefined=jinja2.StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        marks = {name: hashlib.sha256(content).hexdigest()[:10] for name, content in self.static.items()}
        environment.globals["static"] = lambda name: f"{self.prefix}/static/{name}?v={marks[name]}"
        return environment


@dataclass
class Call:
    """One request for a page: whose it is, in which language, and what was sent with it."""

    site: Site
    visit: Visit
    session: Session | None
    language: str
    path: str
    form: Form = field(default_factory=Form)
    query: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def say(self) -> Sentences:
        return self.site.sentences[self.language]

    @property
    def words(self) -> Words:
        return self.site.study.words[self.language]

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page in the volunteer's language."""
        shown = self.site.templates.get_template(template).render(
            call=self,
            say=self.say.say,
            words=self.words,
            study=self.site.study,
            form_word=self.site.visits.form_word(self.visit),
            at=self.at,
            **values,
        )
        return HTMLResponse(shown, status)

    def problem(self, status: int, key: str) -> Response:
        return self.page("problem.html", status, key=key)

    def at(self, path: str) -> str:
        """A path of the site as browsers know it."""
        return f"{self.site.prefix}{path}"

    def go(self, path: str) -> Response:
        """Ask for another page, with GET."""
        return RedirectResponse(self.at(path), 303)
