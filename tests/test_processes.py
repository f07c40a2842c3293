"""Processes: alone, nothing waits or sends; they part in good order. Together is tested where models are trained."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from geobias.processes import Alone, TorchProcesses, launched, part

# Each exchange's tensors die in a thread of gloo unless it is given time for it.
PROGRAM = """
import atexit
import torch
atexit.register(lambda: print("in a group" if torch.distributed.is_initialized() else "parted"))
from geobias.processes import launched
processes = launched()
network = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 4))
network(torch.ones(2, 4)).sum().backward()
processes.barrier()
{last}
"""


ALONE = """
from datetime import timedelta
from geobias import processes
processes.JOINING = timedelta(seconds=1)
try:
    processes.launched()
except processes.ProcessesError as error:
    print(error)
"""

# Says its number once it has joined, then waits for the others, who never come.
ORPHAN = """
import os, pathlib, sys
from geobias import processes
processes.WATCHING, processes.STOPPING = 0.1, 1.0
joined = processes.launched()
pathlib.Path(sys.argv[1], f"{joined.rank}-{os.getpid()}").touch()
joined.barrier() if joined.rank else __import__("time").sleep(600)
"""


def environment(rank: str) -> dict[str, str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1"}
    return {**os.environ, **address, "RANK": rank, "LOCAL_RANK": rank}


def run_two(last: str) -> list[subprocess.CompletedProcess]:
    """The program in two processes; `last` is what each does in the end."""
    shared = environment("0")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(last=last)],
            env={**shared, "RANK": rank, "LOCAL_RANK": rank},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in "01"
    ]
    said = [process.communicate() for process in started]
    return [
        subprocess.CompletedProcess([], process.returncode, *texts)
        for process, texts in zip(started, said, strict=True)
    ]


def test_alone_everything_is_ones_own():
    alone = launched()
    assert alone == Alone()
    assert alone.main
    alone.barrier()
    assert alone.broadcast("word") == "word"
    assert alone.sum(torch.ones(2)).tolist() == [1, 1]


def test_only_the_first_is_the_main_one():
    assert [TorchProcesses(rank, 2).main for rank in range(2)] == [True, False]


def test_the_group_is_left_before_the_interpreter_stops_also_after_an_error_which_stands():
    well, badly = run_two("if not processes.main: raise SystemError('a bad end')")
    assert (well.returncode, well.stdout) == (0, "parted\n"), well.stderr
    assert (badly.returncode, badly.stdout) == (1, "parted\n"), badly.stderr
    assert "a bad end" in badly.stderr


def test_one_alone_has_no_group_to_leave():
    part()
    assert not torch.distributed.is_initialized()


@pytest.mark.parametrize("rank", ["0", "1"])
def test_one_that_never_comes_is_waited_for_no_longer_than_said(rank):
    done = subprocess.run([sys.executable, "-c", ALONE], env=environment(rank), capture_output=True, text=True)
    assert done.stdout.startswith("All processes of a run must meet within 1 s, but one did not come"), done.stderr
    assert done.stdout.strip().endswith("See what it said when it ended, and start all again.")


def is_running(process: int) -> bool:
    try:
        return "(zombie)" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks at /proc")
def test_processes_end_when_their_launcher_is_killed(tmp_path):
    (tmp_path / "orphan.py").write_text(ORPHAN)
    (tmp_path / "joined").mkdir()
    command = ["torch.distributed.run", "--standalone", "--nproc-per-node", "2", "orphan.py", "joined"]
    launcher = subprocess.Popen([sys.executable, "-m", *command], cwd=tmp_path, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(joined := list((tmp_path / "joined").iterdir())) < 2:
        assert launcher.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(launcher.pid, signal.SIGKILL)
    launcher.wait()
    numbers = [int(path.name.partition("-")[2]) for path in joined]
    deadline = time.monotonic() + 60
    while any(map(is_running, numbers)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
