"""A run from its settings to its page: the same for every study, which says what is measured and written."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from geobias.errors import InputError
from geobias.files import check_folder
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory, check_place
from geobias.pipeline.session import Session
from geobias.pipeline.settings import StudySettings
from geobias.processes import launched
from geobias.report import PAGE, Report, build

Chosen = TypeVar("Chosen", bound=StudySettings)
Found = TypeVar("Found")


class Readable(Protocol):
    """What a study read before its first step."""

    def content(self) -> Mapping[str, Any]:
        """Fingerprints of all that the settings only name; they decide the run's folder."""


Read = TypeVar("Read", bound=Readable)


@dataclass(frozen=True)
class Study(Generic[Chosen, Read, Found]):
    """What a study is made of.

    name : of the folder of its runs. settings : the class that they are built by.
    read : what the settings name, such as `Inputs`.
    measure : the order of events; None from a process that only helps.
    write : the tables. page : a run's folder, and a callback for each figure -> its report.
    """

    name: str
    settings: type[Chosen]
    read: Callable[[Chosen], Read]
    measure: Callable[[Chosen, Read, Session], Found | None]
    write: Callable[[RunDirectory, Found], None]
    page: Callable[[Path, Callable[[int], None]], Report] = build

    def run(self, settings: Chosen | None = None, **values: Any) -> Report | None:
        """Run the study and return its report, whose page is there unless `settings.page` is false.

        Started as several processes (`torchrun -m geobias ...`, `accelerate launch --multi_gpu`), these share encoding
        and training of classifiers; the main one does all the rest and alone returns the report, the others None. A run
        that was stopped goes on from there when it is started with the same settings.

        Parameters
        ----------
        settings : or the same as nested mappings by keyword, e.g. ``corpus={"name": "tweets", "path": "tweets"}``.

        Raises
        ------
        InputError : a setting, a file or a group cannot be used; the message names it and the mend.
        """
        if settings is None:
            settings = self.settings.build(values)
        elif values:
            raise InputError("run takes settings or keywords", "both were given", "Build all settings in one place.")
        processes = launched()
        if not processes.main:
            self.measure(settings, self.read(settings), Session.unkept(settings, processes))
            return None
        check_place(settings.output, settings.label)
        check_folder(Path(settings.store))
        bars, started = Bars(settings.progress), time.perf_counter()
        read = self.read(settings)
        place = (settings.output, self.name, settings.label, settings.identity(), read.content())
        with RunDirectory(*place, say=bars.say) as directory:
            directory.spent("read", time.perf_counter() - started)
            found = self.measure(settings, read, Session.of_run(settings, directory, processes))
            assert found is not None  # this is the main process
            self.write(directory, found)
        if not settings.page:
            return Report(directory.path, directory.path / PAGE)
        bars.say("draw")
        with bars.bar("Drawing the page", "figures") as progress:
            return self.page(directory.path, progress)
