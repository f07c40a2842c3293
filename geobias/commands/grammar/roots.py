"""Roots: the file of `conf/` that a command's configuration begins with, and what is built from it.

Which one is meant is a fact of the whole command, as Hydra's own search path is, so it is said once around all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from geobias.commands.grammar.sources import CONFIG


@dataclass(frozen=True)
class Root:
    """A configuration.

    config : its file in `conf/`. build : its values -> (what they are for, its settings).
    called : how a message speaks of it. help, listing : the commands that explain it, and that show all its keys.
    of_studies : whether a study chooses which groups there are. by_file : how a value is given by a file of one's own.
    """

    config: str
    build: Callable[[Mapping[str, Any]], tuple[Any, Any]]
    called: str
    help: str
    listing: str
    of_studies: bool = False
    by_file: str = (
        "put the value in experiment/mine.yaml that begins with `# @package _global_`, "
        "and pass --config-dir . experiment=mine."
    )


def _study(values: Mapping[str, Any]) -> tuple[Any, Any]:
    from geobias.studies import find_study

    study = find_study(values.get("study"))
    return study, study.SETTINGS.build(**{key: value for key, value in values.items() if key != "study"})


STUDIES = Root(CONFIG, _study, "the study", "geobias --help", "geobias --cfg job", of_studies=True)
_CURRENT: ContextVar[Root] = ContextVar("root", default=STUDIES)


def root() -> Root:
    """That which is meant here: the studies', unless `rooted` says another one."""
    return _CURRENT.get()


@contextmanager
def rooted(chosen: Root) -> Iterator[None]:
    token = _CURRENT.set(chosen)
    try:
        yield
    finally:
        _CURRENT.reset(token)
