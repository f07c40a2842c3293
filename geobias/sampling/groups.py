"""Which values of an attribute are groups of a study, which of them are pooled groups, and which are too small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from geobias.corpora import POOLED, Corpus
from geobias.errors import InputError
from geobias.sampling.copies import made_of_others
from geobias.sampling.plan import SamplingPlan
from geobias.suggest import nearest

_SHOWN = 20


@dataclass(frozen=True)
class Groups:
    """The groups that a corpus brings, regions first.

    usable : group -> rows that may be drawn, int64. regions : those that inference is about. notices : what a reader
    should know, one sentence each.
    """

    usable: dict[str, np.ndarray]
    regions: tuple[str, ...]
    notices: list[str] = field(default_factory=list)


def choose_groups(
    corpus: Corpus, plan: SamplingPlan, evaluable: np.ndarray, standard: str | None, counted: str = "usable texts"
) -> Groups:
    """The groups that are asked for, or all that there are but the baseline `standard`.

    A group that is declared a pooled group, or made of others' texts, is no region unless `plan.groups` names it.

    Parameters
    ----------
    evaluable : bool (n,), rows that may be drawn. counted : what these are called.

    Raises
    ------
    InputError : a group asked for is absent or too small; fewer than two are left.
    """
    found = corpus.groups(plan.attribute)
    candidates = {name: rows[evaluable[rows]] for name, rows in found.items() if name != standard}
    _check_known(plan.groups or (), "groups", plan.attribute, candidates)
    _check_known(plan.pooled_groups, "pooled_groups", plan.attribute, candidates)
    notices: list[str] = []
    pooled_groups = dict.fromkeys([*plan.pooled_groups, *corpus.with_role(plan.attribute, POOLED)])
    if plan.groups is None:
        undeclared = {name: rows for name, rows in candidates.items() if name not in pooled_groups}
        copies = made_of_others(corpus.texts, undeclared)
        notices += [_made_of_copies(copies)] if copies else []
        pooled_groups |= dict.fromkeys(copies)
    names = [name for name in candidates if name not in pooled_groups] if plan.groups is None else plan.groups
    small: dict[str, int] = {}
    regions = _sized({name: candidates[name] for name in names}, found, plan, small, counted)
    others = _sized(
        {name: candidates[name] for name in pooled_groups if name not in regions}, found, plan, small, counted
    )
    if len(regions) < 2:
        raise _too_few(tuple(regions), small, pooled_groups, plan, counted)
    if small:
        notices.append(
            f"Left out, with fewer than {plan.min_documents} {counted} (sampling.min_documents): "
            f"{len(small)} of {len(small) + len(regions) + len(others)} groups, "
            f"{', '.join(f'{name} ({count})' for name, count in small.items())}."
        )
    return Groups(regions | others, tuple(regions), notices)


def _check_known(names: Iterable[str], setting: str, by: str, found: Mapping[str, np.ndarray]) -> None:
    missing = [name for name in names if name not in found]
    if missing:
        raise InputError(
            f"sampling.{setting} must name values of '{by}' that occur in the corpus",
            f"{missing} do not",
            f"{nearest(missing[0], found)}There are {_listed(sorted(found))}.",
        )


def _sized(
    groups: Mapping[str, np.ndarray],
    found: Mapping[str, np.ndarray],
    plan: SamplingPlan,
    small: dict[str, int],
    counted: str,
) -> dict[str, np.ndarray]:
    """The groups that are large enough; the sizes of the others join `small`."""
    kept = {}
    for name, rows in groups.items():
        if len(rows) >= plan.min_documents or (plan.on_small == "all" and len(rows) > 1):
            kept[name] = rows
        elif plan.on_small == "drop":
            small[name] = len(rows)
        else:
            raise InputError(
                f"group '{name}' needs at least {plan.min_documents if plan.on_small == 'error' else 2} {counted}",
                f"it has {len(rows)} (of {len(found[name])} read)",
                "Add texts, leave it out of sampling.groups, or set sampling.on_small=drop"
                + (" (all takes it as it is)." if plan.on_small == "error" else "."),
            )
    return kept


def _too_few(
    regions: tuple[str, ...], small: Mapping[str, int], pooled_groups: Iterable[str], plan: SamplingPlan, counted: str
) -> InputError:
    sizes = [f"'{name}' ({count})" for name, count in small.items()]
    others = [f"'{name}' (a pooled group of others)" for name in pooled_groups if name not in small]
    got = f"there is {f'only {regions[0]!r}' if regions else 'none'}"
    if sizes or others:
        got += f"{' beside' if regions else '; there are'} {_listed([*others, *sizes], quoted=False)}"
    mend = "Name the column of the groups (corpus.group), or name more in sampling.groups."
    if sizes:
        mend = "Add texts, lower sampling.min_documents, or set sampling.on_small=all."
    return InputError(
        f"a study of groups needs at least two base groups of {plan.min_documents} or more {counted}", got, mend
    )


def _made_of_copies(copies: list[str]) -> str:
    names = ", ".join(f"'{name}'" for name in copies)
    what = "is a group" if len(copies) == 1 else "are groups"
    return (
        f"{names} {what} made of other groups' texts, so measured and kept out of inference as a pooled group; "
        "sampling.groups decides otherwise."
    )


def _listed(names: list[str], quoted: bool = True) -> str:
    shown = [repr(name) if quoted else name for name in names[:_SHOWN]]
    more = [f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else []
    return ", ".join([*shown, *more])
