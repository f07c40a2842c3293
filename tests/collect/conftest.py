"""Small studies, and volunteers who go through them without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="geobias[collect] is not installed")
pytest.importorskip("starlette", reason="geobias[collect] is not installed")

from starlette.testclient import TestClient

from geobias.collect.design import init_study, read_study
from geobias.collect.store import Store, keep_items
from geobias.collect.web import make_app, make_site

CONTACT = "Ada <ada@example.org>"


def write_study(folder: Path, design: str = "social", **changes: str) -> Path:
    """A ready study with its contact, and lines of study.yaml changed by key."""
    init_study(folder, design)
    file = folder / "study.yaml"
    text = file.read_text("utf-8")
    for key, value in {"contact": CONTACT, **changes}.items():
        text, count = re.subn(rf"^{key}: .*$", lambda _, line=f"{key}: {value}": line, text, flags=re.MULTILINE)
        assert count == 1, key
    file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path) -> Path:
    """A study of six items a session."""
    return write_study(tmp_path / "study", session="6")


@pytest.fixture
def study(folder):
    return read_study(folder)


@pytest.fixture
def store(study):
    with Store(study.store_url) as store:
        keep_items(store, [(one.name, one.text(""), one.stratum, dict(one.sources)) for one in study.items.values()])
        yield store


@pytest.fixture
def app(study, store):
    return make_app(make_site(study, store))


class Volunteer:
    """Somebody with a browser of their own.

    told : what they say of themselves beyond the country. answer : item -> place of their answer.
    """

    def __init__(self, app, country="DE", before="no", told=None, answer=lambda item: 1):
        self.browser = TestClient(app, headers={"accept-language": "en"})
        self.country, self.before, self.told, self.answer = country, before, told or {}, answer
        self.page = None

    def open(self, path="/"):
        self.page = self.browser.get(path)
        return self.page

    def send(self, path, **fields):
        """A form of the page at hand."""
        self.page = self.browser.post(path, data={"form": self.word, **fields})
        return self.page

    def send_again(self, path, page, **fields):
        """A form of an older page."""
        return self.browser.post(path, data={"form": hidden(page, "form"), **fields})

    @property
    def word(self):
        return hidden(self.page, "form")

    @property
    def place(self):
        return self.page.url.path

    def to_items(self):
        self.open()
        self.send("/", agree="yes")
        return self.to_items_from_about()

    def to_items_from_about(self):
        self.send("/about", country_longest=self.country, taken_before=self.before)
        self.send("/about/more", **self.told)
        self.send("/instructions")
        assert self.place == "/item"
        return self

    def judge(self, reason=""):
        item = hidden(self.page, "item")
        self.send("/item", item=item, answer=str(self.answer(item)), reason=reason)
        assert self.place.startswith("/others/")
        return item

    def judge_all(self, most=1_000):
        """Answer until there are no more, or `most`; returns the items in order."""
        items = []
        while len(items) < most and self.open("/item").url.path == "/item":
            items.append(self.judge())
        return items

    def finish(self, **fields):
        self.open("/feedback")
        self.send("/feedback", **fields)
        assert self.place == "/result"
        return self


def hidden(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', page.text)[1]


@pytest.fixture
def volunteer(app):
    return lambda **facts: Volunteer(app, **facts)
