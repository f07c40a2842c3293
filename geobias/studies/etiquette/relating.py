"""Distances between regions' statements, and whether gaps and losses in transfer go with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from geobias.corpora import Etiquette
from geobias.errors import InputError
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.etiquette import GAP_METRICS, transfer_losses
from geobias.measures.separation import SeparationSettings
from geobias.models import EmbeddingStore, Encoder, extract
from geobias.pipeline import (
    LEAST_CLUSTERS,
    LEAST_GROUPS,
    EncodedTexts,
    Session,
    as_distance,
    cloud_distances,
    few_clusters,
    relate_distances,
)
from geobias.relations import TRANSFER, AnswerTable, answer_region_distances, family_of, judge_separations, mrqap
from geobias.studies.etiquette.authorship import authorship_pairs
from geobias.studies.etiquette.step_settings import RelatingSettings
from geobias.tables import (
    EtiquetteScoreTable,
    GapIntervalTable,
    PairTable,
    RegressionTable,
    RelationTable,
    SeparationTable,
)

UNMEASURED = "Statements of regions are not compared in embedding space: {}"
UNREGRESSED = "There is no regression of gaps on distance and authorship of '{}': {}"


@dataclass(frozen=True)
class RegionDistances:
    """distances : judged, a quantity after another. beside : what they are related with, by family.

    relations : judged, a family for each model, and one of transfer. regressions : model -> its gap in accuracy on the
    first distance and authorship; none where no authorship was given.
    """

    distances: SeparationTable
    beside: Mapping[str, tuple[PairTable, ...]]
    relations: RelationTable
    verdicts: AnswerTable
    regressions: Mapping[str, RegressionTable]


@dataclass(frozen=True)
class Beside:
    """What lies beside distances. gaps : model -> every two regions. transfer : scores by what was trained on; None =
    nothing was. authorship : region -> share; None = it was not given."""

    gaps: Mapping[str, GapIntervalTable]
    transfer: EtiquetteScoreTable | None = None
    authorship: Mapping[str, float] | None = None

    def families(self) -> dict[str, tuple[PairTable, ...]]:
        """Family -> tables: a model's gaps in accuracy, in accuracy with abstentions counted wrong, and in coverage."""
        found = {}
        for model, table in self.gaps.items():
            made = {row.metric for row in table.rows}
            some = {name: [row for row in table.rows if row.metric == name] for name in GAP_METRICS if name in made}
            if some:
                kept = replace(table, rows=tuple(row for rows in some.values() for row in rows))
                found[family_of(model, list(self.gaps))] = tuple(kept.at_m())
        if self.transfer is not None:
            found[TRANSFER] = (transfer_losses(self.transfer),)
        return found


def relate_regions(
    statements: Etiquette,
    units: np.ndarray,
    encoder: Encoder,
    beside: Beside,
    settings: RelatingSettings,
    store: str,
    session: Session,
) -> RegionDistances | None:
    """Encode, compare and relate; None, with a notice, where fewer than two regions have units enough."""
    groups, few = few_clusters(units, statements.groups(), LEAST_CLUSTERS)
    if few:
        told = ", ".join(f"{name} ({count})" for name, count in few.items())
        session.notice(f"Left out of distances of statements, with fewer than {LEAST_CLUSTERS} units: {told}.")
    try:
        if len(groups) < 2:
            raise InputError(
                f"two regions must have {LEAST_CLUSTERS} units or more", f"there are {len(groups)}", "Add statements."
            )
        tables = _distances(statements, units, groups, encoder, settings, store, session)
    except InputError as error:
        session.notice(UNMEASURED.format(error))
        return None
    return _related(tables, beside, settings, session)


def _distances(
    statements: Etiquette,
    units: np.ndarray,
    groups: Mapping[str, np.ndarray],
    encoder: Encoder,
    settings: RelatingSettings,
    store: str,
    session: Session,
) -> list[SeparationTable]:
    texts, clouded = statements.texts.tolist(), "sinkhorn" in settings.methods
    kept = EmbeddingStore(store, encoder.identity)
    with session.bar("Encoding statements", "texts") as progress:
        wanted = set(texts) if clouded else frozenset()
        extract(encoder, kept, texts, token_texts=wanted, workers=session.workers, progress=progress)
    vectors = kept.vectors(texts, encoder.settings.pooling)
    read = EncodedTexts(vectors, units, kept.clouds(texts) if clouded else None)
    inputs = {"statements": statements.digest(), "units": units, "encoder": encoder.identity}
    with session.bar("Comparing statements", "divergences") as progress:
        keeping = Keeping(session.directory.memo, inputs, session.workers).telling(progress)
        separation = SeparationSettings(methods=settings.methods)
        found = cloud_distances(read, groups, separation, DistanceSettings(), session.seed, keeping)
    return [judge_separations(table, (), settings.alpha) for table in found]


def _related(
    tables: Sequence[SeparationTable], beside: Beside, settings: RelatingSettings, session: Session
) -> RegionDistances:
    distances, families = [as_distance(table) for table in tables], beside.families()
    found = {
        family: relate_distances(
            distances, made, settings, family=family, noun="regions", declared=True,
            rng=session.rng("relating", family),
        )
        for family, made in families.items()
    }  # fmt: skip
    models = {family_of(model, list(beside.gaps)): model for model in beside.gaps}
    gaps = {models[family]: made[0] for family, made in families.items() if family in models}
    if any(not rows for rows in found.values()):
        session.notice(f"Distances are not related with gaps: that takes {LEAST_GROUPS} regions.")
    return RegionDistances(
        SeparationTable(
            tuple(row for table in tables for row in table.rows),
            {str(table.rows[0].quantity): dict(table.details) for table in tables},
        ),
        families,
        RelationTable(tuple(row for rows in found.values() for row in rows)),
        answer_region_distances(found, models, settings.alpha),
        _regressions(distances[0], gaps, beside.authorship, settings, session),
    )


def _regressions(
    distance: PairTable,
    gaps: Mapping[str, PairTable],
    authorship: Mapping[str, float] | None,
    settings: RelatingSettings,
    session: Session,
) -> dict[str, RegressionTable]:
    """Of every model's first gap on the first distance with authorship taken into account."""
    found: dict[str, RegressionTable] = {}
    for model, gap in gaps.items() if authorship is not None else ():
        try:
            found[model] = mrqap(
                gap, [distance, authorship_pairs(dict(authorship or {}))], alternative=settings.alternative,
                exact_limit=settings.exact_limit, n_resamples=settings.n_resamples,
                rng=session.rng("relating", "regression", model),
            )  # fmt: skip
        except InputError as error:
            session.notice(UNREGRESSED.format(model, error))
    return found
