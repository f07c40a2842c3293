"""A server as it is started from the terminal: killed, ended gently, with several processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from ..conftest import write_study


@pytest.fixture
def start(tmp_path):
    """Starts a server and returns it with its address; whatever runs at the end is killed."""
    started = []

    def start(*words):
        folder = tmp_path / "study"
        if not folder.exists():
            write_study(folder)
        port = () if "--port" in words else ("--port", "0")
        command = [sys.executable, "-m", "geobias", "collect", "serve", str(folder), *port, *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        started.append(process)
        address = re.search(r"http://\S+", process.stdout.readline())[0]
        until(lambda: asked(f"{address}health") == 200)
        return process, address

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def asked(address):
    try:
        with urllib.request.urlopen(address, timeout=20) as page:
            return page.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def is_alive(number):
    """Whether a process runs; one that nobody has asked after does not."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True).stdout.strip()
    return bool(shown) and not shown.startswith("Z")


def children(process):
    shown = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process.pid)], capture_output=True, text=True
    )
    return [int(line.split()[0]) for line in shown.stdout.splitlines() if "geobias" in line]


@pytest.mark.slow
def test_a_server_ends_gently_and_keeps_its_secret(start, tmp_path):
    process, address = start("--prefix", "/study")
    assert address.endswith("/study/")
    assert asked(address) == 200
    secret = (tmp_path / "study" / "secret.key").read_text()
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) in (0, -signal.SIGTERM)
    start("--prefix", "/study")
    assert (tmp_path / "study" / "secret.key").read_text() == secret


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_all_end_with_the_first_process(start):
    process, address = start("--workers", "2")
    until(lambda: len(children(process)) == 2)
    first = children(process)
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len(children(process)) == 2 and first[0] not in children(process))
    assert asked(address) == 200
    now = children(process)
    process.kill()
    process.wait()
    until(lambda: not any(map(is_alive, now)))


@pytest.mark.slow
def test_a_start_right_after_the_first_process_was_killed_gets_the_port_that_workers_still_hold(start):
    process, address = start("--workers", "2")
    until(lambda: len(children(process)) == 2)
    os.kill(process.pid, signal.SIGKILL)
    again, same = start("--workers", "2", "--port", re.search(r":(\d+)/", address)[1])
    assert same == address
    assert again.poll() is None
