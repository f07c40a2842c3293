"""Listening: where a study is served, and the socket there.

It is open before anything slow begins: who comes while a server starts waits a moment, and is not turned away.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import time
from dataclasses import dataclass

from geobias.arguments import whole
from geobias.errors import InputError, StorageError

_WAITING = 512  # connections that nobody has taken yet
_PATIENCE, _PAUSE = 4.0, 0.05  # seconds that workers of a server that was killed have to notice it, and to let go


@dataclass(frozen=True)
class Serving:
    """How a study is served.

    host, port : where; 0 = any port that is free. prefix : of every path, such as "/study". workers : processes.
    proxy : addresses whose word on the visitor's address is taken, such as "127.0.0.1"; "" = nobody's.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    prefix: str = ""
    workers: int = 1
    proxy: str = ""

    def __post_init__(self) -> None:
        whole("port", self.port, 0, 65_535)
        whole("workers", self.workers, 1, 64)
        for address in filter(None, map(str.strip, self.proxy.split(","))):
            _check_proxy(address)
        if self.prefix and (not self.prefix.startswith("/") or self.prefix.endswith("/") or "//" in self.prefix):
            raise InputError(
                "prefix must begin with one slash and end without", f"it is '{self.prefix}'", "Pass e.g. /study."
            )

    def address(self, listening: socket.socket) -> str:
        """Of the first page."""
        host, port = listening.getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}{self.prefix}/"


def _check_proxy(address: str) -> None:
    try:
        if address != "*":
            ipaddress.ip_network(address, strict=False)
    except ValueError:
        raise InputError(
            "proxy must be addresses or networks, apart by commas", f"there is '{address}'", "Pass e.g. 127.0.0.1."
        ) from None


def listen(how: Serving) -> socket.socket:
    """A socket that takes connections from now on; a port that is taken is waited for a few seconds.

    Raises
    ------
    StorageError : the address cannot be used.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return _bound(how)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > until:
                raise StorageError(
                    f"{how.host}:{how.port} cannot be listened to ({error.strerror or error}). "
                    "Pass another --host or --port."
                ) from error
        time.sleep(_PAUSE)


def _bound(how: Serving) -> socket.socket:
    family = socket.AF_INET6 if ":" in how.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((how.host, how.port))
        listening.listen(_WAITING)
    except OSError:
        listening.close()
        raise
    return listening
