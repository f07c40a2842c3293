"""Distances between nations' answers, and the relations of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures import Keeping
from geobias.measures.resonance import Projections, projection_pairs
from geobias.pipeline.answer_distances.clouds import AnswerClouds
from geobias.pipeline.answer_distances.relating import SURVEY, WRITTEN, related
from geobias.pipeline.answer_distances.settings import AnswerGeometrySettings
from geobias.pipeline.encoded_texts import EncodedTexts, cloud_distances, few_clusters
from geobias.pipeline.separable import LEAST_CLUSTERS
from geobias.relations import judge_separations
from geobias.tables import PairTable, RelationTable, SeparationTable


@dataclass(frozen=True)
class AnswerGeometry:
    """distances : judged, a quantity after another. relations : judged, of each with what lies beside it. pairs : the
    tables that distances are related with. notices : what a reader should know."""

    distances: SeparationTable
    relations: RelationTable
    pairs: tuple[PairTable, ...]
    notices: tuple[str, ...] = ()


def answer_geometry(
    answers: AnswerClouds,
    survey: Projections | None = None,
    written: Projections | None = None,
    settings: AnswerGeometrySettings | None = None,
    *,
    seed: int = 0,
    keeping: Keeping | None = None,
) -> AnswerGeometry:
    """Distances between nations' answers beside their floors, and how they go with distances on the axis.

    Energy distance is unbiased, 0 for equal nations; Sinkhorn's excess has its floor taken off. Their p permutes
    prompts between two nations, after Holm over pairs. They are related with the absolute differences of means and the
    Wasserstein distances of `survey` and of `written`, the answers' own projections. A relation permutes nations; that
    of the first distance with the differences of the survey's means is declared beforehand, the others are a family.
    The note of each says which coefficient so few nations would let be found.

    Parameters
    ----------
    survey, written : with the attribute "nation", as the answers write it; None = that is not related.
    keeping : divergences are kept under what made them; its inputs must name the answers.

    Raises
    ------
    InputError : fewer than two nations have `LEAST_CLUSTERS` prompts.
    """
    chosen = settings or AnswerGeometrySettings()
    groups, few = _enough(answers)
    measured = _distances(answers, groups, chosen, seed, keeping or Keeping())
    tables = [judge_separations(table, (), chosen.alpha) for table in measured]
    beside = {name: projection_pairs(side, name) for name, side in ((SURVEY, survey), (WRITTEN, written)) if side}
    relations = [row for name, pairs in beside.items() for row in related(tables, name, pairs, chosen, seed)]
    notices = (*answers.notices, *(few,) * bool(few), *_not_in(beside, groups))
    rows = tuple(row for table in tables for row in table.rows)
    details = {str(table.rows[0].quantity): dict(table.details) for table in tables}
    made = tuple(pair for pairs in beside.values() for pair in pairs)
    return AnswerGeometry(SeparationTable(rows, details), RelationTable(tuple(relations)), made, notices)


def _enough(answers: AnswerClouds) -> tuple[dict[str, np.ndarray], str]:
    """Nations with prompts enough, and what is said of the others."""
    kept, lacking = few_clusters(answers.prompt, answers.groups, LEAST_CLUSTERS)
    if len(kept) < 2:
        counts = ", ".join(f"{name} ({len(set(answers.prompt[rows]))})" for name, rows in answers.groups.items())
        raise InputError(
            f"distances of answers must be of two nations with {LEAST_CLUSTERS} prompts or more",
            f"there are {counts or 'none'}",
            "Ask more ages, sexes or questions.",
        )
    few = ", ".join(f"{name} ({count})" for name, count in lacking.items())
    return kept, f"Left out of distances of answers, with fewer than {LEAST_CLUSTERS} prompts: {few}." if few else ""


def _distances(
    answers: AnswerClouds,
    groups: Mapping[str, np.ndarray],
    settings: AnswerGeometrySettings,
    seed: int,
    keep: Keeping,
) -> list[SeparationTable]:
    texts = EncodedTexts(answers.vectors, answers.prompt.astype(str), answers.clouds)
    found = cloud_distances(texts, groups, settings.separation, settings.distance, seed, keep)
    if not found:
        raise InputError(
            "distances of answers need a method that is not 'sinkhorn', or token clouds",
            f"methods are {list(settings.separation.methods)}, and there are no clouds",
            "Pass clouds, or add 'energy'.",
        )
    return found


def _not_in(beside: Mapping[str, tuple[PairTable, PairTable]], groups: Mapping[str, np.ndarray]) -> list[str]:
    out = []
    for name, (pairs, _) in beside.items():
        lacking = [group for group in groups if group not in pairs.groups]
        if lacking:
            out.append(f"Not related with the {name}'s distances, which lack them: {', '.join(lacking)}.")
    return out
