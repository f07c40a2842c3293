"""Published: numbers that papers print, computed anew from the data that they released.

A paper is a module or package of this package whose name has no underscore in front. It has `TITLE`, one line, and
`reproduce(folder)`, which gives a `Reproduction`. `OPTIONS` names what else it takes, by keyword; most have none.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any, Protocol, cast

from geobias.errors import InputError
from geobias.published._page import write_page
from geobias.published._reproduction import Reproduction
from geobias.suggest import closest

__all__ = ["Paper", "Reproduction", "find_paper", "paper_names", "write_page"]


class Paper(Protocol):
    """What a module of this package has."""

    TITLE: str

    def reproduce(self, folder: Path, **options: Any) -> Reproduction: ...


def paper_names() -> list[str]:
    """The papers whose numbers can be computed anew."""
    return [module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_"]


def find_paper(name: str) -> Paper:
    """Raises `InputError` for one that there is not, with the nearest."""
    if name not in paper_names():
        near = closest(name, paper_names())
        raise InputError(
            f"what to reproduce must be one of {paper_names()}",
            f"it is '{name}'",
            f"Did you mean {near}?" if near else "Choose one.",
        )
    return cast(Paper, importlib.import_module(f"{__name__}.{name}"))
