"""A finished run, opened again: its record, and a session that keeps parts in its folder and changes nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.files import write_text
from geobias.memo import Memo
from geobias.pipeline.claiming import held
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RECORD
from geobias.pipeline.session import NoDirectory, Session
from geobias.pipeline.settings import StudySettings
from geobias.processes import Alone
from geobias.report import Run, read_run

EXPLAINED = "explained"
"""Where `run.json` says what was explained: pair -> settings and notices."""


class FinishedRun(NoDirectory):
    """The folder of a run that has ended: parts are found in it and added; its record stays as it is."""

    def __init__(self, path: Path, say: Callable[[str], None]):
        self.path, self._say = path, say
        self.notices: list[str] = []
        self._memo = Memo(path / "parts", self.notice)

    def notice(self, *sentences: str) -> None:
        self.notices += [sentence for sentence in sentences if sentence not in self.notices]

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        self._say(name)
        yield

    def memo(self, name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
        return self._memo(name, inputs, compute)


@contextmanager
def reopened(directory: str | Path, settings: StudySettings) -> Iterator[tuple[Session, FinishedRun]]:
    """A session in the folder of a finished run, which nobody else may work in meanwhile."""
    bars = Bars(settings.progress)
    folder = FinishedRun(Path(directory), bars.say)
    with held(folder.path):
        yield Session(folder, bars, Alone(), settings.seed, settings.workers), folder


def finished_run(directory: str | Path, study: str) -> Run:
    """A finished run of a study.

    Raises
    ------
    InputError : it is none, or of another study, or did not finish.
    """
    run = read_run(directory)
    if run.record.get("study") != study:
        raise InputError(
            f"what is explained must be a run of the study '{study}'",
            f"{run.directory} is of '{run.record.get('study')}'",
            "Name another folder.",
        )
    if not run.finished:
        raise InputError(
            "what is explained must be a finished run",
            f"{run.directory} is {run.record.get('status', 'of unknown status')}",
            "Start it again with the same settings.",
        )
    return run


def check_content(run: Run, content: Mapping[str, Any]) -> None:
    """InputError where the texts or the model that the run's settings name are others today."""
    before = run.record.get("content") or {}
    now = json.loads(json.dumps(content, default=str))
    if changed := [name for name in now if name in before and now[name] != before[name]]:
        raise InputError(
            "the texts and the model of a run must be as they were",
            f"today its settings name another {' and another '.join(changed)}",
            "Run the study again, and explain that run.",
        )


def record_explained(run: Run, pair: Sequence[str], facts: Mapping[str, Any]) -> None:
    """Add to `run.json` how a pair was explained; what was said of it before goes."""
    path = run.directory / RECORD
    record = json.loads(path.read_text(encoding="utf-8"))
    record.setdefault(EXPLAINED, {})["–".join(pair)] = dict(facts)
    write_text(path, json.dumps(record, indent=2, default=str))
