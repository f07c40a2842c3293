"""A model is asked about items, through its ledger, and every answer gets its loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from geobias.corpora import Benchmark
from geobias.errors import InputError
from geobias.measures.etiquette import GradedAnswers
from geobias.memo import digest
from geobias.models.generation import Responder, load_responder
from geobias.models.prompting import PromptSet, fill, read_prompt_file
from geobias.pipeline import Session
from geobias.pipeline.asking import Posed, Reader, check_declared, none_answered
from geobias.raw import RawTable
from geobias.studies.benchmark.grading import Grader
from geobias.studies.benchmark.scripted import scripted
from geobias.studies.benchmark.settings import BenchmarkStudySettings
from geobias.tables import ResponseTable


@dataclass(frozen=True)
class Asked:
    """Who is asked what of the items, and how answers are graded.

    settings : of the study, with its seed in the decoding.
    """

    prompts: PromptSet
    responder: Responder
    grader: Grader
    settings: BenchmarkStudySettings

    @classmethod
    def of(cls, settings: BenchmarkStudySettings, items: Benchmark) -> Asked:
        """The benchmark's templates, filled from its items.

        Raises
        ------
        InputError : templates, answers or responder cannot be used, or what is right is none of the answers.
        """
        file = replace(read_prompt_file(items.prompts, beside=("benchmark",)), table=None)
        if len(file.templates) > 1 and not items.by_template:
            raise InputError(
                f"{items.prompts.name} must have one template, or kind: template in its benchmark",
                f"it has {[one.name for one in file.templates]}",
                "Remove the others, or add `kind: template`: each item is then asked by all.",
            )
        frame = items.to_frame()
        prompts = fill(file, RawTable.of({name: frame[name].tolist() for name in frame}), items.name)
        made_up = "the stories that come with geobias" if settings.responder == scripted() else ""
        check_declared(prompts, settings.responder, made_up)
        return cls(prompts, load_responder(settings.responder), Grader.of(items, prompts, settings), settings.seeded)

    def content(self) -> list[Any]:
        """What decides the answers, but for settings."""
        asked = [[prompt.id, prompt.template, prompt.fields["item"]] for prompt in self.prompts.prompts]
        read = [[one.options, one.answers, one.language, dict(one.values)] for one in self.prompts.templates.values()]
        return [self.responder.fingerprint, digest([asked, read])]

    def facts(self) -> list[dict[str, Any]]:
        """What a page says of it, a template each."""
        return [
            {
                "template": one.name,
                "messages": [{turn.role: turn.text} for turn in one.messages],
                "options": list(one.options),
            }
            for one in self.prompts.templates.values()
        ]


def ask_items(asked: Asked, session: Session) -> tuple[ResponseTable, Reader]:
    """What the responder says of every item, as it is read; what people labelled in the run's folder counts first.

    Raises
    ------
    InputError : the responder cannot be asked so, or a label is none of the answers.
    """
    settings = asked.settings
    read = Reader.of(asked.prompts).with_labels(session.directory.path)
    posed = Posed(asked.prompts, asked.responder, settings.responder, settings.decoding, settings.questions)
    found = posed.ask(settings.store, session, read)
    session.notice(*read.notices(found))
    return found, read


def graded(asked: Asked, items: Benchmark, responses: ResponseTable) -> GradedAnswers:
    """Raises `InputError` where not one item is answered: there is nothing to score."""
    places = {name: place for place, name in enumerate(items.ids.tolist())}
    at = np.array([places[row.fields["item"]] for row in responses.rows], dtype=np.int64)
    losses, reasons = zip(*_losses(asked, items, responses, at), strict=True)
    kinds = [row.template for row in responses.rows] if items.by_template else items.kinds[at]
    found = GradedAnswers(
        np.array(losses, dtype=np.float64),
        items.groups[at],
        np.array(kinds, dtype=object),
        np.unique(items.units.astype(str), return_inverse=True)[1][at],
        np.array(reasons, dtype=object),
        asked.responder.name,
        items.measure,
    )
    if not found.answered.any():
        raise none_answered(found.model, "item", responses)
    return found


def _losses(asked: Asked, items: Benchmark, responses: ResponseTable, at: np.ndarray) -> Iterator[tuple[float, str]]:
    for row, place in zip(responses.rows, at, strict=True):
        loss = asked.grader.loss(row.template, row.answer, items.truth[place]) if row.answer else np.nan
        yield loss, "" if not np.isnan(loss) else row.answer or row.reason or row.outcome


def chance_of(prompts: PromptSet) -> Mapping[str, float]:
    """template -> share of right answers by chance, where it has options."""
    return {name: 1 / len(one.options) for name, one in prompts.templates.items() if one.options}
