"""What EtiCor++ adds: regions that a model names, and statements that it writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.corpora import Etiquette
from geobias.models.entailment import Entailer, load_entailer
from geobias.models.generation import Responder, load_responder
from geobias.pipeline import Session
from geobias.pipeline.asking import AskPlan, Posed
from geobias.studies.etiquette.generating import Generated, generate_statements, prompts_of_regions
from geobias.studies.etiquette.identifying import Identifying, NamedRegions, identify_regions
from geobias.studies.etiquette.settings import EtiquettePlan, EtiquetteStudySettings


@dataclass(frozen=True)
class Found:
    """named, generated : None where nobody was asked."""

    named: NamedRegions | None = None
    generated: Generated | None = None


@dataclass(frozen=True)
class Successor:
    """What is asked; None = nobody is. entailer : what compares statements that are written."""

    identifying: Identifying | None = None
    generating: Posed | None = None
    entailer: Entailer | None = None

    @classmethod
    def of(cls, settings: EtiquetteStudySettings, statements: Etiquette, responder: Responder | None) -> Successor:
        """responder : of the settings, where it is loaded already.

        Raises
        ------
        InputError : a prompt cannot be filled, or responder or entailer cannot be used.
        """
        names, writes = settings.identifying.samples > 0, settings.generating.samples > 0
        if not (names or writes):
            return cls()
        model = load_responder(settings.responder) if responder is None else responder
        return cls(
            Identifying.of(settings, statements, model) if names else None,
            prompts_of_regions(settings, statements, model) if writes else None,
            load_entailer(settings.entailment, responder=model, store=settings.store, workers=settings.workers)
            if writes
            else None,
        )

    def content(self) -> list[Any]:
        """What decides the numbers, but for settings."""
        named = None if self.identifying is None else self.identifying.posed.content()
        written = None if self.generating is None else self.generating.content()
        return [named, written, None if self.entailer is None else self.entailer.fingerprint]

    def facts(self) -> dict[str, Any]:
        """What a page says of it: by step the words, and how many answers to each prompt."""
        steps = {"identifying": self.identifying.posed if self.identifying else None, "generating": self.generating}
        said = {name: _said(posed) for name, posed in steps.items() if posed is not None}
        if self.entailer is not None:
            said["generating"]["entailment"] = self.entailer.name
        return said

    def plans(self, store: str) -> dict[str, AskPlan]:
        """What asking would take, by what is asked."""
        steps = {
            "Regions named": self.identifying.posed if self.identifying else None,
            "Statements written": self.generating,
        }
        return {name: posed.plan(store) for name, posed in steps.items() if posed is not None}

    def measure(
        self,
        statements: Etiquette,
        units: np.ndarray,
        plan: EtiquettePlan,
        settings: EtiquetteStudySettings,
        session: Session,
    ) -> Found:
        """Ask, read and score."""
        named, generated = None, None
        if self.identifying is not None:
            with session.stage("identify"):
                named = identify_regions(self.identifying, statements, units, plan, settings.store, session)
        if self.generating is not None and self.entailer is not None:
            with session.stage("generate"):
                generated = generate_statements(self.generating, settings, plan, self.entailer, session)
        return Found(named, generated)


def _said(posed: Posed) -> dict[str, Any]:
    [template] = posed.prompts.templates.values()
    messages = [{turn.role: turn.text} for turn in template.messages]
    return {"prompt": template.name, "messages": messages, "samples": posed.questions.samples}
