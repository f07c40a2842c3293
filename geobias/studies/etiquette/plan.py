"""`geobias plan`: what an etiquette study would ask and compare."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from geobias.corpora import Etiquette
from geobias.corpora.etiquette import TYPE
from geobias.pipeline import LEAST_GROUPS, Session
from geobias.pipeline.asking import AskPlan, plan_of
from geobias.pipeline.cost import TrainingWork
from geobias.sampling import near_duplicate_families
from geobias.stats import write_p
from geobias.studies.etiquette.reading import Read
from geobias.studies.etiquette.settings import EtiquetteStudySettings
from geobias.studies.etiquette.trained_settings import ProbedSettings, StatementRecipe
from geobias.studies.etiquette.training import Lessons
from geobias.studies.etiquette.tuning import training_set


@dataclass(frozen=True)
class EtiquetteWork:
    """What would be asked and trained; `str` gives the account that the command prints.

    regions, types : name -> statements. asked : None = nobody is. trained : probes. tuning : of models that are
    fine-tuned; None = none are. further : what else is asked. compared : distances of statements.
    notices : of how the statements were read.
    """

    regions: dict[str, int]
    types: dict[str, int]
    asked: AskPlan | None
    notices: tuple[str, ...]
    trained: int = 0
    tuning: TrainingWork | None = None
    further: Mapping[str, AskPlan] = field(default_factory=dict)
    compared: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for what, sizes in (("regions", self.regions), ("types", self.types)):
            if sizes:
                told = ", ".join(f"{name} {count:,}" for name, count in sizes.items())
                yield f"{sum(sizes.values()):,} statements of {len(sizes)} {what}: {told}."
        pairs = math.comb(len(self.regions), 2)
        yield f"{pairs} {'pair' if pairs == 1 else 'pairs'} of regions would be compared."
        if self.asked is not None:
            yield str(self.asked)
        if self.compared:
            groups = len(self.regions)
            told = f"Statements of regions would be compared by {', '.join(self.compared)}"
            if groups < LEAST_GROUPS:
                yield f"{told}."
            else:
                ways = math.factorial(groups)
                yield (
                    f"{told}; {groups} regions have {ways:,} relabellings, so that no p of a relation can be below "
                    f"{write_p(1 / ways)}."
                )
        for what, plan in self.further.items():
            yield f"{what}:"
            yield str(plan)
        if self.trained:
            yield f"{self.trained} probes would be trained, each tested on every region."
        if self.tuning is not None:
            yield f"{self.tuning} Each is tested on every region."
        for notice in self.notices:
            yield f"Note: {notice}"


def plan(settings: EtiquetteStudySettings) -> EtiquetteWork:
    """Read the statements and count; raises the same errors as `run` would before its first question."""
    read = Read.of(settings)
    statements, asked = read.statements, read.asked
    types = statements.groups(TYPE) if TYPE in statements.attributes else {}
    probed = isinstance(settings.trained, ProbedSettings) and settings.trained.name != "none"
    return EtiquetteWork(
        {name: len(places) for name, places in statements.groups().items()},
        {name: len(places) for name, places in types.items()},
        None if asked is None else plan_of(asked.prompts, asked.responder, asked.settings, settings.store),
        statements.notices,
        settings.trained.folds * (1 + len(statements.groups())) if probed else 0,
        _tuning(settings, statements),
        read.successor.plans(settings.store),
        settings.relating.methods,
    )


def _tuning(settings: EtiquetteStudySettings, statements: Etiquette) -> TrainingWork | None:
    """What fine-tuning would cost here, by a trial of a few steps; None where nothing is fine-tuned."""
    if not isinstance(settings.trained, StatementRecipe):
        return None
    units = near_duplicate_families(statements.texts.tolist(), settings.etiquette.near_duplicates or 1.0)
    lessons = Lessons.of(statements, units, settings.trained, Session.unkept(settings))
    return TrainingWork.of(training_set(lessons, settings.trained, settings.encoder))
