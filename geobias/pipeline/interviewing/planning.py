"""What an interview would ask, design by design, beside what the ledger has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from geobias.models.generation import Decoding, Questions, Responder, ResponderSettings
from geobias.pipeline.asking import AskPlan, plan_of
from geobias.pipeline.interviewing.reading import OWN, Interviewed


@dataclass(frozen=True)
class _Asking:
    responder: ResponderSettings
    decoding: Decoding
    questions: Questions


@dataclass(frozen=True)
class InterviewPlan:
    """What would be asked; `str` gives an account, one line a design.

    Attributes
    ----------
    designs : name -> what asking it would take. idle : designs that are scored from answers there are, or stated.
    """

    responder: str
    designs: dict[str, AskPlan]
    idle: dict[str, str]

    @property
    def missing(self) -> int:
        """Requests that have no answer yet."""
        return sum(len(one.missing) for one in self.designs.values())

    def __str__(self) -> str:
        kept = sum(one.kept for one in self.designs.values())
        lines = [f"{kept + self.missing} answers of {self.responder}: {kept} are there, {self.missing} would be asked."]
        for name, one in self.designs.items():
            prompts, left = sum(one.prompts.values()), len(one.missing)
            price = f", at most {one.cost.price:.2f}" if one.cost and one.cost.price is not None else ""
            said = f"{prompts} prompts, {one.kept + left} answers, {left} to ask{price}"
            lines.append(f"  {name or 'own design'}: {said}")
        return "\n".join([*lines, *(f"  {name}: {what}" for name, what in self.idle.items())])


def plan_designs(
    read: Interviewed, responder: Responder, settings: ResponderSettings, decoding: Decoding, store: str
) -> InterviewPlan:
    """Count what would be asked; nothing is asked or written."""
    how = {OWN: decoding} | {one.name: replace(decoding, **one.decoding) for one in read.worded}
    found = {
        name: plan_of(read.prompts[name], responder, _Asking(settings, one, Questions(read.samples(name))), store)
        for name, one in how.items()
    }
    idle = {one.name: f"scores answers of the own design by entailment={one.entailment}" for one in read.rescored}
    idle |= dict.fromkeys(read.idle, "asks what the own design does, and is left out")
    idle |= {one.name: "asks the items of the survey, with scores of options" for one in read.stated}
    return InterviewPlan(responder.name, found, idle)
