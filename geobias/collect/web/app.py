"""The application: paths to pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from geobias.collect.store import find_session
from geobias.collect.web import item_pages, last_pages, pages
from geobias.collect.web.forms import Form, RefusedError, read_form
from geobias.collect.web.guard import Guard, address_of
from geobias.collect.web.pages import Page
from geobias.collect.web.sentences import best_language
from geobias.collect.web.site import STATIC, Call, Site
from geobias.collect.web.visits import COOKIE
from geobias.errors import StorageError

Endpoint = Callable[[Request], Awaitable[Response]]
_LOG = logging.getLogger("geobias.collect")
_THREADS = 8  # as many as the store has connections
_WORD = "[0-9a-f]{32}"

GETS: dict[str, Page] = {
    "/": pages.show_consent,
    "/about": pages.show_country,
    "/about/more": pages.show_more,
    "/instructions": pages.show_instructions,
    "/item": item_pages.show_item,
    "/others/{position:int}": item_pages.show_others,
    "/feedback": last_pages.show_feedback,
    "/result": last_pages.show_result,
    "/withdraw/{word}": last_pages.show_withdrawal,
}
POSTS: dict[str, Page] = {
    "/": pages.take_consent,
    "/about": pages.take_country,
    "/about/more": pages.take_more,
    "/instructions": pages.take_instructions,
    "/item": item_pages.take_answer,
    "/feedback": last_pages.take_feedback,
    "/anew": last_pages.start_anew,
    "/withdraw/{word}": last_pages.take_withdrawal,
}


def make_app(site: Site) -> Guard:
    """The application of a site."""
    routes = [Route("/health", _health(site)), Route("/static/{name}", _static(site))]
    routes += [Route(path, _endpoint(site, page), methods=["GET"]) for path, page in GETS.items()]
    routes += [Route(path, _endpoint(site, page), methods=["POST"]) for path, page in POSTS.items()]

    @asynccontextmanager
    async def lifespan(app: Starlette):
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        yield

    endpoint = _endpoint(site, lambda call: call.problem(404, "problem_missing"))

    async def missing(request: Request, error: Exception) -> Response:
        return await endpoint(request)

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={404: missing, 405: missing},
    )
    app.router.redirect_slashes = False
    return Guard(app, site)


def _endpoint(site: Site, page: Page) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        form, refused = Form(), None
        if request.method == "POST":
            try:
                form = await read_form(request, site.study.settings.limits.form_bytes)
            except RefusedError as error:
                refused = error
        return await run_in_threadpool(_answered, site, page, request, form, refused)

    return endpoint


def _answered(site: Site, page: Page, request: Request, form: Form, refused: RefusedError | None) -> Response:
    found = site.visits.read(request.cookies.get(COOKIE))
    visit = found or site.visits.new()
    chosen = request.query_params.get("language")
    if chosen in site.sentences and chosen != visit.language:
        visit = type(visit)(visit.number, visit.session, chosen)
    there = list(site.sentences)
    language = visit.language if visit.language in there else None
    call = Call(
        site=site,
        visit=visit,
        session=None,
        language=language or best_language(request.headers.get("accept-language", ""), there),
        path=request.url.path,
        form=form,
        query=request.query_params,
        parts={**request.path_params, "address": address_of(request.scope)},
    )
    try:
        call.session = find_session(site.store, visit.session) if visit.session else None
        response = _page(call, page, request.method, refused)
    except (SQLAlchemyError, StorageError) as error:
        # Its owner has to know, but not what was to be kept, which SQLAlchemy's own words hold.
        _LOG.error("The store cannot be used: %s", getattr(error, "orig", None) or error)
        response = call.problem(503, "problem_store")
    if call.visit != found:
        secure = request.url.scheme == "https"
        place = f"{site.prefix}/"
        written = site.visits.written(call.visit)
        age = site.visits.max_age
        response.set_cookie(COOKIE, written, max_age=age, path=place, secure=secure, httponly=True, samesite="lax")
    return response


def _page(call: Call, page: Page, method: str, refused: RefusedError | None) -> Response:
    if refused:
        return call.problem(refused.status, refused.key)
    if method == "POST" and not call.site.visits.is_ours(call.visit, call.form.one("form")):
        return call.problem(403, "problem_form")
    if "word" in call.parts and not re.fullmatch(_WORD, str(call.parts["word"])):
        return call.problem(404, "problem_missing")
    if int(call.parts.get("position", 0)) > 10**6:
        return call.problem(404, "problem_missing")
    return page(call)


def _health(site: Site) -> Endpoint:
    async def health(request: Request) -> Response:
        well = await run_in_threadpool(site.store.is_well)
        return JSONResponse({"status": "ok" if well else "the store does not answer"}, 200 if well else 503)

    return health


def _static(site: Site) -> Endpoint:
    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return Response("There is no such file.", 404, media_type="text/plain")
        kept = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(site.static[name], media_type=STATIC[name], headers=kept)

    return static
