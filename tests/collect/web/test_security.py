"""What strangers try: nothing of it is let in, and nothing that was typed becomes part of a page or a query."""

from __future__ import annotations

import asyncio
from collections import Counter
from urllib.parse import quote, urlencode

import pytest
from itsdangerous import URLSafeTimedSerializer
from starlette.testclient import TestClient

from geobias.collect.design import read_study
from geobias.collect.store import Store, list_answers, list_sessions
from geobias.collect.web import make_app, make_site
from geobias.collect.web import serving as serving_module
from geobias.collect.web.limits import RateLimit
from geobias.collect.web.visits import COOKIE, Visit, Visits
from geobias.errors import InputError

from ..conftest import Volunteer, hidden, write_study

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'><svg/onload=alert(3)>"
SQL = "x'); DROP TABLE answers; -- \" OR 1=1 \x00 %s :value {{7*7}} ${7*7}"


def test_a_forged_session_is_nobodys(volunteer, store):
    one = volunteer().to_items()
    session = list_sessions(store)[0].id
    forged = URLSafeTimedSerializer("guessed", salt="geobias visit").dumps(["0" * 32, session, "en"])
    cut = one.browser.cookies[COOKIE]
    other_salt = URLSafeTimedSerializer("guessed", salt="geobias form").dumps(session)
    for cookie in (forged, cut[:-2], cut + "x", other_salt, session, "", "x" * 5_000, "é"):
        stranger = volunteer()
        header = f"{COOKIE}={cookie}".encode("latin-1", "replace")
        page = stranger.browser.get("/item", headers={"cookie": header})
        assert page.url.path == "/", cookie


def test_forms_carry_a_word_of_their_own_visit(volunteer, store):
    victim, stranger = volunteer().to_items(), volunteer().to_items()
    item = hidden(victim.page, "item")
    for word in (stranger.word, "", "x", victim.word[:-1], "é" * 10):
        page = victim.browser.post("/item", data={"form": word, "item": item, "answer": "1"})
        assert page.status_code == 403
    assert victim.browser.post("/item", data={"item": item, "answer": "1"}).status_code == 403
    assert list_answers(store) == []


def test_forms_of_other_sites_are_refused(volunteer, store):
    one = volunteer().to_items()
    fields = {"form": one.word, "item": hidden(one.page, "item"), "answer": "1"}
    for site in ("cross-site", "same-site"):
        assert one.browser.post("/item", data=fields, headers={"sec-fetch-site": site}).status_code == 403
    assert list_answers(store) == []
    assert one.browser.post("/item", data=fields, headers={"sec-fetch-site": "same-origin"}).status_code == 200


def test_a_replayed_form_changes_nothing(volunteer, store):
    one = volunteer()
    start = one.open()
    one.send("/", agree="yes")
    one.to_items_from_about()
    item_page = one.page
    item = one.judge()
    before = list_sessions(store), list_answers(store)
    for path, page, fields in (
        ("/", start, {"agree": "yes"}),
        ("/about", start, {"country_longest": "FR", "taken_before": "yes"}),
        ("/about/more", start, {"age": "20-30"}),
        ("/instructions", start, {}),
        ("/item", item_page, {"item": item, "answer": "0"}),
        ("/item", item_page, {"item": "care-1", "answer": "0"}),
    ):
        one.send_again(path, page, **fields)
    assert [(row.id, row.country, row.attributes) for row in list_sessions(store)] == [
        (row.id, row.country, row.attributes) for row in before[0]
    ]
    assert list_answers(store) == before[1]


def test_an_item_that_was_not_handed_out_takes_no_answer(volunteer, store, study):
    one = volunteer().to_items()
    mine = hidden(one.page, "item")
    for item in [name for name in study.items if name != mine][:5]:
        assert one.send("/item", item=item, answer="1").url.path == "/item"
    assert list_answers(store) == []


@pytest.mark.parametrize("text", [SCRIPT, SQL], ids=["script", "sql"])
def test_what_is_typed_is_text_in_every_field(tmp_path, text):
    folder = write_study(tmp_path / "study", session="2")
    study = read_study(folder)
    with Store(study.store_url) as store:
        one = Volunteer(make_app(make_site(study, store)))
        one.open(f"/?language={quote(text[:50])}")
        pages = [one.page]
        for path, fields in (
            ("/", {"agree": text}),
            ("/", {"agree": "yes", "visit": text, text[:40]: text}),
            ("/about", {"country_longest": text, "taken_before": text}),
            ("/about", {"country_longest": "US", "taken_before": "no"}),
            ("/about/more", {"age": text, "ethnicity": [text, "white"], "gender": text, "native_language": text}),
            ("/instructions", {"x": text}),
            ("/item", {"item": text, "answer": text, "reason": text}),
        ):
            pages.append(one.send(path, **fields))
        for _ in range(2):
            one.open("/item")
            pages.append(one.page)
            one.judge(reason=text)
            pages.append(one.page)
        one.open("/feedback")
        pages.append(one.send("/feedback", trouble=text, cheated=text, comment=text))
        pages += [one.browser.get(f"/withdraw/{quote(text[:30])}"), one.browser.get(f"/others/{quote(text[:9])}")]
        assert one.place == "/result"
        for page in pages:
            assert page.status_code < 500
            assert "<script>alert" not in page.text
            assert "onerror=alert(2)>" not in page.text
            assert "49" not in page.text.split("<main")[-1].split("</main")[0].replace("40 to 49", "")
        kept = list_answers(store)
        assert [row.reason for row in kept] == [text.replace("\x00", "").strip()] * 2
        assert list_sessions(store)[0].comment == text.replace("\x00", "").strip()
        assert "made up" not in list_sessions(store)[0].attributes


def test_an_owner_s_own_texts_are_no_markup_either(tmp_path):
    folder = write_study(tmp_path / "study", sources="[]", shown="null", name="'<b>x</b>'", contact="'<i>me</i>'")
    (folder / "items.csv").write_text(
        f'item,text,stratum\n"{SCRIPT.replace(chr(34), chr(34) * 2)}",<b>hi</b>,<u>s</u>\n'
    )
    study = read_study(folder)
    with Store(study.store_url) as store:
        one = Volunteer(make_app(make_site(study, store))).to_items()
        assert "&lt;b&gt;hi&lt;/b&gt;" in one.page.text
        assert "<i>me</i>" not in one.page.text
        one.send("/item", item=SCRIPT, answer="1")
        one.finish()
        assert "<u>s</u>" not in one.page.text
        assert [row.item for row in list_answers(store)] == [SCRIPT]


def test_bodies_have_bounds(volunteer, store):
    one = volunteer().to_items()
    item, word = hidden(one.page, "item"), one.word
    form = "application/x-www-form-urlencoded"

    def sent(content, kind=form):
        return one.browser.post("/item", content=content, headers={"content-type": kind}).status_code

    head = f"form={word}&item={item}&answer=1&reason="
    assert sent(head + "x" * 40_000) == 413
    assert sent(iter([head.encode(), *[b"x" * 1_000] * 40])) == 413  # of unknown length
    assert sent(head + "&a=" * 200) == 413
    assert sent("{}", "application/json") == 415
    assert sent("--x\r\n", "multipart/form-data; boundary=x") == 415
    assert list_answers(store) == []
    assert sent(head + "x" * 5_000) == 200
    assert [len(row.reason) for row in list_answers(store)] == [2_000]


@pytest.mark.parametrize("path", ["/study", "/study/"])
def test_under_a_prefix_every_path_has_it(study, store, path):
    one = Volunteer(make_app(make_site(study, store, prefix="/study")))
    page = one.open(path)
    assert 'action="/study/"' in page.text
    assert 'href="/study/static/style.css?' in page.text
    one.send("/study/", agree="yes")
    assert one.place == "/study/about"
    cookie = next(one for one in one.browser.cookies.jar if one.name == COOKIE)
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly"), cookie.get_nonstandard_attr("SameSite")) == (
        "/study/",
        True,
        "lax",
    )


TRICKS = [
    "/studyevil",
    "//evil.example/",
    "/study//evil.example",
    "/study/../about",
    "/%2e%2e/etc/passwd",
    "/study/%2f%2fevil",
    "/static/..%2f..%2fsecret.key",
    "/\\evil.example",
    "/study/https://evil.example",
    "/item%00",
    "/others/99999999999999999999",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_tricks_with_paths_lead_nowhere(study, store, trick):
    app = make_app(make_site(study, store, prefix="/study"))
    headers = {"x-forwarded-prefix": "//evil.example", "x-forwarded-host": "evil.example", "host": "evil.example"}
    headers |= {"x-original-url": "/static/../secret.key", "x-rewrite-url": "/withdraw"}
    page = Volunteer(app).browser.get(f"http://testserver{trick}", headers=headers, follow_redirects=False)
    assert page.status_code in (303, 404)
    assert page.headers.get("location", "/study/") in ("/study/", "/study/about")
    assert "evil.example" not in page.text.replace("/static", "")


def test_a_prefix_must_be_a_path():
    for prefix in ("study", "/study/", "//evil.example"):
        with pytest.raises(InputError, match="prefix must begin with one slash and end without, but it is "):
            serving_module.Serving(prefix=prefix)


def test_ten_thousand_sessions_of_one_address_are_not_let_in(study, store):
    site = make_site(study, store)
    app, statuses = make_app(site), Counter()

    async def consent():
        visit = site.visits.new()
        body = urlencode({"form": site.visits.form_word(visit), "agree": "yes"}).encode()
        headers = {"cookie": f"{COOKIE}={site.visits.written(visit)}", "content-length": str(len(body))}
        headers["content-type"] = "application/x-www-form-urlencoded"
        scope = {
            "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": "/", "raw_path": b"/",
            "query_string": b"", "root_path": "", "client": ("192.0.2.1", 1), "server": ("localhost", 80),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            statuses[message.get("status")] += 1

        await app(scope, receive, send)

    async def flood():
        for _ in range(10_000):
            await consent()

    asyncio.run(flood())
    limits = study.settings.limits
    assert statuses[303] == len(list_sessions(store))
    assert limits.sessions_an_hour <= statuses[303] <= limits.sessions_an_hour + 1
    assert statuses[303] + statuses[429] == 10_000


def test_a_flood_of_requests_is_turned_away(tmp_path):
    study = read_study(write_study(tmp_path / "study", limits="{requests_a_minute: 30}"))
    with Store(study.store_url) as store:
        browser = Volunteer(make_app(make_site(study, store))).browser
        codes = [browser.get("/static/style.css").status_code for _ in range(40)]
        assert codes.count(200) in (30, 31)
        assert codes[-1] == 429
        assert browser.get("/health").status_code == 200  # who watches the server is not turned away


def test_limits_fill_again_and_addresses_of_one_network_are_one():
    now = [0.0]
    limit = RateLimit(2, 10, lambda: now[0])
    assert [limit.allows("2001:db8::1"), limit.allows("2001:db8::2"), limit.allows("2001:db8::3")] == [
        True,
        True,
        False,
    ]
    assert limit.allows("192.0.2.1")
    now[0] = 5.0
    assert [limit.allows("2001:db8::9"), limit.allows("2001:db8::9")] == [True, False]


def test_every_answer_has_its_headers(volunteer):
    one = volunteer()
    for path in ("/", "/nothing", "/static/style.css", "/health", "/" + "x" * 400):
        headers = one.browser.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert one.open().headers["cache-control"] == "no-store"
    assert "server" not in one.page.headers


def test_the_cookie_is_for_https_where_the_page_is(volunteer):
    one = volunteer()
    one.browser.base_url = "https://testserver"
    one.open()
    assert "Secure" in one.page.headers["set-cookie"]
    assert "max-age" in one.page.headers["strict-transport-security"]


def test_nothing_that_names_a_volunteer_is_kept(volunteer, store, folder):
    one = volunteer()
    one.browser.headers.update(
        {
            "user-agent": "Agent-7391",
            "x-forwarded-for": "203.0.113.77",
            "referer": "http://r.example/q",
        }
    )
    one.to_items()
    one.judge_all()
    one.finish()
    kept = b"".join(path.read_bytes() for path in folder.iterdir() if path.name.startswith("answers.sqlite"))
    assert b"care-" in kept
    for trace in (b"Agent-7391", b"203.0.113.77", b"testclient", b"r.example"):
        assert trace not in kept


def test_the_secret_is_made_once_and_is_the_owner_s(study, folder, tmp_path):
    found = serving_module._secret(folder)
    assert serving_module._secret(folder) == found
    assert len(found) == 64
    assert (folder / "secret.key").stat().st_mode & 0o077 == 0
    (folder / "secret.key").write_text("short")
    with pytest.raises(InputError, match=r"secret\.key must hold 32 letters or more, but it holds 5\. "):
        serving_module._secret(folder)


def test_a_visit_is_read_as_it_was_written():
    visits = Visits("s" * 64)
    visit = Visit("a" * 32, "b" * 32, "de")
    assert visits.read(visits.written(visit)) == visit
    assert Visits("t" * 64).read(visits.written(visit)) is None
    assert visits.is_ours(visit, visits.form_word(visit))
    assert not visits.is_ours(Visit("c" * 32), visits.form_word(visit))


@pytest.mark.parametrize(("proxy", "lets_in"), [("", 3), ("127.0.0.1", 6)])
def test_the_word_on_addresses_is_taken_of_a_trusted_proxy_alone(tmp_path, proxy, lets_in):
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    study = read_study(write_study(tmp_path / "study", limits="{requests_a_minute: 3}"))
    with Store(study.store_url) as store:
        app = make_app(make_site(study, store))
        behind = ProxyHeadersMiddleware(app, trusted_hosts=proxy) if proxy else app

        async def here(scope, receive, send):
            await behind({**scope, "client": ("127.0.0.1", 5_000)}, receive, send)

        browser = TestClient(here)
        codes = [
            browser.get("/static/style.css", headers={"x-forwarded-for": f"203.0.113.{number % 2}"}).status_code
            for number in range(8)
        ]
    assert codes.count(200) == lets_in
