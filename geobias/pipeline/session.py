"""Session: what every step of a run works in, as one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from geobias.parallel import available_workers
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.settings import StudySettings
from geobias.processes import Alone, Processes
from geobias.seeds import generator


class NoDirectory:
    """In place of a run's folder where nothing is kept: in a plan, and on a process that helps the main one."""

    path = Path("unkept")

    def notice(self, *sentences: str) -> None:
        """Nobody reads it."""

    def record(self, **facts: Any) -> None:
        """Nobody reads it."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Nothing is said or timed."""
        yield

    def memo(self, name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
        """Computed each time."""
        return compute()

    def recall(self, name: str, inputs: Mapping[str, Any]) -> None:
        """Nothing was kept."""

    def checkpoints(self, name: str, inputs: Mapping[str, Any]) -> Path:
        """A name for a folder that only the main process writes to."""
        return self.path / name

    def drop_checkpoints(self, folder: Path) -> None:
        """There are none."""


@dataclass(frozen=True)
class Session:
    """The surroundings of a run's steps; none of it decides what is measured but the seed.

    directory : takes finished parts, records and notices. bars : show the progress of long steps.
    processes : that share the encoding and the training of classifiers; only the main one does the rest.
    workers : threads; None = every core.
    """

    directory: RunDirectory | NoDirectory
    bars: Bars
    processes: Processes
    seed: int
    workers: int | None

    @classmethod
    def of_run(cls, settings: StudySettings, directory: RunDirectory, processes: Processes | None = None) -> Session:
        """The main process', which keeps what it finishes in the run's folder."""
        return cls(directory, Bars(settings.progress), processes or Alone(), settings.seed, settings.workers)

    @classmethod
    def unkept(cls, settings: StudySettings, processes: Processes | None = None) -> Session:
        """Without a folder: a plan's, or that of a process which only helps, silently."""
        together = processes or Alone()
        return cls(NoDirectory(), Bars(settings.progress and together.main), together, settings.seed, settings.workers)

    @property
    def main(self) -> bool:
        """Whether this process does what cannot be shared."""
        return self.processes.main

    @property
    def threads(self) -> int:
        """Threads that work is done on."""
        return self.workers or available_workers()

    def rng(self, *purpose: str | int) -> np.random.Generator:
        """The random stream of a purpose; see `geobias.seeds.generator`."""
        return generator(self.seed, *purpose)

    def bar(self, words: str, unit: str) -> AbstractContextManager[Callable[..., None]]:
        """See `Bars.bar`."""
        return self.bars.bar(words, unit)

    def stage(self, name: str) -> AbstractContextManager[None]:
        """See `RunDirectory.stage`."""
        return self.directory.stage(name)

    def notice(self, *sentences: str) -> None:
        """Say something the reader of the page should know; each sentence once."""
        self.directory.notice(*sentences)
