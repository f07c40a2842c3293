"""Processes: alone, nothing waits or sends; they part in good order. Together is tested where models are trained."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import torch

from geobias.processes import Processes, launched, part

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


def run_two(last: str) -> list[subprocess.CompletedProcess]:
    """The program in two processes; `last` is what each does in the end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(last=last)],
            env={**os.environ, **address, "RANK": rank, "LOCAL_RANK": rank},
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
    assert alone == Processes(0, 1)
    assert alone.main
    alone.barrier()
    assert alone.broadcast("word") == "word"
    assert alone.sum(torch.ones(2)).tolist() == [1, 1]


def test_only_the_first_is_the_main_one():
    assert [Processes(rank, 2).main for rank in range(2)] == [True, False]


def test_the_group_is_left_before_the_interpreter_stops():
    for ended in run_two(""):
        assert (ended.returncode, ended.stdout) == (0, "parted\n"), ended.stderr


def test_it_is_left_after_an_error_too_which_stands():
    for ended in run_two("raise SystemError('a bad end')"):
        assert (ended.returncode, ended.stdout) == (1, "parted\n"), ended.stderr
        assert "a bad end" in ended.stderr


def test_one_alone_has_no_group_to_leave():
    part()
    assert not torch.distributed.is_initialized()
