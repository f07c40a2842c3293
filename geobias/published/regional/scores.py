"""Gaps of scores between groups, and their distance correlations over the models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from geobias.audit.score_tables import gap_line_of, prevalence_gaps
from geobias.measures.scores import dependence, gaps
from geobias.published.regional.evidence import Evidence
from geobias.published.regional.names import F1_COLUMNS, GROUPS, SCORES, Pair, Score, pair_of
from geobias.published.regional.reasons import Reason, difference, together
from geobias.tables import DOUBTFUL, INVALID, NOT_KNOWN, Comparison, PairTable, PrevalenceGap, compare

_TOLERANCE, _DEPENDENCE_TOLERANCE, _F1_TOLERANCE = 1e-6, 1e-8, 1e-8


@dataclass(frozen=True)
class PairColumn:
    """A column of the released pairs. published, recomputed, mended : cell -> number; mended is what it ought to be."""

    quantity: str
    published: Mapping[str, float]
    recomputed: Mapping[str, float]
    mended: Mapping[str, float]
    tolerance: float
    source: str = "the released scores"

    def rows(self, reasons: Mapping[str, Reason]) -> Iterator[Comparison]:
        """reasons : cell -> what speaks against it whether it recomputes or not."""
        for cell, value in self.published.items():
            differs = difference(cell, self.published, self.recomputed, self.tolerance, self.source)
            reason = together([differs, reasons.get(cell)])
            right = self.mended[cell]
            more = {"corrected": right} if abs(right - value) > self.tolerance else {}
            yield compare(
                self.quantity, cell, value, self.recomputed[cell], 6, tolerance=self.tolerance, valid=reason.valid,
                why=reason.words, **more,
            )  # fmt: skip


def gap_column(evidence: Evidence, score: Score) -> PairColumn:
    """Gaps as the notebook takes them: of the means over models of the file of means."""
    released = evidence.released
    found = (gaps(table, score.metric) for table in (released.means, evidence.mended))
    return _column(evidence, f"gap, {score.words}", score.gap, found, _TOLERANCE)


def dependence_column(evidence: Evidence, score: Score) -> PairColumn:
    found = (dependence(table, score.metric) for table in (evidence.released.means, evidence.mended))
    return _column(evidence, f"distance correlation, {score.words}", score.dependence, found, _DEPENDENCE_TOLERANCE)


def _column(evidence: Evidence, quantity: str, name: str, tables: Iterator[PairTable], tolerance: float) -> PairColumn:
    published = {label: row[name] for label, row in evidence.released.pairs.items()}
    recomputed, mended = ({label: _at(table, pair_of(label)) for label in published} for table in tables)
    return PairColumn(quantity, published, recomputed, mended, tolerance)


def _at(table: PairTable, pair: Pair) -> float:
    return float(table.values[0, table.groups.index(pair[0]), table.groups.index(pair[1])])


def gap_rows(evidence: Evidence, explained: Mapping[tuple[str, Pair], PrevalenceGap]) -> Iterator[Comparison]:
    for score in SCORES:
        column = gap_column(evidence, score)
        line = _impossible(column)
        reasons = {
            cell: together(
                [
                    evidence.of_pair(score.metric, pair_of(cell)),
                    line.get(cell),
                    _by_prevalence(explained.get((score.metric, pair_of(cell)))),
                ]
            )
            for cell in column.published
        }
        yield from column.rows(reasons)
    for words, name in F1_COLUMNS.items():
        yield from _f1_rows(evidence, words, name)


def dependence_rows(evidence: Evidence) -> Iterator[Comparison]:
    for score in SCORES:
        column = dependence_column(evidence, score)
        yield from column.rows({cell: evidence.of_pair(score.metric, pair_of(cell)) for cell in column.published})


def _impossible(column: PairColumn) -> dict[str, Reason]:
    line = gap_line_of({pair_of(cell): value for cell, value in column.published.items()})
    wrong = {} if line is None else line.wrong
    words = "no scores have this gap beside the others of its column"
    return {cell: Reason(INVALID, words) for cell in column.published if pair_of(cell) in wrong}


def explained_gaps(evidence: Evidence) -> dict[tuple[str, Pair], PrevalenceGap]:
    """(metric, pair) -> the gap of a precision, raw and where both groups have the same share of labels."""
    if evidence.behind is None:
        return {}
    return {(gap.metric, (gap.group_a, gap.group_b)): gap for gap in prevalence_gaps(evidence.behind, GROUPS)}


def _by_prevalence(gap: PrevalenceGap | None) -> Reason | None:
    if gap is None or not gap.explained:
        return None
    return Reason(DOUBTFUL, "over half of the gap goes where both groups have the same share of labels")


def _f1_rows(evidence: Evidence, words: str, name: str) -> Iterator[Comparison]:
    """F1 was not released; of the precisions and recalls of every round it can be computed."""
    side = "neg" if "negative" in words else "pos"
    metrics = evidence.released.scores.metrics
    precision, recall = metrics[f"precision_{side}"], metrics[f"recall_{side}"]
    means = (2 * precision * recall / (precision + recall)).mean(axis=(0, 1))
    unknown = Reason(NOT_KNOWN, "F1 of single models was not released, and precision and recall give another gap")
    for label, row in evidence.released.pairs.items():
        pair = pair_of(label)
        found = float(abs(means[GROUPS.index(pair[0])] - means[GROUPS.index(pair[1])]))
        same = abs(found - row[name]) <= _F1_TOLERANCE
        reason = together([evidence.of_pair(f"recall_{side}", pair), None if same else unknown])
        yield compare(
            f"gap, {words}", label, row[name], found, 6, tolerance=_F1_TOLERANCE, valid=reason.valid, why=reason.words
        )
