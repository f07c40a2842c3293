"""How often one network address may come. Addresses stay in memory, hashed under a key of the process."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable

_MOST = 50_000  # addresses remembered; the oldest are forgotten first


class RateLimit:
    """At most `most` in `seconds`, of each address; buckets that fill steadily, so nobody waits for the hour.

    Parameters
    ----------
    clock : seconds, for tests.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic):
        self._most, self._rate, self._clock = float(most), most / seconds, clock
        self._key = secrets.token_bytes(16)
        self._left: dict[bytes, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def allows(self, address: str) -> bool:
        """Whether one more may come; it counts if so."""
        name, now = self._name(address), self._clock()
        with self._lock:
            left, then = self._left.pop(name, (self._most, now))
            left = min(self._most, left + (now - then) * self._rate)
            allowed = left >= 1
            self._left[name] = (left - allowed, now)
            while len(self._left) > _MOST:
                del self._left[next(iter(self._left))]
        return allowed

    def _name(self, address: str) -> bytes:
        return hashlib.blake2b(network(address).encode("utf-8", "replace"), key=self._key, digest_size=16).digest()


def network(address: str) -> str:
    """Whose an address is: itself, or the /64 of version 6, which one customer has to themselves.

    >>> network("192.0.2.7"), network("2001:db8:1:2:3::4")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        place = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    return str(place) if place.version == 4 else str(ipaddress.ip_network((place, 64), strict=False))
