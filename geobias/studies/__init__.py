"""Studies: the order of events of a paper, from files to a page."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from geobias.errors import InputError

STUDIES = ("regional",)


def find_study(choice: Any) -> ModuleType:
    """The module of a study: it has `SETTINGS` (a class with `build`), `plan` and `run`."""
    name = choice.get("name") if isinstance(choice, Mapping) else choice
    if name not in STUDIES:
        raise InputError("study.name must name a study", f"it is {name!r}", f"There are {list(STUDIES)}.")
    return importlib.import_module(f"geobias.studies.{name}")
