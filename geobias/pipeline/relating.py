"""The analysis: how the pairwise tables go with one another, and what the evidence allows to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.measures.reliability import ResampledTables, interval_method, relation_intervals, reliabilities
from geobias.pipeline.covariates import covariates
from geobias.pipeline.materials import Materials
from geobias.pipeline.performance import Performance
from geobias.pipeline.relation_settings import RelationSettings
from geobias.pipeline.separation import Separations
from geobias.pipeline.session import Session
from geobias.relations import (
    AnswerTable,
    RegressionTable,
    answer_questions,
    judge,
    leave_one_group_out,
    mrqap,
    relate_all,
    with_ceilings,
    with_power,
)
from geobias.stats import ControlResult
from geobias.tables import (
    AMONG_DISTANCES,
    MAHALANOBIS,
    PRIMARY,
    PairTable,
    Quantity,
    Relation,
    RelationTable,
    ReliabilityTable,
)

MANY_GROUPS = 20
"""From more regions on the first coefficient alone is computed, with fewer permutations and none left out in turn."""
_FEWER_RESAMPLES = 1_999
GROUPS_PER_PREDICTOR = 3
"""Regions per predictor of the regression: with 4 predictors of 6 regions a test at .05 rejected in up to 11 %."""


@dataclass(frozen=True)
class Relations:
    """What became of the tables.

    table : all families, with noise ceilings and intervals where tables were resampled. left_out : the primary family
    without each region, by the first coefficient.
    regression : gaps on distances beside covariates, at one size; empty where too few pairs allow none.
    verdicts : what the tables allow to say to the questions of the study. reliability : of every resampled table.
    """

    table: RelationTable
    left_out: RelationTable = field(default_factory=lambda: RelationTable(()))
    regression: RegressionTable = field(default_factory=lambda: RegressionTable(()))
    verdicts: AnswerTable = field(default_factory=lambda: AnswerTable(()))
    reliability: ReliabilityTable = field(default_factory=lambda: ReliabilityTable(()))


@dataclass(frozen=True)
class Related:
    """The tables that are related.

    distances : of nested repeats. performance : None where the study has no task. resampled : tables of halves and
    resamples of the same texts, None where none were made. control, family_control : on random groups, of the primary
    relation and of the largest coefficient of all; None = none was run.
    """

    distances: list[PairTable]
    separations: Separations
    performance: Performance | None = None
    resampled: ResampledTables | None = None
    control: ControlResult | None = None
    family_control: ControlResult | None = None


def relate_tables(
    materials: Materials,
    related: Related,
    choice: RelationSettings,
    session: Session,
) -> Relations:
    """Every family of relations with its corrections, the regression, and the verdicts.

    Families, over which corrections go: `PRIMARY`; "distance-gap", the published kind, whose groups keep their sizes;
    "distance-dependence"; `AMONG_DISTANCES`, which the control of performance does not concern.
    A relation with performance heeds its negative control.
    """
    choice = affordable(choice, len(materials.pools.regions), session)
    distances, separations, performance = related.distances, related.separations, related.performance
    excesses = separations.pair_tables(materials.pools.pooled_groups)
    at_one_size = performance.equal_size_gaps() if performance else []
    families = _families(distances, excesses, at_one_size, performance)
    declared = _declared(choice, families[PRIMARY], session)
    rows: list[Relation] = []
    alpha = choice.alpha
    with session.bar("Relating tables", "families") as progress:
        for number, (family, pairs) in enumerate(families.items()):
            if pairs:
                exclude = _exclusions(choice, pairs)
                options = relating_options(choice, session.rng("relations", family))
                one = declared if family == PRIMARY else None
                found = relate_all(pairs, family=family, exclude=exclude, primary=one, **options)
                rows += (
                    judge(found.rows, alpha=alpha)
                    if family == AMONG_DISTANCES
                    else _controlled(found.rows, related, alpha)
                )
            progress(number + 1, len(families))
    left_out = RelationTable(())
    if families[PRIMARY] and len(materials.pools.regions) <= MANY_GROUPS:
        first = relating_options(choice, session.rng("relations", "left out")) | {
            "coefficients": choice.coefficients[:1]
        }
        without = leave_one_group_out(families[PRIMARY], family=PRIMARY, primary=declared, **first)
        left_out = RelationTable(tuple(_controlled(without.rows, related, alpha)))
    regression = _regression(materials, excesses, at_one_size, choice, session)
    reliability, rows = _with_noise(related.resampled, rows, session.seed)
    rows = list(with_power(rows, choice.true_coefficient, alpha=alpha))
    verdicts = answer_questions(
        rows,
        differences=separations.decisive,
        gaps=performance.intervals[1] if performance else None,
        separations=separations.tables,
        coefficient=choice.coefficients[0],
        alpha=alpha,
    )
    return Relations(RelationTable(tuple(rows)), left_out, regression, verdicts, reliability)


def _with_noise(
    resampled: ResampledTables | None, rows: list[Relation], seed: int
) -> tuple[ReliabilityTable, list[Relation]]:
    """The reliability of every table that was resampled, and the rows with their ceilings and intervals."""
    if resampled is None:
        return ReliabilityTable(()), rows
    settings = resampled.settings
    found = reliabilities(resampled, level=settings.level)
    known = relation_intervals(resampled, rows, settings, seed=seed)
    method = interval_method(resampled, settings)
    return found, list(with_ceilings(rows, found.rows, known, level=settings.level, method=method))


def _controlled(rows: Sequence[Relation], related: Related, alpha: float) -> list[Relation]:
    """The rows judged: the primary relation heeds its own control, the others that of the largest coefficient."""
    controls = {True: related.control, False: related.family_control}
    judged = {of: iter(judge([row for row in rows if row.primary == of], controls[of], alpha=alpha)) for of in controls}
    return [next(judged[row.primary]) for row in rows]


def _families(
    distances: list[PairTable],
    excesses: list[PairTable],
    at_one_size: list[PairTable],
    performance: Performance | None,
) -> dict[str, list[tuple[PairTable, PairTable]]]:
    """Family -> the pairs of tables that are related."""
    gaps, dependences = (performance.gaps, performance.dependences) if performance else ([], [])
    fitted = [table for table in distances if Quantity.parse(table.quantity).cross_fitted]
    return {
        PRIMARY: [(d, g) for d in [*excesses, *fitted] for g in at_one_size],
        "distance-gap": [(d, g) for d in distances for g in gaps],
        "distance-dependence": [(d, g) for d in distances for g in dependences],
        AMONG_DISTANCES: list(combinations([*distances, *excesses], 2)),
    }


def _declared(
    choice: RelationSettings, pairs: list[tuple[PairTable, PairTable]], session: Session
) -> tuple[str, str] | None:
    """The quantities of the primary relation, as far as they were measured; else None, and the family answers."""
    made = [(str(x.quantity), str(y.quantity)) for x, y in pairs]
    if choice.primary is not None and pairs and choice.primary not in made:
        session.notice(
            f"relation.primary names {' and '.join(choice.primary)}, which are not related in the primary family; the "
            f"verdict goes by the family as a whole. It has {', '.join(' and '.join(names) for names in made)}."
        )
    if choice.primary is not None:
        return choice.primary if choice.primary in made else None
    return next((names for names in made if names[0] == MAHALANOBIS), None)


def affordable(choice: RelationSettings, regions: int, session: Session) -> RelationSettings:
    """The settings, or where there are many regions, whose pairs grow with their square, cheaper ones and a notice."""
    if regions <= MANY_GROUPS:
        return choice
    fewer = min(choice.n_resamples, _FEWER_RESAMPLES)
    session.notice(
        f"With {regions} regions relations are by {choice.coefficients[0]} alone (the first of relation.coefficients), "
        f"tested by {fewer} permutations, and not done again without each region."
    )
    return replace(choice, coefficients=choice.coefficients[:1], n_resamples=fewer)


def relating_options(choice: RelationSettings, rng: np.random.Generator) -> dict[str, Any]:
    """What `relate_all` is told of the settings."""
    return {
        "coefficients": choice.coefficients,
        "groups": choice.groups,
        "alternative": choice.alternative,
        "missing": choice.missing,
        "exact_limit": choice.exact_limit,
        "n_resamples": choice.n_resamples,
        "strength": choice.strength,
        "rng": rng,
    }


def _exclusions(choice: RelationSettings, pairs: list[tuple[PairTable, PairTable]]) -> Mapping[str, list[str]]:
    """Named exclusions, as far as they touch groups that these tables have."""
    used = set(choice.groups or {name for x, y in pairs for name in (*x.base_groups, *y.base_groups)})
    touching = {label: [name for name in names if name in used] for label, names in (choice.exclude or {}).items()}
    return {label: names for label, names in touching.items() if names}


def _regression(
    materials: Materials,
    excesses: list[PairTable],
    gaps: list[PairTable],
    choice: RelationSettings,
    session: Session,
) -> RegressionTable:
    """The first gap on the first distance and the covariates; those that do not differ between groups are left out."""
    if not excesses or not gaps or not choice.covariates:
        return RegressionTable(())
    distance = excesses[0]
    made = covariates(materials, choice.covariates)
    base = [name for name in distance.base_groups if name in gaps[0].base_groups]
    varying = [table for table in made if np.ptp(table.select(base).vector()) > 0] if len(base) > 1 else []
    room = max(0, len(base) // GROUPS_PER_PREDICTOR - 1)
    if len(varying) > room:
        left_out = ", ".join(Quantity.parse(table.quantity).metric for table in varying[room:])
        session.notice(
            f"The regression of gaps is without {left_out}: with more than a predictor for {GROUPS_PER_PREDICTOR} "
            f"regions its test rejects too often, and there are {len(base)} (relation.covariates gives the order)."
        )
        varying = varying[:room]
    try:
        return mrqap(
            gaps[0],
            [distance, *varying],
            alternative=choice.alternative,
            groups=choice.groups,
            exact_limit=choice.exact_limit,
            n_resamples=choice.n_resamples,
            rng=session.rng("regression"),
        )
    except InputError as error:
        session.notice(f"There is no regression of gaps on distances and covariates: {error}")
        return RegressionTable(())
