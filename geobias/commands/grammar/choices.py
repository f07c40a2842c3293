"""The options that are chosen for groups (`group=option`), judged one by one and beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geobias.commands.grammar.composing import study_and_groups
from geobias.commands.grammar.roots import root
from geobias.commands.grammar.sources import folders_among, is_group, options_of, study_of
from geobias.errors import InputError
from geobias.suggest import closest


def choices_among(found: Mapping[str, Any]) -> list[str]:
    """The overrides that choose options of groups, or are Hydra's own."""
    keys = {word: str(one.key_or_group) for word, one in found.items() if one is not None}
    return [word for word, key in keys.items() if key.startswith("hydra") or is_group(key, found)]


def check_choices(chosen: Mapping[str, Any]) -> None:
    """Judge every choice by itself, then whether those of one value each go together.

    Parameters
    ----------
    chosen : word -> the override as Hydra reads it.

    Raises
    ------
    InputError : there is no such option; an experiment is of another study; the study has no such group.
    """
    for word, found in chosen.items():
        _check_option(found, word, list(chosen))
    single = {word: found for word, found in chosen.items() if not found.is_sweep_override()}
    study = _agreed_study(single) if root().of_studies else None
    groups = [str(found.key_or_group) for found in single.values() if _of_ours(found)]
    if groups:
        _check_groups(groups, study, folders_among(single))


def _of_ours(found: Any) -> bool:
    return not str(found.key_or_group).startswith("hydra")


def _agreed_study(chosen: Mapping[str, Any]) -> str | None:
    """The study that is chosen, or that the experiments chosen are of; None where neither says one."""
    picked = {str(found.key_or_group): found.value() for found in chosen.values() if _of_ours(found)}
    experiments = picked.get("experiment") or []
    own = {name: study_of(name, chosen) for name in ([experiments] if isinstance(experiments, str) else experiments)}
    study = picked.get("study") or next((its for its in own.values() if its), None)
    for name, its in own.items():
        if its not in (None, study):
            raise InputError(
                f"experiment={name} must go with study={its}", f"the study is {study}", "Leave one of the two out."
            )
    return study


def _check_groups(groups: Sequence[str], study: str | None, folders: Sequence[str]) -> None:
    """Every group must be one of the study; None is the study that a command without one runs."""

    def of(name: str | None) -> tuple[str, list[str]]:
        return study_and_groups([*folders, *([f"study={name}"] if name else [])])

    name, having = of(study)
    for group in groups:
        if group not in having:
            studies = options_of("study", folders) if root().of_studies else []
            others = [f"study={other}" for other in studies if group in of(other)[1]]
            raise InputError(
                f"'{group}' must be a group of {root().called}",
                f"{name} has {having}",
                f"Leave it out, or name one that has it: {', '.join(others)}." if others else "Leave it out.",
            )


def _check_option(found: Any, word: str, overrides: Sequence[str]) -> None:
    """An option of a group that there is not gets the nearest one; a group cannot be taken away."""
    group = str(found.key_or_group)
    if not _of_ours(found) or found.is_sweep_override():
        return
    value, options = found.value(), options_of(group, overrides)
    if group == "experiment" and (value is None or found.is_delete()):
        return
    picked = value if group == "experiment" and isinstance(value, list) else [value]
    wrong = next((one for one in picked if one not in options), None)
    if wrong is None and value is not None and not found.is_delete():
        if found.is_add():
            raise InputError(f"'{group}' is chosen without +", f"{word} has one", f"Did you mean {word.lstrip('+')}?")
        return
    near = closest(wrong, options) or ("none" if "none" in options and not isinstance(wrong, str) else None)
    mend = f"Did you mean {group}={near}?" if near else f"There are {options}."
    got = f"{word} takes it away" if found.is_delete() else f"{_shown(wrong)} is not"
    raise InputError(f"'{group}' must be one of its options", got, mend)


def _shown(value: Any) -> str:
    return "null" if value is None else f"'{value}'"
