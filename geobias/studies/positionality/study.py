"""The order of events of a positionality study: who answered, with whom sources agree, and whether that holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from geobias.audit import audit_judgements
from geobias.corpora import Judgements, load_judged
from geobias.errors import InputError
from geobias.measures.alignment import (
    align,
    alignment_differences,
    alignment_intervals,
    alignment_placebos,
    annotator_groups,
    crossed_model,
    dividing_items,
    held_out_labels,
    item_answers,
    own_parts,
    soft_alignments,
)
from geobias.parallel import one_blas_thread
from geobias.pipeline import Session, Study, check_names, kept_by_attribute, start_audit
from geobias.pipeline.asked import AskedSources, ask_sources, load_sources
from geobias.relations import AnswerTable, answer_alignments, judge_alignments
from geobias.report import build
from geobias.studies.positionality.sections import SECTIONS
from geobias.studies.positionality.settings import AlignmentPlan, PositionalitySettings
from geobias.studies.positionality.tables import write
from geobias.tables import (
    AlignmentDifferenceTable,
    AlignmentIntervalTable,
    AlignmentPartTable,
    AlignmentPlaceboTable,
    AlignmentTable,
    AnnotatorGroupTable,
    AskedAnswerTable,
    DividingItemTable,
    ItemAnswerTable,
    SoftAlignmentTable,
    VarianceComponentTable,
)

Attributes = tuple[str | tuple[str, ...], ...]
_UNCOMPARED = "No two groups of '{}' are large enough to be told, so none are compared."


@dataclass(frozen=True)
class Judged:
    """What the study reads: judgements, and models that are to be asked about their items."""

    judgements: Judgements
    asked: AskedSources = field(default_factory=AskedSources)

    @classmethod
    def read(cls, settings: PositionalitySettings) -> Judged:
        """The judgements that the settings name."""
        return cls(load_judged(settings.corpus), load_sources(settings.asked, settings.workers))

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that settings only name."""
        asked = self.asked.content()
        return {"judgements": self.judgements.digest(), **({"asked": asked} if asked else {})}


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    judgements : as they were compared, with the sources used alone. asked : what models said of the items.
    differences : judged. verdicts : one an attribute.
    """

    judgements: Judgements
    published: AlignmentTable
    intervals: AlignmentIntervalTable
    differences: AlignmentDifferenceTable
    parts: AlignmentPartTable
    components: VarianceComponentTable
    placebos: AlignmentPlaceboTable
    soft: SoftAlignmentTable
    items: DividingItemTable
    answers: ItemAnswerTable
    verdicts: AnswerTable = field(default_factory=lambda: AnswerTable(()))
    groups: AnnotatorGroupTable = field(default_factory=lambda: AnnotatorGroupTable(()))
    asked: AskedAnswerTable = field(default_factory=lambda: AskedAnswerTable(()))


def prepare(judgements: Judgements, plan: AlignmentPlan) -> tuple[Judgements, Attributes]:
    """The judgements with the sources to compare, and the attributes whose groups are compared.

    Raises
    ------
    InputError : there is no attribute or no source, or one that is named is not there.
    """
    given = list(judgements.attributes)
    if not given:
        raise InputError(
            "annotators must have an attribute that makes groups of them",
            "the judgements name none",
            "Name columns by corpus.attributes, e.g. corpus.attributes=[country,gender].",
        )
    attributes = tuple(given) if plan.attributes is None else plan.attributes
    named = [part for one in attributes for part in ([one] if isinstance(one, str) else one)]
    check_names("alignment.attributes", list(named), named, given, "attributes of the annotators")
    if plan.held_out is not None:
        check_names("alignment.held_out", plan.held_out, [plan.held_out], given, "an attribute of the annotators")
        return held_out_labels(judgements, plan.held_out, seed=plan.seed), attributes
    there = list(judgements.sources)
    if not there:
        raise InputError(
            "answers must be compared with a source",
            "the judgements have none",
            "Name columns of numbers by corpus.sources, or an attribute by alignment.held_out, whose groups then make "
            "labels for each other.",
        )
    chosen = there if plan.sources is None else plan.sources
    check_names("alignment.sources", list(chosen), chosen, there, "sources of the judgements")
    return replace(judgements, sources={name: judgements.sources[name] for name in chosen}), attributes


def measure(settings: PositionalitySettings, inputs: Judged, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that only helps, for whom nothing is to be done."""
    if not session.main:
        return None
    plan = replace(settings.alignment, seed=settings.seed)
    with session.stage("prepare"):
        start_audit(audit_judgements(inputs.judgements), settings.audit.allow, session)
        judgements, said = ask_sources(inputs.judgements, inputs.asked, session, settings.store)
        judgements, attributes = prepare(judgements, plan)
        _record(session, judgements)
        groups = annotator_groups(judgements, attributes, plan.suppression)
        uncompared = [name for name, count in groups.n_told.items() if count < 2]
        session.notice(*(_UNCOMPARED.format(name) for name in uncompared))
    with one_blas_thread():
        found = _measured(judgements, attributes, plan, session)
    return replace(found, verdicts=answer_alignments(found.differences, uncompared), groups=groups, asked=said)


def _measured(judgements: Judgements, attributes: Attributes, plan: AlignmentPlan, session: Session) -> Measured:
    """All that follows from the judgements."""
    keep = partial(kept_by_attribute, session, attributes, {"judgements": judgements.digest(), "plan": plan})
    with session.stage("alignment"):
        published = align(
            judgements, attributes, paper_compat=plan.paper_compat, level=plan.scale, suppression=plan.suppression
        )
        intervals = alignment_intervals(judgements, attributes, plan)
        soft = keep("Distances of answers", SoftAlignmentTable, partial(soft_alignments, judgements, settings=plan))
    with session.stage("differences"):
        compared = partial(alignment_differences, judgements, settings=plan)
        differences = keep("Comparing groups", AlignmentDifferenceTable, compared)
        parts = keep("Own parts", AlignmentPartTable, partial(own_parts, judgements, settings=plan))
    with session.stage("items"):
        components = crossed_model(judgements, attributes, plan)
        items = dividing_items(judgements, attributes, plan)
        answers = item_answers(judgements, attributes, _shown(items, plan.items), plan.suppression)
    with session.stage("control"):
        placebos = AlignmentPlaceboTable(())
        if plan.placebos:
            dealt = partial(alignment_placebos, judgements, settings=plan, draws=plan.placebos, parity=False)
            placebos = keep("Dealing groups at random", AlignmentPlaceboTable, dealt)
            parity = alignment_placebos(judgements, [], plan, draws=plan.placebos)
            placebos = replace(placebos, rows=(*placebos.rows, *parity.rows))
    judged = judge_alignments(
        differences, placebos, alpha=1 - plan.level, correction=plan.correction, margin=plan.margin
    )
    return Measured(judgements, published, intervals, judged, parts, components, placebos, soft, items, answers)


def _shown(items: DividingItemTable, most: int) -> set[str]:
    """The items of each attribute that come first."""
    frame = items.to_frame()
    return set(frame.groupby("attribute", sort=False).head(most)["item"])


def _record(session: Session, judgements: Judgements) -> None:
    """What the page and a reader should know of the judgements."""
    session.notice(*judgements.notices)
    session.directory.record(
        sources=dict(judgements.files),
        aligned_with=list(judgements.sources),
        scale=list(judgements.scale),
        synthetic="planted_r" in judgements.details,
        planted_r=judgements.details.get("planted_r"),
    )


STUDY = Study("positionality", PositionalitySettings, Judged.read, measure, write, partial(build, sections=SECTIONS))
