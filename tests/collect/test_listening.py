"""Where a study is served: what is checked of it, and a socket that takes connections at once."""

from __future__ import annotations

import socket
import threading

import pytest

from geobias.collect import listening as module
from geobias.collect.listening import Serving, listen
from geobias.errors import InputError, StorageError


def test_who_comes_before_the_server_has_started_is_not_turned_away():
    with listen(Serving(port=0)) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=5) as early:
            early.sendall(b"?")
            with listening.accept()[0] as taken:
                assert taken.recv(1) == b"?"


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
def test_the_address_is_one_that_browsers_take(host, shown):
    how = Serving(host=host, port=0, prefix="/study")
    with listen(how) as listening:
        assert how.address(listening) == f"http://{shown}:{listening.getsockname()[1]}/study/"


def test_a_port_that_is_let_go_in_time_is_waited_for():
    with listen(Serving(port=0)) as held:
        port = held.getsockname()[1]
        letting_go = threading.Timer(0.3, held.close)
        letting_go.start()
        with listen(Serving(port=port)) as listening:
            assert listening.getsockname()[1] == port


def test_a_port_that_is_taken_is_said(monkeypatch):
    monkeypatch.setattr(module, "_PATIENCE", 0.1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(StorageError) as told:
            listen(Serving(port=port))
    assert str(told.value) == (
        f"127.0.0.1:{port} cannot be listened to (Address already in use). Pass another --host or --port."
    )


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"port": 70_000}, "port must be at most 65535, but it is 70000.0. Pass a smaller number."),
        (
            {"proxy": "127.0.0.1, banana"},
            "proxy must be addresses or networks, apart by commas, but there is 'banana'. ",
        ),
        ({"workers": 0}, "workers must be a whole number, at least 1, but it is 0. "),
        ({"prefix": "/a//b"}, "prefix must begin with one slash and end without, but it is '/a//b'. Pass e.g. /study."),
    ],
)
def test_how_a_study_is_served_is_checked(how, said):
    with pytest.raises(InputError) as told:
        Serving(**how)
    assert str(told.value).startswith(said)
