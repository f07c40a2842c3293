"""What stands before every page: the prefix of the path, limits, and the headers of an answer."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from geobias.collect.web.site import Site

_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
}
_LONGEST = 300
_OTHER_SITES = {"cross-site", "same-site"}


class Guard:
    """The outermost layer. A proxy may hand paths on with the prefix or without; no header changes it."""

    def __init__(self, app: ASGIApp, site: Site):
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
                if scope["scheme"] == "https":
                    headers["strict-transport-security"] = "max-age=31536000"
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, guarded)
            return
        await self._app({**scope, "path": self._path(scope["path"]), "root_path": ""}, receive, guarded)

    def _path(self, path: str) -> str:
        prefix = self._site.prefix
        if prefix and (path == prefix or path.startswith(f"{prefix}/")):
            return path[len(prefix) :] or "/"
        return path

    def _refused(self, scope: Scope) -> PlainTextResponse | None:
        path = scope["path"]
        if len(path) > _LONGEST or len(scope.get("query_string", b"")) > _LONGEST:
            return PlainTextResponse("URI too long", 414)
        if self._path(path) == "/health":
            return None
        if scope["method"] == "POST" and Headers(scope=scope).get("sec-fetch-site") in _OTHER_SITES:
            return PlainTextResponse("Forms of other sites are not taken.", 403)
        if not self._site.requests.allows(address_of(scope)):
            return PlainTextResponse("Too many requests. Please wait a minute.", 429, {"retry-after": "60"})
        return None


def address_of(scope: Scope) -> str:
    """Whence a request came; behind a proxy that is trusted, what it says."""
    return (scope.get("client") or ("", 0))[0]
