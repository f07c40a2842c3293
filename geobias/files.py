"""Files: the one place that writes, so that a kill or a full disk leaves the old file or the new one, and no more.

What is being written lies in a draft, a hidden folder beside its place that says which process made it. So drafts of
killed processes are known, whatever a library left in them, and the next start clears them.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import re
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from geobias.errors import GeobiasError, InputError, StorageError

_DRAFT = ".part"
_OURS = re.compile(rf"\.(?P<machine>[0-9a-f]{{8}})-(?P<process>\d+)-[0-9a-f]{{8}}\{_DRAFT}")
"""What drafts are called; a file of the user's may end alike."""
_ABANDONED = 3_600.0
"""Seconds after which a draft of another machine, which nobody has touched, is what a killed process left."""
_RUST = re.compile(r"\(os error (\d+)\)")
_MENDS = {
    errno.ENOSPC: "Free some space and start again: what was finished is kept.",
    errno.EDQUOT: "Free some space and start again: what was finished is kept.",
    errno.EFBIG: "Lift the limit on the size of files (ulimit -f) and start again: what was finished is kept.",
    errno.EROFS: "Name a folder that may be written.",
    errno.EACCES: "Name a folder that you may use, or change who may use this one.",
    errno.EPERM: "Name a folder that you may use, or change who may use this one.",
    errno.ENAMETOOLONG: "Name a shorter one.",
}


def write_atomically(path: Path, write: Callable[[Path], object]) -> Path:
    """Call `write` with a temporary path, then move what it made, a file or a folder, to `path`; the name is kept.

    A reader sees the old file or the new one, never a part; when `write` fails the old one stays. The disk has the new
    one before it is moved.

    Raises
    ------
    StorageError : the disk is full, the folder may not be written, something else is in its place.
    """
    make_folder(path.parent)
    draft = path.parent / f".{_machine()}-{os.getpid()}-{uuid.uuid4().hex[:8]}{_DRAFT}"
    made = draft / path.name
    try:
        draft.mkdir()
        write(made)
        for file in (made, *made.rglob("*")):
            _sync(file)
        _move(made, path, draft / "before")
        _sync(path.parent)
    except StorageError:
        raise
    except Exception as error:
        cause = _os_error(error)
        if cause is None:
            raise
        raise cannot("written", path, cause) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return path


def _move(made: Path, path: Path, before: Path) -> None:
    """Put a file or a folder in its place; a folder that is there makes room first, and comes back if that fails."""
    if made.is_dir() and path.is_dir():
        os.replace(path, before)
    try:
        os.replace(made, path)
    except OSError:
        if before.exists():
            os.replace(before, path)
        raise


def write_text(path: Path, text: str) -> Path:
    """`write_atomically` for a text, in UTF-8."""
    return write_atomically(path, lambda draft: draft.write_text(text, encoding="utf-8", errors="surrogateescape"))


def at_home(path: str | Path) -> Path:
    """The path with the home that a leading `~` or `~user` stands for; raises `InputError` for a user unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise InputError(
            "a path that begins with ~ must name a user of this machine",
            f"{str(path)!r} does not",
            f"Write the whole path, or ./{path} for a folder of this name.",
        ) from error


def make_folder(path: Path) -> Path:
    """Make a folder and those above it; raises `StorageError` where that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("made", path, error) from error
    except ValueError as error:  # a NUL in the name
        raise StorageError(f"The folder {str(path)!r} cannot be made ({error}). Name another one.") from error
    return path


def check_folder(path: Path) -> None:
    """Raise `StorageError` where a folder is neither there to be written nor can be made; the try leaves nothing."""
    above = next((one for one in (path, *path.parents) if os.path.lexists(one)), Path("."))
    if not os.path.isdir(above):
        raise cannot("made", path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))
    if not os.access(above, os.W_OK | os.X_OK):
        raise cannot("written", path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    try:  # what os.access allows a file system may refuse: read-only ones, /proc
        os.rmdir(tempfile.mkdtemp(prefix=".geobias-", dir=above))
    except OSError as error:
        raise cannot("written", path, error) from error


def clear_drafts(folder: Path, *, below: bool = False) -> None:
    """Delete the drafts in a folder, and `below` it, that killed processes have left; those of living ones stay."""
    for draft in [*(folder.rglob if below else folder.glob)(f".*{_DRAFT}")]:
        name = _OURS.fullmatch(draft.name)
        if name and _is_abandoned(draft, name["machine"], int(name["process"])):
            shutil.rmtree(draft, ignore_errors=True)
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def cannot(done: str, path: Path, error: OSError) -> StorageError:
    """The sentence for a path that cannot be "written", "read" or "made", with what to do."""
    # os.path asks without raising, whatever is wrong with a path.
    in_the_way = next((one for one in path.parents if os.path.isfile(one)), None)
    if in_the_way is None and (os.path.isfile(path) if done == "made" else os.path.isdir(path)):
        in_the_way = path
    mend = _MENDS.get(error.errno or 0, "See that the place exists and may be used, or name another one.")
    if in_the_way is not None:
        kind = "folder" if os.path.isdir(in_the_way) else "file"
        mend = f"{in_the_way} is a {kind}: move it away, or name another place."
    return StorageError(f"{path} cannot be {done} ({error.strerror or error}). {mend}")


def sentence(error: Exception) -> str:
    """What to tell of an error: its own sentence, or one for what the system said of a file."""
    name = getattr(error, "filename", None)
    if isinstance(error, OSError) and not isinstance(error, GeobiasError) and isinstance(name, str):
        return str(cannot("used", Path(name), error))
    return str(error).strip() or type(error).__name__


def _os_error(error: Exception) -> OSError | None:
    """What the system said; libraries in Rust (safetensors, tokenizers) carry its number in their message."""
    if isinstance(error, OSError):
        return error
    number = _RUST.search(str(error))
    return OSError(int(number[1]), os.strerror(int(number[1]))) if number else None


def _sync(path: Path) -> None:
    """Wait until the disk has a file, or a folder's entries."""
    if path.is_dir():
        with suppress(OSError):  # not every system can
            _fsync(path, os.O_RDONLY)
    else:
        _fsync(path, os.O_RDWR)


def _fsync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _machine() -> str:
    """Where process numbers mean what they mean here: this machine, and on Linux this container."""
    try:
        numbers = os.readlink("/proc/self/ns/pid")
    except OSError:
        numbers = ""
    return hashlib.sha256(f"{platform.node()} {numbers}".encode()).hexdigest()[:8]


def _is_abandoned(draft: Path, machine: str, process: int) -> bool:
    if machine == _machine() and os.name == "posix":
        return not _is_alive(process)
    try:
        return time.time() - draft.stat().st_mtime > _ABANDONED
    except OSError:
        return False


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
