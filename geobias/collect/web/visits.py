"""Visits: a signed cookie that says whose browser it is, and the words that forms must carry."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from itsdangerous import BadSignature, Signer, URLSafeTimedSerializer

COOKIE = "geobias_visit"
_DAYS = 60


@dataclass(frozen=True)
class Visit:
    """number : of the browser, made up; forms and the page of consent go by it. session : None before consent."""

    number: str
    session: str | None = None
    language: str | None = None

    def with_session(self, session: str) -> Visit:
        return replace(self, session=session)


class Visits:
    """Reads and writes visits, under a secret that no browser knows.

    Parameters
    ----------
    secret : of the study; who has another one is a stranger.
    """

    max_age = _DAYS * 86_400

    def __init__(self, secret: str):
        self._cookies = URLSafeTimedSerializer(secret, salt="geobias visit")
        self._forms = Signer(secret, salt="geobias form")

    def read(self, cookie: str | None) -> Visit | None:
        """The visit of a cookie; None where there is none, or one that is not ours, changed or too old."""
        if not cookie or len(cookie) > 1_000:
            return None
        try:
            number, session, language = self._cookies.loads(cookie, max_age=self.max_age)
        except (BadSignature, ValueError, TypeError):
            return None
        return Visit(number, session, language)

    def new(self) -> Visit:
        return Visit(secrets.token_hex(16))

    def written(self, visit: Visit) -> str:
        return self._cookies.dumps([visit.number, visit.session, visit.language])

    def form_word(self, visit: Visit) -> str:
        """What every form of a visit carries; another site cannot know it."""
        return self._forms.get_signature(visit.number).decode()

    def is_ours(self, visit: Visit, word: str) -> bool:
        return self._forms.verify_signature(visit.number.encode(), word.encode("utf-8", "replace"))
