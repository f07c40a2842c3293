"""Region identification (EtiCor++): a model names the regions that a statement is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from geobias.corpora import Etiquette
from geobias.corpora.etiquette import REGION
from geobias.errors import InputError
from geobias.measures.etiquette import RegionNamings, identified, region_bias, region_confusions
from geobias.models.generation import Questions, Responder
from geobias.models.prompting.answers import NameSet
from geobias.pipeline import Session
from geobias.pipeline.asking import Posed
from geobias.seeds import generator
from geobias.studies.etiquette.posing import check_answers, filled
from geobias.studies.etiquette.settings import EtiquettePlan, EtiquetteStudySettings
from geobias.tables import RegionBiasTable, RegionConfusionTable, ResponseTable

NAMED = "named"
"""What stands for the type and the label in the cell that a scripted responder's answers are declared by."""
UNNAMED = "What regions are named is not scored: {}"
_JOINED, _BETWEEN = "; ", " / "


@dataclass(frozen=True)
class Identifying:
    """places : of the statements that are asked about. names : how regions are found in a text."""

    places: np.ndarray
    posed: Posed
    names: NameSet

    @classmethod
    def of(cls, settings: EtiquetteStudySettings, statements: Etiquette, responder: Responder) -> Identifying:
        """Raises `InputError` where there are fewer than two regions, or the prompt cannot be filled."""
        how, regions = settings.identifying, list(statements.groups())
        if len(regions) < 2:
            raise InputError("regions that are named must be two or more", f"there are {regions}", "Pass others.")
        places = _drawn(statements, how.each, settings.seed)
        asked = statements.select(places)
        frame = asked.to_frame()
        columns = {name: frame[name].tolist() for name in frame}
        columns["regions"] = [_JOINED.join(_order(regions, str(one), settings.seed)) for one in asked.ids]
        columns["cell"] = [_BETWEEN.join((str(region), NAMED)) for region in asked.attributes[REGION]]
        prompts = filled(how, columns, "the table of statements")
        check_answers(prompts, settings.responder)
        decoding = replace(
            settings.decoding, temperature=how.temperature, max_tokens=how.max_tokens, seed=settings.seed
        )
        posed = Posed(prompts, responder, settings.responder, decoding, Questions(how.samples))
        return cls(places, posed, NameSet.of(regions, how.also))


def _drawn(statements: Etiquette, each: int | None, seed: int) -> np.ndarray:
    """Places of so many statements of every region; None = of all."""
    found = []
    for region, places in statements.groups().items():
        few = each is not None and each < len(places)
        rng = generator(seed, "identifying", region)
        found.append(np.sort(rng.choice(places, each, replace=False)) if few else places)
    return np.sort(np.concatenate(found))


def _order(regions: Sequence[str], statement: str, seed: int) -> list[str]:
    """The regions in an order of the statement's own, so that what stands first in a list is no region's privilege."""
    return [regions[place] for place in generator(seed, "identifying", "order", statement).permutation(len(regions))]


@dataclass(frozen=True)
class NamedRegions:
    """What was named.

    statements, own, named, reasons : of every response the statement's id and region, the regions that it names, and
    why it names none. bias, confusions : empty where nothing was named at all.
    """

    responses: ResponseTable
    statements: tuple[str, ...]
    own: tuple[str, ...]
    named: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...]
    bias: RegionBiasTable = field(default_factory=lambda: RegionBiasTable(()))
    confusions: RegionConfusionTable = field(default_factory=lambda: RegionConfusionTable(()))


def identify_regions(
    asked: Identifying, statements: Etiquette, units: np.ndarray, plan: EtiquettePlan, store: str, session: Session
) -> NamedRegions:
    """Ask, read and score; an answer that is none, or refuses, names nothing."""
    responses = asked.posed.ask(store, session)
    fields = [row.fields for row in responses.rows]
    read = [asked.names.read(row.text, one["regions"]) for row, one in zip(responses.rows, fields, strict=True)]
    reasons = [
        row.outcome if row.outcome not in ("text", "empty") else one.reason
        for row, one in zip(responses.rows, read, strict=True)
    ]
    found = NamedRegions(
        responses,
        tuple(one["id"] for one in fields),
        tuple(one[REGION] for one in fields),
        tuple(() if reason else one.names for one, reason in zip(read, reasons, strict=True)),
        tuple(reasons),
    )
    try:
        namings = _namings(asked, statements, units, found)
        scores = (*identified(namings, plan).rows, *region_bias(namings, plan).rows)
        return replace(found, bias=RegionBiasTable(scores), confusions=region_confusions(namings, plan))
    except InputError as error:
        session.notice(UNNAMED.format(error))
        return found


def _namings(asked: Identifying, statements: Etiquette, units: np.ndarray, found: NamedRegions) -> RegionNamings:
    regions = asked.names.names
    own = statements.attributes[REGION][asked.places]
    named = np.zeros((asked.posed.questions.samples, len(asked.places), len(regions)), dtype=bool)
    for row, names in zip(found.responses.rows, found.named, strict=True):
        named[row.sample, row.number, [regions.index(name) for name in names]] = True
    place: Mapping[str, int] = {name: at for at, name in enumerate(regions)}
    return RegionNamings(
        regions, np.array([place[name] for name in own], dtype=np.int64), named, units[asked.places],
        asked.posed.model.name,
    )  # fmt: skip
