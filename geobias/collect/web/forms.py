"""Forms: what a browser sent, within bounds."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qsl

from starlette.requests import Request

_FIELDS = 100
_KIND = "application/x-www-form-urlencoded"


class RefusedError(Exception):
    """A request that is turned away; `status` is HTTP's, `key` the sentence that says why."""

    def __init__(self, status: int, key: str):
        super().__init__(key)
        self.status, self.key = status, key


class Form:
    """Fields of a form. Control characters but line ends are taken out, since no store need keep them."""

    def __init__(self, fields: Iterable[tuple[str, str]] = ()):
        self._fields = [(name, _clean(value)) for name, value in fields]

    def one(self, name: str) -> str:
        """The value of a field; "" where it was not sent."""
        return next((value for key, value in self._fields if key == name), "")

    def every(self, name: str) -> list[str]:
        return [value for key, value in self._fields if key == name and value]

    def text(self, name: str, most: int) -> str:
        """What was typed, with one kind of line ends, cut at `most` letters."""
        return self.one(name).replace("\r\n", "\n").strip()[:most]

    def yes(self, name: str) -> bool | None:
        return {"yes": True, "no": False}.get(self.one(name))


async def read_form(request: Request, most: int) -> Form:
    """The form that a request holds.

    most : bytes.

    Raises
    ------
    RefusedError : another kind than forms are, or more than that.
    """
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != _KIND:
        raise RefusedError(415, "problem_kind")
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:12]) > most or len(length) > 12:
        raise RefusedError(413, "problem_large")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise RefusedError(413, "problem_large")
    try:
        text = body.decode("ascii", "replace")
        fields = parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=_FIELDS)
    except ValueError as error:
        raise RefusedError(413, "problem_large") from error
    return Form(fields)


def _clean(value: str) -> str:
    return "".join(letter for letter in value if letter >= " " or letter in "\n\r\t")
