"""RunDirectory: where a study's work goes, so that a kill loses nothing finished and the same command goes on."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from geobias.errors import GeobiasError, require
from geobias.filenames import file_name
from geobias.files import check_folder, clear_drafts, make_folder, write_text
from geobias.memo import Memo, digest, key
from geobias.pipeline.claiming import check_label, claim
from geobias.versions import versions

RECORD = "run.json"


class RunDirectory:
    """The folder of one run, found again by its settings and by what they lead to.

    `<output>/<study>/<label>-<hash>`; where another process is at work on the same, a number is added, and said.
    `runs.csv` beside the runs says which settings each folder holds. Use it as a context manager: an exception leaves
    `run.json` with the status "stopped" and everything finished in place; a refusal (an `InputError` and its like)
    before this start finished anything leaves what was there before, to the last file.

    Parameters
    ----------
    content : fingerprints of what the settings only name: data, weights, tokenizer. Others have another folder.
    say : is told of every stage that begins.
    """

    def __init__(
        self,
        output: str | Path,
        study: str,
        label: str,
        settings: Mapping[str, Any],
        content: Mapping[str, Any] | None = None,
        *,
        say: Callable[[str], None] = lambda stage: None,
    ):
        check_label(label)
        self._settings, self._say = settings, say
        identity = key("run", study, [settings, content or {}])
        self._claim = claim(Path(output) / study / f"{file_name(label)}-{identity[:8]}")
        self.path = self._claim.path
        self.parts, self._checkpoints = self.path / "parts", self.path / "checkpoints"
        self.manifest: dict[str, Any] = {
            "study": study,
            "name": label,
            "status": "running",
            "config": settings,
            "content": content or {},
            "seed": settings.get("seed"),
            "versions": versions(),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "timings": {},
            "notices": [],
        }
        for folder, below in ((self.path.parent, False), (self.path, True)):
            clear_drafts(folder, below=below)
        self.memo = Memo(self.parts, self.notice)
        self.recall = self.memo.recall
        self._before, self._kept_before = self._record(), self._kept()
        try:
            self._begin()
        except BaseException:
            self._withdraw()
            raise

    def _begin(self) -> None:
        make_folder(self.parts)
        if self._claim.busy:
            busy = " and ".join(map(str, self._claim.busy))
            self.notice(f"Another process works on the same settings in {busy}; this one writes to {self.path}.")
            print(f"geobias: {self.manifest['notices'][0]}", file=sys.stderr)
        self._write_manifest()

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, GeobiasError) and self._kept() == self._kept_before:
            self._withdraw()
            return
        self.manifest["status"] = "finished" if kind is None else "stopped"
        if error is not None:
            self.manifest["stopped_by"] = f"{type(error).__name__}: {error}"
        try:
            self._write_manifest()
            _note_run(self.path, self._settings)
        except OSError:
            if error is None:  # else the first error is the one to tell of
                raise
        finally:
            self._claim.release()

    def notice(self, *sentences: str) -> None:
        """Say something the reader of the page should know; each sentence once."""
        for sentence in sentences:
            if sentence not in self.manifest["notices"]:
                self.manifest["notices"].append(sentence)

    def record(self, **facts: Any) -> None:
        """Add facts to `run.json`."""
        self.manifest.update(facts)
        self._write_manifest()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Say that a stage begins, and time it, in seconds, into `run.json`."""
        self._say(name)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.spent(name, time.perf_counter() - start)
        self._write_manifest()

    def spent(self, name: str, seconds: float) -> None:
        """Add to a stage's time."""
        self.manifest["timings"][name] = round(self.manifest["timings"].get(name, 0.0) + seconds, 2)

    def checkpoints(self, name: str, inputs: Mapping[str, Any]) -> Path:
        """The folder for what a long computation needs to go on; its own for every name and inputs."""
        return self._checkpoints / f"{file_name(name)}-{key('checkpoint', name, inputs)}"

    def drop_checkpoints(self, folder: Path) -> None:
        """Remove them once the result is stored, and the folder of all when it is empty."""
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            folder.parent.rmdir()

    def _write_manifest(self) -> None:
        write_text(self.path / RECORD, json.dumps(self.manifest, indent=2, default=str))

    def _record(self) -> str | None:
        """The record that an earlier start left."""
        path = self.path / RECORD
        return path.read_text(encoding="utf-8", errors="surrogateescape") if path.is_file() else None

    def _kept(self) -> dict[Path, int]:
        """What a start can go on from, with the time of each file."""
        files = [path for folder in (self.parts, self._checkpoints) for path in folder.rglob("*") if path.is_file()]
        return {path: path.stat().st_mtime_ns for path in files}

    def _withdraw(self) -> None:
        """Leave nothing of this start."""
        if not self._claim.fresh:
            with suppress(OSError):
                if self._before is not None:
                    write_text(self.path / RECORD, self._before)
                else:
                    (self.path / RECORD).unlink(missing_ok=True)
        self._claim.withdraw()


def check_place(output: str | Path, label: str) -> None:
    """Raise what `RunDirectory` would for the place of a run, before any work, as far as it can be told."""
    check_label(label)
    check_folder(Path(output))


def _note_run(path: Path, settings: Mapping[str, Any]) -> None:
    """A line of `runs.csv`, one per folder: short names stay readable through it."""
    filelock = require("filelock", extra="study", purpose="a run")
    table = path.parent / "runs.csv"
    with filelock.FileLock(path.parent / ".runs.lock"):
        known = "directory,settings_sha256,settings\n"
        if table.exists():
            known = table.read_text(encoding="utf-8", errors="surrogateescape")
        if f"\n{path.name}," in known:
            return
        text = json.dumps(settings, sort_keys=True, default=str).replace('"', '""')
        known += "" if known.endswith("\n") else "\n"  # torn, or edited
        write_text(table, f'{known}{path.name},{digest(settings)},"{text}"\n')
