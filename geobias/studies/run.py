"""RunDirectory: where a study's work goes, so that a kill loses nothing finished and the same command goes on."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from geobias import __version__
from geobias.errors import GeobiasError, require

_VERSIONS = (
    "torch",
    "numpy",
    "scipy",
    "pandas",
    "scikit-learn",
    "transformers",
    "accelerate",
    "tokenizers",
    "geomloss",
    "pykeops",
)


class RunDirectory:
    """The folder of one run, found again by its settings.

    `<output>/<study>/<label>-<hash of the settings>`; where another process is at work on the same settings, a
    number is added. `runs.csv` beside the runs says which settings each folder holds. Use it as a context manager:
    an exception leaves `run.json` with the status "stopped" and everything finished in place; a refusal (an
    `InputError` and its like) before anything was finished leaves nothing. `say` is told of every stage that begins.
    """

    def __init__(
        self,
        output: str | Path,
        study: str,
        label: str,
        settings: Mapping[str, Any],
        say: Callable[[str], None] = lambda stage: None,
    ):
        self._say = say
        identity = digest(settings)
        self._lock, self.path = _claim(Path(output) / study / f"{label}-{identity[:8]}")
        self.parts = self.path / "parts"
        self.parts.mkdir(exist_ok=True)
        self.manifest: dict[str, Any] = {
            "study": study,
            "name": label,
            "status": "running",
            "config": settings,
            "seed": settings.get("seed"),
            "versions": versions(),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "timings": {},
            "notices": [],
        }
        self._identity, self._settings = identity, settings
        self._write_manifest()

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, GeobiasError) and not any(self.parts.iterdir()):
            # Refused before anything was finished: nothing is left to go on from.
            self._lock.release()
            shutil.rmtree(self.path)
            return
        self.manifest["status"] = "finished" if kind is None else "stopped"
        if error is not None:
            self.manifest["stopped_by"] = f"{type(error).__name__}: {error}"
        self._write_manifest()
        _note_run(self.path, self._identity, self._settings)
        self._lock.release()

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
            spent = self.manifest["timings"].get(name, 0.0) + time.perf_counter() - start
            self.manifest["timings"][name] = round(spent, 2)
            self._write_manifest()

    def memo(self, name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
        """An array computed once for these inputs: read from `parts/` where an earlier start finished it."""
        stored = self.recall(name, inputs)
        if stored is not None:
            return stored
        path = self._part(name, inputs)
        values = np.asarray(compute())
        draft = path.with_suffix(f".{os.getpid()}.part")
        with draft.open("wb") as file:
            np.save(file, values)
        os.replace(draft, path)
        return values

    def recall(self, name: str, inputs: Mapping[str, Any]) -> np.ndarray | None:
        """What `memo` stored under this name for these inputs; None where nothing is."""
        path = self._part(name, inputs)
        return np.load(path) if path.is_file() else None

    def _part(self, name: str, inputs: Mapping[str, Any]) -> Path:
        return self.parts / f"{name}-{digest(inputs)[:16]}.npy"

    def checkpoints(self, name: str, inputs: Mapping[str, Any]) -> Path:
        """The folder for what a long computation needs to go on; its own for every name and inputs."""
        return self.path / "checkpoints" / f"{name}-{digest(inputs)[:16]}"

    def drop_checkpoints(self, folder: Path) -> None:
        """Remove them once the result is stored, and the folder of all when it is empty."""
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            folder.parent.rmdir()

    def _write_manifest(self) -> None:
        draft = self.path / f"run.json.{os.getpid()}.part"
        draft.write_text(json.dumps(self.manifest, indent=2, default=str), encoding="utf-8")
        os.replace(draft, self.path / "run.json")


def digest(value: Any) -> str:
    """sha256 of a nested value; arrays count by their bytes."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=_plain).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.shape, hashlib.sha256(np.ascontiguousarray(value).data).hexdigest()]
    return str(value)


def versions() -> dict[str, str]:
    """Versions of what the numbers depend on, as installed."""
    found = {"geobias": __version__, "python": platform.python_version(), "machine": platform.machine()}
    for package in _VERSIONS:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def _claim(wanted: Path) -> tuple[Any, Path]:
    """Create and lock the run's folder, or the next numbered one that nobody works in."""
    filelock = require("filelock", extra="study", purpose="a run")
    number = 1
    while True:
        path = wanted if number == 1 else wanted.with_name(f"{wanted.name}-{number}")
        path.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(path / ".lock")
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:
            number += 1
            continue
        return lock, path


def _note_run(path: Path, identity: str, settings: Mapping[str, Any]) -> None:
    """A line of `runs.csv`, once a folder: short names stay readable through it."""
    filelock = require("filelock", extra="study", purpose="a run")
    table = path.parent / "runs.csv"
    with filelock.FileLock(path.parent / ".runs.lock"):
        known = table.read_text(encoding="utf-8") if table.exists() else "directory,settings_sha256,settings\n"
        if f"\n{path.name}," in known:
            return
        text = json.dumps(settings, sort_keys=True, default=str).replace('"', '""')
        draft = table.with_suffix(f".{os.getpid()}.part")
        draft.write_text(f'{known}{path.name},{identity},"{text}"\n', encoding="utf-8")
        os.replace(draft, table)
