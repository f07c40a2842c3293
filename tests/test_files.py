"""The one writer: the old file or the new one, a sentence for what the disk says, and no drafts of the dead."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from geobias.errors import StorageError
from geobias.files import check_folder, clear_drafts, make_folder, sentence, write_atomically, write_text


def dead_process() -> int:
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)
    return process


def draft_of(process: int, folder: Path, age: float = 0.0) -> Path:
    """A draft as this process leaves it, under another's number."""
    kept: list[Path] = []

    def look(made: Path) -> None:
        made.write_text("half")
        kept.append(made.parent)

    write_atomically(folder / "seen", look)
    (folder / "seen").unlink()
    draft = kept[0].with_name(kept[0].name.replace(f"-{os.getpid()}-", f"-{process}-"))
    draft.mkdir()
    (draft / "half").write_text("half")
    os.utime(draft, (time.time() - age, time.time() - age))
    return draft


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), KeyError("a bug"), KeyboardInterrupt()]
)
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, error):
    path = write_text(tmp_path / "page.html", "old")

    def broken(draft: Path) -> None:
        draft.write_text("half")
        (draft.parent / "of the library").write_text("half")
        raise error

    with pytest.raises(StorageError if isinstance(error, OSError) else type(error)):
        write_atomically(path, broken)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_library_in_rust_has_its_sentence_too(tmp_path):
    def broken(draft: Path) -> None:
        raise Exception("Error while serializing: I/O error: No space left on device (os error 28)")

    with pytest.raises(StorageError) as error:
        write_atomically(tmp_path / "a", broken)
    assert str(error.value) == (
        f"{tmp_path / 'a'} cannot be written (No space left on device). "
        "Free some space and start again: what was finished is kept."
    )


def test_the_disk_has_a_file_before_it_is_moved_and_the_folder_after(tmp_path, monkeypatch):
    events = []
    sync, move = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (events.append("sync"), sync(handle)))
    monkeypatch.setattr(os, "replace", lambda a, b: (events.append("move"), move(a, b)))
    write_text(tmp_path / "a", "text")
    assert events == ["sync", "move", "sync"]


def test_a_folder_takes_the_place_of_a_folder(tmp_path):
    def model(text: str):
        return lambda draft: (draft.mkdir(), (draft / "weights").write_text(text))

    for text in ("old", "new"):
        write_atomically(tmp_path / "model", model(text))
    assert (tmp_path / "model" / "weights").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_what_is_in_the_way_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below" / "deep"):
        with pytest.raises(StorageError, match=f"{tmp_path / 'file'} is a file: move it away, or name another place"):
            make_folder(path)
    (tmp_path / "run.json").mkdir()
    (tmp_path / "run.json" / "inside").mkdir()
    with pytest.raises(StorageError, match="is a folder: move it away"):
        write_text(tmp_path / "run.json", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "run.json"]


@pytest.mark.parametrize("path", ["/proc/x/y", "/dev/null/x", "a" * 300, "nul\0"])
def test_impossible_folders_get_a_sentence(path):
    with pytest.raises(StorageError, match=r"cannot be made \(.+\)\. [A-Z/].+\.$"):
        make_folder(Path(path))


def test_a_place_is_looked_at_before_work(tmp_path, monkeypatch):
    check_folder(tmp_path / "new" / "deep")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StorageError, match="cannot be made"):
        check_folder(Path("/dev/null/x"))
    if Path("/proc/self").exists():  # where root may write by its looks
        with pytest.raises(StorageError, match=r"^/proc/x cannot be written \(.+\)\. "):
            check_folder(Path("/proc/x"))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(StorageError, match=r"cannot be written \(Permission denied\)"):
        check_folder(tmp_path / "new")


def test_drafts_of_killed_processes_are_cleared_and_those_of_living_ones_stay(tmp_path):
    below = make_folder(tmp_path / "tables")
    dead = dead_process()
    gone = [draft_of(dead, tmp_path), draft_of(dead, below)]
    living = draft_of(os.getppid(), tmp_path, age=7200)
    names = (".0badbeef-1-00000000.part", "film.part", ".film.part", ".0badbeef-2-00000000.part")
    others = [tmp_path / name for name in names]
    for draft in others:
        draft.write_text("half")
    for draft in others[:3]:
        os.utime(draft, (time.time() - 7200, time.time() - 7200))
    clear_drafts(tmp_path, below=True)
    assert [path.exists() for path in (*gone, living, *others)] == [False, False, True, False, True, True, True]


def test_a_sentence_names_the_file_of_any_error():
    with pytest.raises(OSError, match="No such") as error:
        os.stat("/no/such/file")
    assert sentence(error.value).startswith("/no/such/file cannot be used (No such file or directory). ")
    assert sentence(OSError("first")) == "first"


def test_a_folder_that_made_room_comes_back_where_the_new_one_cannot_move(tmp_path, monkeypatch):
    write_atomically(tmp_path / "model", lambda draft: (draft.mkdir(), (draft / "weights").write_text("old")))
    move = os.replace

    def fail(source: Path, target: Path) -> None:
        if source.parent.name.endswith(".part") and source.name == "model":
            raise OSError(errno.EIO, "Input/output error")
        move(source, target)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(StorageError, match="Input/output error"):
        write_atomically(tmp_path / "model", lambda draft: (draft.mkdir(), (draft / "weights").write_text("new")))
    assert (tmp_path / "model" / "weights").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
