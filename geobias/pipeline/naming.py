"""Names in settings, held against what there is: before any work on the texts, with the nearest right one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geobias.corpora import Corpus
from geobias.errors import InputError, require
from geobias.models import load_tokenizer
from geobias.models.finetune import TrainingRecipe
from geobias.pipeline.relation_settings import RelationSettings
from geobias.pipeline.tasks import TaskSettings
from geobias.relations import LEAST
from geobias.sampling import Pools, SamplingPlan
from geobias.suggest import closest, override


def check_sampled_names(corpus: Corpus, plan: SamplingPlan) -> None:
    """The grouping attribute, and the groups that sampling names, must occur in the corpus.

    Raises
    ------
    InputError : one does not.
    """
    check_names("sampling.by", plan.attribute, (plan.attribute,), list(corpus.attributes), "an attribute of the corpus")
    found = list(corpus.groups(plan.attribute))
    for key, names in (("sampling.groups", plan.groups), ("sampling.pooled_groups", plan.pooled_groups)):
        check_names(key, names, names or (), found, f"values of '{plan.attribute}' that occur in the corpus")


def check_related_names(pools: Pools, choice: RelationSettings) -> None:
    """Groups that relations name must have been drawn, and enough must be left.

    Raises
    ------
    InputError : one was not, or an exclusion leaves too few groups to relate.
    """
    regions = [group for group, role in pools.roles.items() if role == "region"]
    check_names("relation.groups", choice.groups, choice.groups or (), list(pools.groups), "groups of this study")
    used = list(choice.groups or regions)
    for label, names in (choice.exclude or {}).items():
        check_names("relation.exclude", choice.exclude, names, used, "groups that take part in relations")
        if not names or len(set(used) - set(names)) < min(LEAST, len(used)):
            raise InputError(
                f"relation.exclude must name groups and leave at least {LEAST} to relate",
                f"'{label}' names {list(names)} of {used}",
                "Name others, or leave it out.",
            )


def check_classifier(task: TaskSettings | TrainingRecipe) -> None:
    """What a fine-tuned task needs must be there before texts are encoded: its library, and a model of that name."""
    if isinstance(task, TrainingRecipe):
        require("accelerate", extra="finetune", purpose="fine-tuning")
        if task.model is not None:
            load_tokenizer(task.model, task.revision)


def check_names(key: str, value: Any, names: Sequence[str], there: Sequence[str], what: str) -> None:
    """Every name must be there; the offer is the setting's `value` with the nearest names in their places.

    Raises
    ------
    InputError : one is not; says that `key` must name `what`.
    """
    wrong = [name for name in names if name not in there]
    if not wrong:
        return
    near = {name: closest(name, there) for name in wrong}
    shown = f"{sorted(there)[:20]}" + (f" and {len(there) - 20} more" if len(there) > 20 else "")
    mend = f"There are {shown}."
    if len({*near.values(), *names} - {None, *wrong}) == len(set(names)):  # each has its own
        mend = f"Did you mean {override(key, _mended(value, near))}?"
    raise InputError(
        f"{key} must name {what}", f"{', '.join(map(repr, wrong))} {'are' if wrong[1:] else 'is'} none", mend
    )


def _mended(value: Any, near: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {label: _mended(names, near) for label, names in value.items()}
    return near.get(value, value) if isinstance(value, str) else [near.get(name, name) for name in value]
