"""The order of events: files read, checks made, every published value computed anew and judged by the checks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from geobias.audit.score_tables import audit_tables
from geobias.published._reproduction import Reproduction
from geobias.published.regional.coefficients import Related, coefficient_rows, tally
from geobias.published.regional.counts import count_rows
from geobias.published.regional.distances import distance_rows, repeats_table
from geobias.published.regional.evidence import Evidence
from geobias.published.regional.means import mean_rows
from geobias.published.regional.names import GROUPS, LDA, SHORT
from geobias.published.regional.released import FILES as FILES
from geobias.published.regional.released import Released
from geobias.published.regional.representation import representation_notes
from geobias.published.regional.reuters import pair_rows, score_rows
from geobias.published.regional.scores import dependence_rows, explained_gaps, gap_rows
from geobias.tables import (
    ClassCount,
    ClassCountTable,
    Comparison,
    ComparisonTable,
    PrevalenceGapTable,
    RelationTable,
    Table,
)

TITLE = "Regional bias in monolingual English language models: scores, gaps, distances and what relates them"


def reproduce(folder: Path) -> Reproduction:
    """Every published value beside what the released files give, with whether it is valid and why not.

    A number recomputes where the files give it, within the digits that are printed. It is valid where no check of the
    files speaks against it: `Evidence` has those of groups, `reasons.difference` those of a single cell.

    Raises
    ------
    InputError : a folder or file is missing, a file lacks a column, a cell is no number, a group is none of the eight.
    """
    evidence = Evidence(Released.read(folder))
    explained = explained_gaps(evidence)
    measured = [*gap_rows(evidence, explained), *dependence_rows(evidence), *distance_rows(evidence)]
    related = Related.of(evidence)
    rows: list[Comparison] = [
        *count_rows(evidence),
        *mean_rows(evidence),
        *measured,
        *coefficient_rows(related, measured),
        *score_rows(evidence.released),
        *pair_rows(evidence.released),
    ]
    tables: dict[str, Table] = {
        "relations": RelationTable((*related.printed.rows, *related.mended.rows, *related.regions.rows)),
        "short_distances": repeats_table(evidence, SHORT),
        "lda_distances": repeats_table(evidence, LDA),
        "precision_gaps": PrevalenceGapTable(tuple(explained.values())),
        "class_counts": class_counts(evidence),
        "audit": audit_tables(folder),
    }
    return Reproduction(ComparisonTable(tuple(rows)), tables, [*_notes(related), *representation_notes(evidence)])


def class_counts(evidence: Evidence) -> ClassCountTable:
    """How many of the texts of a round and group are negative, of the groups of which the scores tell."""
    behind = evidence.behind
    if behind is None:
        return ClassCountTable(())
    return ClassCountTable(
        tuple(
            ClassCount(round_ + 1, GROUPS[place], behind.texts, int(count))
            for (round_, place), count in np.ndenumerate(behind.negatives)
            if not np.isnan(count)
        )
    )


def _notes(related: Related) -> Iterator[str]:
    counts = tally(related.printed)
    yield (
        f"Of {counts['all']} coefficients (rho) of a distance with a gap or distance correlation {counts['p_naive']} "
        f"have p < .05 by shuffling pairs, {counts['p_qap']} by relabelling the eight groups, {counts['q_bh']} after "
        "Benjamini-Hochberg."
    )
    regions = tally(related.regions)
    yield f"Among the six regions alone {regions['p_qap']} of {regions['all']} have p < .05, even uncorrected."
