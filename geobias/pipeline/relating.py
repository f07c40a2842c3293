"""The analysis: how the pairwise tables go with one another, and what the evidence allows to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from geobias.controls.running import Controls
from geobias.errors import InputError
from geobias.pipeline.corpus_statistics import class_rows, group_rows
from geobias.pipeline.materials import Materials
from geobias.pipeline.performance import Performance
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.separation import Separations
from geobias.pipeline.settings import RegionalSettings
from geobias.relations import (
    AMONG_DISTANCES,
    PRIMARY,
    AnswerTable,
    RegressionTable,
    answer_questions,
    judge,
    leave_one_group_out,
    mrqap,
    pair_covariate,
    relate_all,
)
from geobias.seeds import generator
from geobias.tables import PairTable, Quantity, Relation, RelationTable

MANY_GROUPS = 20
"""From more regions on the first coefficient alone is computed, with fewer relabelings and none left out in turn."""
_FEWER_RESAMPLES = 1_999


@dataclass(frozen=True)
class Relations:
    """What became of the tables.

    table : all families; `left_out` : the primary family without each region, by the first coefficient.
    regression : gaps on distances beside covariates, at one size; empty where too few pairs allow none.
    verdicts : what the tables allow to say to the questions of the study.
    """

    table: RelationTable
    left_out: RelationTable = field(default_factory=lambda: RelationTable(()))
    regression: RegressionTable = field(default_factory=lambda: RegressionTable(()))
    verdicts: AnswerTable = field(default_factory=lambda: AnswerTable(()))


def relate_tables(
    materials: Materials,
    distances: list[PairTable],
    performance: Performance | None,
    separations: Separations,
    controls: Controls,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> Relations:
    """Every family of relations with its corrections, the regression, and the verdicts.

    Families, over which corrections go: `PRIMARY`; "distance-gap", the published kind, whose groups keep their sizes;
    "distance-dependence"; `AMONG_DISTANCES`, which the control of performance does not concern.
    """
    settings = _affordable(settings, len(materials.pools.regions), directory)
    excesses = separations.pair_tables(materials.pools.unions)
    gaps = performance.gaps if performance else []
    fitted = [table for table in distances if Quantity.parse(table.quantity).cross_fitted]
    at_one_size = performance.equal_size_gaps() if performance else []
    families: dict[str, list[tuple[PairTable, PairTable]]] = {
        PRIMARY: [(d, g) for d in [*excesses, *fitted] for g in at_one_size],
        "distance-gap": [(d, g) for d in distances for g in gaps],
        "distance-dependence": [(d, g) for d in distances for g in (performance.dependences if performance else [])],
        AMONG_DISTANCES: list(combinations([*distances, *excesses], 2)),
    }
    rows: list[Relation] = []
    alpha = settings.relation.alpha
    with bars.bar("Relating tables", "families") as progress:
        for number, (family, pairs) in enumerate(families.items()):
            if pairs:
                exclude = _exclusions(settings, pairs)
                found = relate_all(pairs, family=family, exclude=exclude, **_options(settings, family))
                rows += judge(found.rows, None if family == AMONG_DISTANCES else controls.overall, alpha=alpha)
            progress(number + 1, len(families))
    left_out = RelationTable(())
    if families[PRIMARY] and len(materials.pools.regions) <= MANY_GROUPS:
        first = _options(settings, "left out") | {"coefficients": settings.relation.coefficients[:1]}
        without = leave_one_group_out(families[PRIMARY], family=PRIMARY, **first)
        left_out = RelationTable(judge(without.rows, controls.overall, alpha=alpha))
    regression = _regression(materials, excesses, at_one_size, settings, directory)
    coefficient = settings.relation.coefficients[0]
    verdicts = answer_questions(rows, separations.tables, controls.overall, coefficient=coefficient, alpha=alpha)
    return Relations(RelationTable(tuple(rows)), left_out, regression, verdicts)


def _affordable(settings: RegionalSettings, regions: int, directory: RunDirectory) -> RegionalSettings:
    """The settings, or where there are many regions, whose pairs grow with their square, cheaper ones and a notice."""
    choice = settings.relation
    if regions <= MANY_GROUPS:
        return settings
    fewer = min(choice.n_resamples, _FEWER_RESAMPLES)
    directory.notice(
        f"With {regions} regions relations are by {choice.coefficients[0]} alone (the first of relation.coefficients), "
        f"tested by {fewer} relabellings, and not done again without each region."
    )
    return replace(settings, relation=replace(choice, coefficients=choice.coefficients[:1], n_resamples=fewer))


def _options(settings: RegionalSettings, purpose: str) -> dict[str, Any]:
    choice = settings.relation
    return {
        "coefficients": choice.coefficients,
        "groups": choice.groups,
        "alternative": choice.alternative,
        "missing": choice.missing,
        "exact_limit": choice.exact_limit,
        "n_resamples": choice.n_resamples,
        "strength": choice.strength,
        "rng": generator(settings.seed, "relations", purpose),
    }


def _exclusions(settings: RegionalSettings, pairs: list[tuple[PairTable, PairTable]]) -> Mapping[str, list[str]]:
    """Named exclusions, as far as they touch groups that these tables have."""
    used = set(settings.relation.groups or {name for x, y in pairs for name in (*x.base_groups, *y.base_groups)})
    touching = {
        label: [name for name in names if name in used] for label, names in (settings.relation.exclude or {}).items()
    }
    return {label: names for label, names in touching.items() if names}


def _regression(
    materials: Materials,
    excesses: list[PairTable],
    gaps: list[PairTable],
    settings: RegionalSettings,
    directory: RunDirectory,
) -> RegressionTable:
    """The first gap on the first distance and the covariates; those that do not differ between groups are left out."""
    if not excesses or not gaps or not settings.relation.covariates:
        return RegressionTable(())
    distance = excesses[0]
    made = covariates(materials, settings)
    base = [name for name in distance.base_groups if name in gaps[0].base_groups]
    varying = [table for table in made if np.ptp(table.select(base).vector()) > 0] if len(base) > 1 else []
    try:
        return mrqap(
            gaps[0],
            [distance, *varying],
            alternative=settings.relation.alternative,
            groups=settings.relation.groups,
            exact_limit=settings.relation.exact_limit,
            n_resamples=settings.relation.n_resamples,
            rng=generator(settings.seed, "regression"),
        )
    except InputError as error:
        directory.notice(f"There is no regression of gaps on distances and covariates: {error}")
        return RegressionTable(())


def covariates(materials: Materials, settings: RegionalSettings) -> list[PairTable]:
    """What groups are like besides their distance, as the settings ask and as far as the corpus says."""
    facts = {record["group"]: record for record in group_rows(materials)}
    numbers = {
        "length": ("mean_tokens", "difference"),
        "prevalence": ("positive_share", "difference"),
        "cardinality": ("label_cardinality", "difference"),
        "truncation": ("truncated_share", "difference"),
        "empty": ("empty_share", "difference"),
        "size": ("sampled", "inverse_sum"),
    }
    out = []
    for name in settings.relation.covariates:
        if name == "topics":
            out += _topics(materials)
            continue
        column, kind = numbers[name]
        values = {group: float(record[column]) for group, record in facts.items()}
        if not any(np.isnan(value) for value in values.values()):
            out.append(pair_covariate(values, kind, name=name, unions=materials.pools.unions))
    return out


def _topics(materials: Materials) -> list[PairTable]:
    counts: dict[str, list[float]] = {}
    for record in class_rows(materials):
        counts.setdefault(record["group"], []).append(record["count"])
    if not counts or not all(map(sum, counts.values())):
        return []
    return [pair_covariate(counts, "total_variation", name="topics", unions=materials.pools.unions)]
