"""Whether the texts of groups differ, by how much: as they are, and brought to one distribution of what is known."""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np

from geobias.audit import Audited, audit_groups
from geobias.measures.differences import DifferenceSettings, UnitGroup, difference_effects
from geobias.measures.separation import cluster_documents
from geobias.pipeline.comparing import Comparing
from geobias.pipeline.corpus_statistics import region_rows
from geobias.pipeline.embedding import Embeddings, keep_in
from geobias.pipeline.materials import Materials
from geobias.pipeline.separable import clusters_of, separable_rows
from geobias.pipeline.session import Session
from geobias.pipeline.unit_covariates import LENGTH, unit_covariates
from geobias.tables import PAIR, WARNING, Difference, DifferenceTable

MANY_REGIONS, _FEWER_UNITS = 20, 300
"""From more regions on every pair is compared once, on so many units a group at most."""
_WARNS_OF = {"mean_tokens": LENGTH, "truncated_share": LENGTH, "positive_share": "label"}
"""Check of the audit -> what groups differ in where it warns."""


def measure_differences(
    materials: Materials, embeddings: Embeddings, settings: DifferenceSettings, session: Session
) -> DifferenceTable:
    """Every pair of comparable groups, as it is and adjusted, and parts of one group that differ in length alone.

    No rows where nothing is asked for, or, with the settings, where fewer than two regions can be compared.
    """
    if not settings.statistics:
        return DifferenceTable(())
    many = len(materials.pools.regions) > MANY_REGIONS
    by_token = "sinkhorn" in settings.statistics and "short" in materials.separated and not many
    groups, rows = unit_groups(materials, embeddings, clouds=by_token)
    regions = {name: group for name, group in groups.items() if name in materials.pools.regions}
    if len(regions) < 2:
        return DifferenceTable((), asdict(settings))
    settings = _affordable(settings, len(regions), session)
    comparing = Comparing(settings, session.seed, keep_in(session, materials, embeddings).under(pools=rows))
    units = {name: [rows[name][unit] for unit in group.units] for name, group in regions.items()}
    covariates = unit_covariates(materials, units, settings.adjust)
    known = list(next(iter(covariates.values())))  # of what is to be adjusted: a corpus without labels has none of them
    steps = [lambda: comparing.as_they_are(groups, list(regions))]
    if known and settings.adjusted != "never":
        steps.append(lambda: comparing.adjusted(regions, covariates))
    if settings.placebo and LENGTH in known:
        steps.append(lambda: comparing.placebos(regions, covariates))
    found: list[Difference] = []
    with session.bar("Differences of groups", "comparisons") as progress:
        for number, step in enumerate(steps):
            found += step()
            progress(number + 1, len(steps))
    decisive = ", ".join(known) if _goes_by_adjusted(materials, settings) else ""
    marked = (replace(row, decisive=row.compared == PAIR and row.adjusted == decisive) for row in found)
    return DifferenceTable(tuple(marked), asdict(settings))


def distances_of_means(
    materials: Materials, embeddings: Embeddings, settings: DifferenceSettings, session: Session
) -> DifferenceTable:
    """The size of every pair's difference as it is, to the bit that of `measure_differences`, and no test of it."""
    groups, _ = unit_groups(materials, embeddings, clouds=False)
    regions = [name for name in groups if name in materials.pools.regions]
    if not settings.statistics or len(regions) < 2:
        return DifferenceTable(())
    settings = _affordable(settings, len(regions), session)
    rows = difference_effects(groups, settings, seed=session.seed, workers=session.workers)
    return DifferenceTable(tuple(rows), asdict(settings))


def _affordable(settings: DifferenceSettings, regions: int, session: Session) -> DifferenceSettings:
    """The settings, or where there are many regions, whose pairs grow with their square, cheaper ones and a notice."""
    if regions <= MANY_REGIONS:
        return settings
    units = min(settings.largest_group, _FEWER_UNITS)
    session.notice(
        f"With {regions} regions differences are tested as the groups are, on {units} units a group at most, without "
        "Sinkhorn divergences: not adjusted, and without a placebo."
    )
    statistics = tuple(name for name in settings.statistics if name != "sinkhorn")
    return replace(settings, statistics=statistics, largest_group=units, adjusted="never", placebo=False)


def unit_groups(
    materials: Materials, embeddings: Embeddings, *, clouds: bool
) -> tuple[dict[str, UnitGroup], dict[str, np.ndarray]]:
    """Comparable groups by units, and the rows of the corpus that their positions count in."""
    texts = materials.kinds["short"]
    rows, _ = separable_rows(materials, texts)
    clusters = clusters_of(materials, texts, rows)
    vectors = embeddings.vectors(texts.corpus)
    groups = {}
    for name, some in rows.items():
        units = cluster_documents(clusters[name], len(some), name)
        groups[name] = UnitGroup(vectors(some), units, embeddings.clouds(texts.corpus, some) if clouds else None)
    return groups, rows


def _goes_by_adjusted(materials: Materials, settings: DifferenceSettings) -> bool:
    """Whether the verdict goes by adjusted differences."""
    if settings.adjusted != "warned":
        return settings.adjusted == "always"
    regions = {name: rows for name, rows in region_rows(materials).items() if name in materials.pools.regions}
    found = audit_groups(Audited(materials.corpus, regions, materials.statistics))
    return any(_WARNS_OF.get(finding.check) in settings.adjust for finding in found.of(WARNING))
