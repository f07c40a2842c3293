"""Loaders by name, with their options checked before anything is read."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import geobias.corpora as corpora
from geobias.corpora.columns import ColumnNames
from geobias.corpora.corpus import Corpus
from geobias.corpora.judgements import Judgements
from geobias.errors import InputError
from geobias.files import at_home
from geobias.suggest import closest
from geobias.typed import UNSET, arguments

LOADERS = {
    "synthetic": "make_synthetic",
    "tweets": "load_tweets",
    "sentiment140": "load_sentiment140",
    "reuters21578": "load_reuters21578",
    "table": "load_table",
    "hf": "load_hf",
}
"""Of texts."""
JUDGED = {
    "judgements": "load_judgements",
    "synthetic_judgements": "make_judgements",
    "collected": "load_collected",
}
"""Of judgements."""
_BY_COLUMN = ("table", "hf")
"""Loaders whose option `group` names the columns that hold the groups."""


def load_corpus(options: Mapping[str, Any]) -> Corpus:
    """Load the corpus that `options["name"]` names, with the other options as its loader's arguments."""
    chosen = dict(resolve_options(options))
    return _loader(chosen.pop("name"))(**chosen)


def load_judged(options: Mapping[str, Any]) -> Judgements:
    """The same of judgements."""
    chosen = dict(resolve_options(options, JUDGED))
    return _loader(chosen.pop("name"), JUDGED)(**chosen)


def resolve_options(options: Mapping[str, Any], loaders: Mapping[str, str] = LOADERS) -> dict[str, Any]:
    """Give the options the types of the loader's arguments and make paths absolute, from the working directory.

    loaders : those that there are to choose from.

    Raises
    ------
    InputError : an unknown loader or option, with the nearest right one; a value of another type than the loader's
        hint; a path that is unset or not there.
    """
    name = options.get("name", UNSET)
    loader = _loader(name, loaders)
    given = {key: value for key, value in options.items() if key != "name"}
    chosen = {"name": name, **arguments(loader, given, "corpus.")}
    for key, hint in get_type_hints(loader).items():
        if Path in get_args(hint) and chosen.get(key) is not None:
            chosen[key] = _existing(f"corpus.{key}", chosen[key], hub=name == "hf")
    return chosen


def grouping(options: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Attributes that the corpus of these options can be grouped by, the one it is meant to be first; None = it says
    nothing of it.
    """
    if options.get("name") not in _BY_COLUMN:
        return None
    given = options.get("group", inspect.signature(_loader(options["name"])).parameters["group"].default)
    names = ColumnNames(group=given)
    return tuple(dict.fromkeys((names.grouping, *names.groups)))


def _loader(name: Any, loaders: Mapping[str, str] = LOADERS) -> Callable[..., Any]:
    if name in ({*LOADERS, *JUDGED} - {*loaders} if isinstance(name, str) else ()):
        of, there = ("judgements", "texts") if loaders is JUDGED else ("texts", "judgements")
        raise InputError(
            f"the corpus of this study must be one of {of}", f"'{name}' is of {there}", f"Choose one of {[*loaders]}."
        )
    if not isinstance(name, str) or name not in loaders:
        near = closest(name, loaders)
        mend = f"Did you mean corpus={near}?" if near else f"Choose one of {sorted(loaders)}."
        raise InputError("corpus.name must name a loader", f"it is {name!r}", mend)
    return getattr(corpora, loaders[name])


def _existing(name: str, value: str | Path, *, hub: bool) -> str:
    """The absolute path; a name that is no path here may still be one of the hub."""
    path = Path(os.path.abspath(at_home(value)))
    if path.exists():
        return str(path)
    if hub:
        return str(value)
    raise InputError(f"{name} must be a file or folder that is there", f"'{path}' is not", "Correct the path.")
