"""Faults of disks and kills, over everything that a study writes: a sentence, no drafts, nothing lost or half there."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from geobias.errors import StorageError
from geobias.files import write_atomically
from geobias.models.finetune.checkpoint import Checkpoints
from geobias.models.store import EmbeddingStore
from geobias.models.tensor_files import load_tensors
from geobias.models.untrained import save_untrained
from geobias.pipeline.run_directory import RunDirectory
from geobias.report.files import write_table
from geobias.sealing import is_whole

NUMBERS = np.random.default_rng(0).random(4_000)


def part(folder: Path, name: str = "a") -> None:
    with RunDirectory(folder, "regional", "t", {}) as directory:
        directory.memo(name, {"x": 1}, lambda: NUMBERS)


def record(folder: Path) -> None:
    with RunDirectory(folder, "regional", "t", {}) as directory:
        directory.record(facts=NUMBERS.tolist())


def shard(folder: Path, text: str = "a") -> None:
    EmbeddingStore(folder, {"weights": "w"}).write([text], {"mean": torch.from_numpy(NUMBERS)[None].float()})


def checkpoint(folder: Path) -> None:
    Checkpoints(folder / "m").save("last", {"a": torch.from_numpy(NUMBERS)}, {"step": 1})


def table(folder: Path) -> None:
    write_table(folder, "groups", pd.DataFrame({"value": NUMBERS}))


def model(folder: Path) -> None:
    words = ["".join(map(chr, row)) for row in np.random.default_rng(0).integers(97, 123, (2_000, 8))]
    write_atomically(folder / "kept", lambda draft: save_untrained(draft, words, layers=1, width=8, heads=2))


WRITERS: dict[str, Callable[[Path], None]] = {
    "part": part, "record": record, "shard": shard, "checkpoint": checkpoint, "table": table, "model": model,
}  # fmt: skip


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file may grow beyond this, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def files(folder: Path) -> dict[Path, bytes]:
    locks = (".lock", ".runs.lock")
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name not in locks}


def drafts(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if ".part" in path.name or ".tmp" in path.name]


@pytest.mark.parametrize("size", [0, 3_000, 12_000])
@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_is_full_is_a_sentence_and_leaves_what_was_there(tmp_path, name, size):
    write = WRITERS[name]
    with (
        largest_file(size),
        pytest.raises(StorageError, match=r"cannot be written \(File too large\)\. Lift the limit"),
    ):
        write(tmp_path)
    assert drafts(tmp_path) == []
    write(tmp_path)
    assert drafts(tmp_path) == []


@pytest.mark.parametrize("name", ["record", "checkpoint", "table", "model"])
def test_what_is_written_again_on_a_full_disk_stays_as_it_was(tmp_path, name):
    WRITERS[name](tmp_path)
    before = files(tmp_path)
    with largest_file(100), pytest.raises(StorageError):
        WRITERS[name](tmp_path)
    assert files(tmp_path) == before


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("place", ["/proc/geobias", "/dev/null/below", "{tmp}/file/below"])
def test_an_impossible_place_is_a_sentence(tmp_path, name, place):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"cannot be (made|written) \(.+\)\. [A-Z/]"):
        WRITERS[name](Path(place.format(tmp=tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_may_not_be_written_is_a_sentence(tmp_path, name, monkeypatch):
    def refuse(self, *arguments, **options):
        raise OSError(30, "Read-only file system", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StorageError, match=r"\(Read-only file system\)\. Name a folder that may be written\."):
        WRITERS[name](tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def write_for_ever(folder: Path) -> None:
    for number in range(1_000_000):
        part(folder / "run", f"part {number}")
        shard(folder / "store", f"text {number}")
        checkpoint(folder)


def test_a_kill_at_any_moment_leaves_whole_files_and_the_next_start_clears_the_rest(tmp_path):
    rng, left = np.random.default_rng(0), 0
    for kill in range(60):
        if kill >= 12 and left:  # on a busy machine many a child is killed before its first file
            break
        process = os.fork()
        if process == 0:
            try:
                write_for_ever(tmp_path)
            finally:
                os._exit(1)  # a child that goes on would run the rest of the tests
        time.sleep(rng.uniform(0.02, 0.2))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        left += len(drafts(tmp_path))
        for path in tmp_path.rglob("*.npy"):
            assert any(name.endswith(".part") for name in path.parts) or is_whole(path)
        last = tmp_path / "m" / "last.safetensors"
        assert not last.exists() or load_tensors(last) is not None
    part(tmp_path / "run")
    store = EmbeddingStore(tmp_path / "store", {"weights": "w"})
    assert store.notices == []
    assert drafts(tmp_path / "run") == drafts(tmp_path / "store") == []
    assert left
