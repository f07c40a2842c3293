"""Both designs in a real Chromium: by keyboard alone, without JavaScript, on desktop and phone sizes, seen by axe-core.

They need playwright (pip), a Chromium of the system, and for accessibility axe-core (npm), whose axe.min.js is named by
GEOBIAS_AXE. Sessions have four items; GEOBIAS_ITEMS=25 makes them as long as the published ones.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from geobias.collect.design import read_study
from geobias.collect.store import Store, list_answers, list_sessions
from geobias.collect.web import make_app, make_site

from ..conftest import write_study

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (pip install playwright)")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = os.environ.get("GEOBIAS_AXE", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium (Debian: chromium)"),
]
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
ITEMS = int(os.environ.get("GEOBIAS_ITEMS", "4"))


@contextmanager
def served(folder, design):
    """The address of a study, and its store."""
    study = read_study(write_study(folder, design, session=str(ITEMS)))
    with Store(study.store_url) as store:
        config = uvicorn.Config(make_app(make_site(study, store)), port=0, log_level="error", access_log=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", store
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Keyboard:
    """Somebody without a mouse. `seen` is called with every page."""

    def __init__(self, page, seen):
        self.page, self.seen = page, seen

    def tab_to(self, selector):
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.locator(f"{selector}:focus").count():
                return
        raise AssertionError(f"{selector} cannot be reached by keyboard on {self.page.url}")

    def press(self, selector, key):
        self.tab_to(selector)
        self.page.keyboard.press(key)

    def send(self, selector="main button"):
        """Press a button or follow a link, and wait for the next page."""
        self.seen(self.page)
        self.tab_to(selector)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def go_through(self, address):
        page = self.page
        page.goto(address)
        self.press("a.skip", "Enter")
        self.press("input[name=agree]", "Space")
        self.send()
        self.tab_to("select")
        page.keyboard.type("Germany")
        self.press("input[name=taken_before]", "Space")
        self.send()
        self.send()
        self.send()
        for _ in range(ITEMS):
            self.press("input[name=answer]", "ArrowDown")
            self.send()
            self.send("a.button")
        self.press("input[name=trouble]", "Space")
        self.send()
        self.seen(page)


WAYS = [("social", "desktop", False), ("social", "phone", True), ("hate", "desktop", True), ("hate", "phone", False)]


@pytest.mark.parametrize(("design", "size", "script"), WAYS)
def test_one_goes_from_consent_to_result_by_keyboard(tmp_path, browser, design, size, script):
    asked, wide, places = [], [], []

    def seen(page):
        places.append(page.url.removeprefix(address))
        boxes = page.locator("main").bounding_box()
        wide.append(boxes["x"] >= 0 and boxes["x"] + boxes["width"] <= SIZES[size]["width"])

    with served(tmp_path / "study", design) as (address, store):
        context = browser.new_context(viewport=SIZES[size], java_script_enabled=script, locale="en-GB")
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        Keyboard(page, seen).go_through(address)
        assert page.url == f"{address}/result"
        assert page.locator("h1").inner_text() == "Your results"
        assert len(list_answers(store)) == ITEMS
        assert len(list_sessions(store)) == 1
        context.close()
    assert places[4:6] == ["/item", "/others/1"]
    assert all(wide)
    assert [url for url in asked if not url.startswith(address)] == []


def test_back_reload_and_a_second_tab(tmp_path, browser):
    with served(tmp_path / "study", "hate") as (address, store):
        context = browser.new_context(viewport=SIZES["desktop"], locale="en-GB")
        page = context.new_page()
        someone = Keyboard(page, lambda page: None)
        page.goto(address)
        page.check("input[name=agree]")
        someone.send()
        page.select_option("select", "DE")
        page.check("input[name=taken_before][value=no]")
        someone.send()
        someone.send()
        someone.send()
        other = context.new_page()
        other.goto(address)
        first = page.locator("h1").inner_text()
        assert other.locator("h1").inner_text() == first
        for tab in (page, other):
            tab.locator("input[name=answer]").first.check()
            with tab.expect_navigation():
                tab.locator("main button").click(click_count=2)
        assert len(list_answers(store)) == 1
        page.reload()
        assert page.url == f"{address}/others/1"
        page.go_back()
        assert page.locator("h1").inner_text() != first
        context.set_offline(True)
        page.locator("input[name=answer]").first.check()
        page.locator("main button").click()
        assert page.locator(".offline").inner_text().startswith("You seem to be offline. Nothing is lost.")
        context.set_offline(False)
        with page.expect_navigation():
            page.locator("main button").click()
        assert len(list_answers(store)) == 2
        context.close()


@pytest.mark.skipif(not Path(AXE).is_file(), reason="GEOBIAS_AXE names no axe.min.js (npm install axe-core)")
@pytest.mark.parametrize(("design", "scheme", "size"), [("hate", "dark", "phone"), ("social", "light", "desktop")])
def test_axe_finds_nothing_serious(tmp_path, browser, design, scheme, size):
    found, checked = [], []

    def seen(page):
        page.evaluate(Path(AXE).read_text("utf-8") + "; undefined")
        for one in page.evaluate("axe.run().then(found => found.violations)"):
            found.append((page.url, one["impact"], one["id"], one["nodes"][0]["html"][:200]))
        checked.append(page.url)

    with served(tmp_path / "study", design) as (address, _):
        context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, locale="en-GB")
        page = context.new_page()
        someone = Keyboard(page, seen)
        someone.go_through(address)
        page.goto(
            page.locator("main a").first.get_attribute("href")
            and address + page.locator("main a").first.get_attribute("href")
        )
        seen(page)
        page.goto(f"{address}/nothing?language=de")
        seen(page)
        context.close()
    assert len(checked) > 12
    assert found == []
