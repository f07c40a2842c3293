"""Pacing: limits of requests and tokens a minute, and how long to wait before another try."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime

_FIRST = 1.0
"""Seconds of the first wait; each further one is twice as long."""


@dataclass
class Pace:
    """A limit of some unit a minute, shared by threads: what was used frees up evenly (a token bucket).

    A full minute's worth may go at once after a minute of rest.

    Attributes
    ----------
    per_minute : the limit; None = none.
    clock, sleep : of the machine; others in tests.
    """

    per_minute: float | None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep
    _free: float = field(init=False, default=0.0)
    _at: float = field(init=False, default=0.0)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._free, self._at = self.per_minute or 0.0, self.clock()

    def take(self, amount: float) -> None:
        """Wait until there is room, and use it; what is more than a minute's worth counts as that."""
        if self.per_minute is None:
            return
        with self._lock:  # those who wait keep their order
            self._refill()
            amount = min(amount, self.per_minute)
            if self._free < amount:
                self.sleep((amount - self._free) * 60 / self.per_minute)
                self._refill()
            self._free -= amount

    def _refill(self) -> None:
        now = self.clock()
        limit = self.per_minute or 0.0
        self._free, self._at = min(limit, self._free + (now - self._at) * limit / 60), now


def wait_before(attempt: int, asked: float | None, patience: float) -> float:
    """Seconds before try `attempt` (from 1): what the endpoint asked for, else twice as long each time.

    With jitter: between half and all of it, so that requests that failed together do not come back together (Brooker,
    Exponential Backoff and Jitter, AWS Architecture Blog 2015, "equal jitter"). What the endpoint asks for is waited in
    full, and a tenth at most longer. `patience` is the longest wait that it has not asked for.
    """
    if asked is not None:
        return asked * (1 + 0.1 * random.random())
    return min(_FIRST * 2 ** (attempt - 1), patience) * (1 + random.random()) / 2


def retry_after(header: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for: a number, or a date (RFC 9110, 10.2.3); None where it says neither.

    >>> from datetime import datetime, UTC
    >>> now = datetime(2025, 1, 1, tzinfo=UTC)
    >>> retry_after("Wed, 01 Jan 2025 00:00:30 GMT", now), retry_after("2", now)
    (30.0, 2.0)
    """
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - now).total_seconds()
        except (TypeError, ValueError):
            return None
    return max(seconds, 0.0) if seconds < float("inf") else None
