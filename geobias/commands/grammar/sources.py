"""The files that a configuration is made of: groups, their options, and the study that an experiment is of.

They lie in `geobias.conf`, and in folders of one's own that an override of Hydra's search path adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from geobias.commands.grammar.parsing import parsed

CONFIG_MODULE, CONFIG = "geobias.conf", "config"
SEARCHPATH = "hydra.searchpath"
_OF_STUDY = "override /study"


def folders_among(overrides: Iterable[str]) -> list[str]:
    """Those of the overrides that add a folder."""
    return [word for word in overrides if word.startswith(f"{SEARCHPATH}=")]


def is_group(key: str, overrides: Iterable[str] = ()) -> bool:
    return key.isidentifier() and any((folder / key).is_dir() for folder in _folders(overrides))


def groups(overrides: Sequence[str] = ()) -> list[str]:
    """The groups of the configuration, of every study."""
    names = {entry.name for folder in _folders(overrides) for entry in folder.iterdir() if entry.is_dir()}
    return sorted(name for name in names if is_group(name, overrides))


def options_of(group: str, overrides: Iterable[str] = ()) -> list[str]:
    """The options of a group, ours and those of the folders that the overrides add."""
    return sorted(_files(group, overrides))


def mentions(group: str, key: str, overrides: Iterable[str] = ()) -> bool:
    """Whether a file of the group has a line for this key: a quick look before any composing."""
    line = re.compile(rf"^{re.escape(key)}:", re.MULTILINE)
    return any(line.search(file.read_text("utf-8")) for file in _files(group, overrides).values())


def written(name: str, overrides: Iterable[str] = ()) -> bool:
    """Whether any file of the configuration has this word: no composing finds a key that stands nowhere."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for top in _folders(overrides):
        for folder in (top, *(entry for entry in top.iterdir() if entry.is_dir())):
            files = (entry for entry in folder.iterdir() if entry.name.endswith(".yaml"))
            if any(word.search(file.read_text("utf-8", errors="replace")) for file in files):
                return True
    return False


def study_of(experiment: str, overrides: Iterable[str] = ()) -> str | None:
    """The study that an experiment's list of defaults names; None where it names none, or cannot be read."""
    from yaml import YAMLError, safe_load

    try:
        content = safe_load(_files("experiment", overrides)[experiment].read_text("utf-8"))
    except (KeyError, YAMLError, UnicodeDecodeError):
        return None  # composing says what is wrong with it
    defaults = content.get("defaults") if isinstance(content, dict) else None
    named = [one.get(_OF_STUDY) for one in defaults if isinstance(one, dict)] if isinstance(defaults, list) else []
    return next((str(name) for name in named if name is not None), None)


def _files(group: str, overrides: Iterable[str]) -> dict[str, Traversable]:
    """option -> its file; the first folder that has one decides, as in Hydra."""
    found: dict[str, Traversable] = {}
    for folder in (folder / group for folder in _folders(overrides)):
        for entry in folder.iterdir() if folder.is_dir() else ():
            if entry.name.endswith(".yaml"):
                found.setdefault(entry.name.removesuffix(".yaml"), entry)
    return found


def _folders(overrides: Iterable[str]) -> Iterator[Any]:
    yield resources.files(CONFIG_MODULE)
    for found in map(parsed, folders_among(overrides)):
        paths = None if found is None else found.value()
        for path in paths if isinstance(paths, list) else ():
            folder = Path(str(path).removeprefix("file://"))
            if folder.is_dir():
                yield folder
