"""Loaders by name, with their options checked before anything is read."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import geobias.corpora as corpora
from geobias.corpora.benchmark import Benchmark
from geobias.corpora.columns import ColumnNames
from geobias.corpora.corpus import Corpus
from geobias.corpora.etiquette import Etiquette
from geobias.corpora.judgements import Judgements
from geobias.corpora.survey import Survey
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
SURVEYED = {"synthetic_survey": "make_survey", "survey": "load_survey", "no_survey": "no_survey"}
"""Of respondents of a survey, or of none."""
ETIQUETTE = {"etiquette": "load_etiquette"}
"""Of statements of etiquette."""
BENCHMARKS = {"benchmark": "load_benchmark"}
"""Of items with what is right."""
KINDS = {
    "texts": LOADERS,
    "judgements": JUDGED,
    "respondents": SURVEYED,
    "statements of etiquette": ETIQUETTE,
    "items of a benchmark": BENCHMARKS,
}
"""What a corpus is of -> its loaders."""
_BY_COLUMN = ("table", "hf")
"""Loaders whose option `group` names the columns that hold the groups."""
_BY_NAME = ("declaration",)
"""Options that may name what geobias brings along in place of a path."""
_NAMED = ("hf", "benchmark")
"""Loaders whose path may be a name: of the hub, or of what geobias brings along."""


def load_corpus(options: Mapping[str, Any]) -> Corpus:
    """Load the corpus that `options["name"]` names, with the other options as its loader's arguments."""
    chosen = dict(resolve_options(options))
    return _loader(chosen.pop("name"))(**chosen)


def load_judged(options: Mapping[str, Any]) -> Judgements:
    """The same of judgements."""
    chosen = dict(resolve_options(options, JUDGED))
    return _loader(chosen.pop("name"), JUDGED)(**chosen)


def load_surveyed(options: Mapping[str, Any]) -> Survey | None:
    """The same of a survey; None where there is none."""
    chosen = dict(resolve_options(options, SURVEYED))
    return _loader(chosen.pop("name"), SURVEYED)(**chosen)


def load_statements(options: Mapping[str, Any]) -> Etiquette:
    """The same of statements of etiquette."""
    chosen = dict(resolve_options(options, ETIQUETTE))
    return _loader(chosen.pop("name"), ETIQUETTE)(**chosen)


def load_benchmarked(options: Mapping[str, Any]) -> Benchmark:
    """The same of a benchmark."""
    chosen = dict(resolve_options(options, BENCHMARKS))
    return _loader(chosen.pop("name"), BENCHMARKS)(**chosen)


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
        if Path in get_args(hint) and isinstance(chosen.get(key), str | Path):
            chosen[key] = _existing(f"corpus.{key}", chosen[key], named=name in _NAMED or key in _BY_NAME)
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
    for kind, others in KINDS.items():
        if others is not loaders and isinstance(name, str) and name in others:
            wanted = next(what for what, those in KINDS.items() if those is loaders)
            raise InputError(
                f"the corpus of this study must be one of {wanted}",
                f"'{name}' is of {kind}",
                f"Choose one of {[*loaders]}.",
            )
    if not isinstance(name, str) or name not in loaders:
        near = closest(name, loaders)
        mend = f"Did you mean corpus={near}?" if near else f"Choose one of {sorted(loaders)}."
        raise InputError("corpus.name must name a loader", f"it is {name!r}", mend)
    return getattr(corpora, loaders[name])


def _existing(name: str, value: str | Path, *, named: bool) -> str:
    """The absolute path; what is no path here may still be a name, of the hub or of what geobias brings along."""
    path = Path(os.path.abspath(at_home(value)))
    if path.exists():
        return str(path)
    if named:
        return str(value)
    raise InputError(f"{name} must be a file or folder that is there", f"'{path}' is not", "Correct the path.")
