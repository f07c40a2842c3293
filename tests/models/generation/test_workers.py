"""Workers: alive as long as they hold their lock, whoever asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from geobias.models.generation.workers import Worker, anyone_alive, is_alive

PROGRAM = """
import sys, time
from pathlib import Path
from geobias.models.generation.workers import Worker
worker = Worker(Path(sys.argv[1]))
print(worker.name, flush=True)
time.sleep(60)
"""


def test_a_worker_is_alive_until_it_leaves(tmp_path):
    worker = Worker(tmp_path / "workers")
    assert is_alive(tmp_path / "workers", worker.name)
    assert anyone_alive(tmp_path / "workers")
    worker.leave()
    assert not is_alive(tmp_path / "workers", worker.name)
    assert not anyone_alive(tmp_path / "workers")
    assert list((tmp_path / "workers").iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="processes are killed")
def test_a_killed_process_is_dead(tmp_path):
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        name = child.stdout.readline().strip()
        alive = is_alive(tmp_path, name)
        child.send_signal(signal.SIGKILL)
    assert alive
    assert not is_alive(tmp_path, name)
    assert list(tmp_path.iterdir()) == []
