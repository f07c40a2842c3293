"""Loaders by name, with their options checked before anything is read."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import geobias.corpora as corpora
from geobias.corpora.corpus import Corpus
from geobias.errors import InputError
from geobias.suggest import closest

LOADERS = {
    "synthetic": "make_synthetic",
    "tweets": "load_tweets",
    "sentiment140": "load_sentiment140",
    "reuters21578": "load_reuters21578",
    "table": "load_table",
    "hf": "load_hf",
}
UNSET = "???"


def load_corpus(options: Mapping[str, Any]) -> Corpus:
    """Load the corpus that `options["name"]` names, with the other options as its loader's arguments."""
    chosen = dict(resolve_options(options))
    return _loader(chosen.pop("name"))(**chosen)


def resolve_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Check the options against the loader's arguments and make paths absolute, from the working directory.

    Raises
    ------
    InputError : an unknown loader or option, with the nearest right one; a path that is unset or not there.
    """
    chosen = dict(options)
    loader = _loader(chosen.get("name", UNSET))
    parameters = inspect.signature(loader).parameters
    for key, value in chosen.items():
        if key == "name":
            continue
        if key not in parameters:
            raise _unknown(f"corpus.{key}", key, list(parameters))
        if "Path" in str(parameters[key].annotation) and value is not None and value != UNSET:
            chosen[key] = _existing(f"corpus.{key}", value, hub=chosen["name"] == "hf")
    required = [key for key, p in parameters.items() if p.default is p.empty]
    for key in required:
        if chosen.get(key, UNSET) in (UNSET, None):
            raise InputError(f"'corpus.{key}' must be set", "it has no value yet", f"Pass corpus.{key}=<value>.")
    return chosen


def _loader(name: str) -> Callable[..., Corpus]:
    if name not in LOADERS:
        near = closest(name, LOADERS)
        mend = f"Did you mean corpus={near}?" if near else f"Choose one of {sorted(LOADERS)}."
        raise InputError("corpus.name must name a loader", f"it is '{name}'", mend)
    return getattr(corpora, LOADERS[name])


def _existing(name: str, value: str | Path, *, hub: bool) -> str:
    """The absolute path; a name that is no path here may still be one of the hub."""
    path = Path(os.path.abspath(Path(value).expanduser()))
    if path.exists():
        return str(path)
    if hub:
        return str(value)
    raise InputError(f"{name} must be a file or folder that is there", f"'{path}' is not", "Correct the path.")


def _unknown(name: str, key: str, known: list[str]) -> InputError:
    near = closest(key, known)
    mend = f"Did you mean 'corpus.{near}'?" if near else f"This corpus takes {sorted(known)}."
    return InputError("every setting must be a known one", f"'{name}' is not", mend)
