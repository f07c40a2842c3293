"""Studies: the order of events of a paper, from files to a page.

A study is one package here, one file in `conf/study/` and one name. The package has `SETTINGS` (a class with `build`),
`plan`, `run` and `SECTIONS` (of its page); see ARCHITECTURE.md.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from geobias.errors import InputError
from geobias.suggest import nearest

__all__ = ["find_study", "page_sections", "study_names"]


def study_names() -> list[str]:
    """The studies that there are, found without importing one."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def find_study(choice: Any) -> ModuleType:
    """The package of a study, by its name or by a mapping that has it under "name"; no other is imported.

    Raises
    ------
    InputError : there is no such study.
    """
    name, names = choice.get("name") if isinstance(choice, Mapping) else choice, study_names()
    if name not in names:
        raise InputError("study.name must name a study", f"it is {name!r}", f"{nearest(name, names)}There are {names}.")
    return importlib.import_module(f"{__name__}.{name}")


def page_sections(name: str) -> tuple[Any, ...] | None:
    """`SECTIONS` of a study; None where it names none.

    They are read from its file `sections.py` alone where it has one, for what measures takes a second to import and a
    page needs nothing of it.
    """
    [folder] = importlib.util.find_spec(f"{__name__}.{name}").submodule_search_locations  # type: ignore[union-attr, misc]
    file = Path(folder) / "sections.py"
    if not file.is_file():
        return getattr(find_study(name), "SECTIONS", None)
    spec = importlib.util.spec_from_file_location(f"{__name__}.{name}.sections", file)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return tuple(module.SECTIONS)
