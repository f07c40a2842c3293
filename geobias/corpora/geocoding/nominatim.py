"""Nominatim, the geocoder of OpenStreetMap, asked over the web: one request a second, each question once.

The public server's policy wants an application that names itself, at most one request a second, and answers kept:
https://operations.osmfoundation.org/policies/nominatim/. Its answers are OpenStreetMap's data, licensed ODbL.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from geobias import __version__
from geobias.corpora.geocoding.answers import Answers
from geobias.corpora.geocoding.placement import Placement
from geobias.corpora.geocoding.points import point_in
from geobias.errors import GeobiasError, InputError

PUBLIC = "https://nominatim.openstreetmap.org"
_BUSY = (408, 425, 429)
_FIRST_WAIT = 2.0
"""Seconds before the second try; each further wait is twice as long."""
_LONGEST_WAIT = 600.0
_SHORTEST = 1.0
"""Seconds between requests."""


class ServiceError(GeobiasError, OSError):
    """A geocoding service that gives no answers; those that it gave are kept."""


@dataclass
class Nominatim:
    """A placer that asks a server what `answers` does not know.

    url : of the server. agent : how this use of it is named, an address of mail or web. tries : of one request, where
    the server is busy, broken or silent. timeout : seconds until it counts as silent. clock, sleep : the machine's.

    Raises
    ------
    InputError : an agent or URL that is none. ServiceError : at a call, no try came to anything, or a refusal.
    """

    answers: Answers
    url: str = PUBLIC
    agent: str = ""
    tries: int = 5
    timeout: float = 30.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep
    _next: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise InputError("--url must begin with http:// or https://", f"it is '{self.url}'", f"Pass {PUBLIC}.")
        if not self.agent.strip():
            raise InputError(
                "a geocoding service must be told who asks", "--agent is not given", "Pass --agent you@example.org."
            )

    def __call__(self, text: str) -> Placement:
        asked = " ".join(text.split())
        if not asked:
            return Placement("", 0.0, "unknown")
        kept = self.answers.get(asked)
        if kept is None:
            kept = self._ask(asked)
            self.answers.keep(asked, kept)
        return kept

    def _ask(self, text: str) -> Placement:
        point = point_in(text)
        if point is None:
            return _placed(self._get("search", q=text, limit=5))
        found = self._get("reverse", lat=point[0], lon=point[1], zoom=3)
        return _placed([found] if "address" in found else [], "coordinates")

    def _get(self, path: str, **words: Any) -> Any:
        query = urllib.parse.urlencode({**words, "format": "jsonv2", "addressdetails": 1, "accept-language": "en"})
        agent = {"User-Agent": f"geobias/{__version__} ({self.agent.strip()})"}
        request = urllib.request.Request(f"{self.url.rstrip('/')}/{path}?{query}", headers=agent)
        why = ""
        for attempt in range(self.tries):
            self._pace()
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as reply:
                    return json.loads(reply.read())
            except urllib.error.HTTPError as error:
                why = f"it answers {error.code} {error.reason}"
                if error.code not in _BUSY and error.code < 500:
                    raise self._failed(why) from error
                self._wait(attempt, error.headers.get("Retry-After"))
            except (OSError, ValueError) as error:  # silence, a closed port, a page where JSON should be
                why = str(getattr(error, "reason", error)) or type(error).__name__
                self._wait(attempt, None)
        raise self._failed(why)

    def _pace(self) -> None:
        if (rest := self._next - self.clock()) > 0:
            self.sleep(rest)
        self._next = self.clock() + _SHORTEST

    def _wait(self, attempt: int, asked: str | None) -> None:
        seconds = float(asked) if asked and asked.strip().isdigit() else _FIRST_WAIT * 2**attempt
        if attempt + 1 < self.tries:
            self.sleep(min(seconds, _LONGEST_WAIT))

    def _failed(self, why: str) -> ServiceError:
        return ServiceError(
            f"{self.url} gives no answer ({why}). What it answered before is kept; the same command goes on from there."
        )


def _placed(results: Sequence[dict[str, Any]], rule: str = "nominatim") -> Placement:
    """The country of the first result; its importance, 0 to 1, is the confidence."""
    countries = [str(one.get("address", {}).get("country_code", "")).lower() for one in results]
    named = list(dict.fromkeys(country for country in countries if country))
    if not named:
        return Placement("", 0.0, f"{rule}: none")
    importance = results[countries.index(named[0])].get("importance")
    return Placement(named[0], 1.0 if importance is None else float(importance), rule, tuple(named[1:]))
