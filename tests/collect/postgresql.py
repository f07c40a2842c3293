"""A PostgreSQL of the machine's own programs, started for a test in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WHERE = "/usr/lib/postgresql"


def programs() -> Path | None:
    """Where initdb and pg_ctl are; None = they are not installed."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else sorted(Path(_WHERE).glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "pg_ctl").exists() and (place / "initdb").exists()), None)


@contextmanager
def running(folder: Path, bin_: Path) -> Iterator[str]:
    """The address of an empty base, which is there as long as the block. It listens at a socket in the folder alone."""
    who = {} if os.getuid() else {"user": _other_user()}
    folder.mkdir()
    if who:
        shutil.chown(folder, who["user"])
        for parent in folder.parents:  # up to one that everybody may pass
            if parent.stat().st_mode & 0o005 == 0o005:
                break
            parent.chmod(parent.stat().st_mode | 0o055)

    def call(*words: str) -> None:
        subprocess.run([bin_ / words[0], *words[1:]], check=True, capture_output=True, cwd=folder, **who)

    data = str(folder / "data")
    call("initdb", "-D", data, "-U", "geobias", "-A", "trust", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder}"
    subprocess.run(
        [bin_ / "pg_ctl", "-D", data, "-w", "-o", options, "-l", str(folder / "log"), "start"],
        check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **who,
    )  # fmt: skip
    try:
        yield f"postgresql://geobias@/postgres?host={folder}"
    finally:
        call("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


def _other_user() -> str:
    """PostgreSQL does not run as root."""
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
