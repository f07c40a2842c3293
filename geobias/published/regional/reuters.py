"""The Reuters tables: scores of the DocBERT run, their gaps, and distances of clouds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from geobias.audit.score_tables import gap_line_of, multilabel_counts
from geobias.published.regional.reasons import Reason, difference, together
from geobias.published.regional.released import SET_SCORES, Released, TestSet, set_pair
from geobias.tables import DOUBTFUL, INVALID, NOT_KNOWN, Comparison, compare

_DECIMALS, _EMPTY_SHARE = 4, 0.02
_HALF = 0.5 * 10.0**-_DECIMALS * 1.001
_DISTANCE_TOLERANCE = 1e-6


def score_rows(released: Released) -> Iterator[Comparison]:
    """Scores as whole numbers of right answers give them: texts for accuracy, labels for the others."""
    for name, printed in released.set_scores.items():
        tests = released.sets[name]
        counts = multilabel_counts(printed, tests.texts, tests.labels, _DECIMALS)
        impossible = Reason(INVALID, f"no whole numbers of right answers over the texts of {name} give these scores")
        reason = together([None if counts.exact else impossible, empty_reason(name, tests, INVALID)])
        for score in SET_SCORES:
            yield compare(
                f"DocBERT, {score}", name, printed[score], counts.scores[score], _DECIMALS, tolerance=_HALF,
                valid=reason.valid, why=reason.words,
            )  # fmt: skip


def empty_reason(name: str, tests: TestSet, valid: str, most: float = _EMPTY_SHARE) -> Reason | None:
    """What speaks against numbers of a test set of which a larger share than `most` has no text."""
    if len(tests.empty) <= most * tests.texts:
        return None
    return Reason(valid, f"{len(tests.empty)} of the {tests.texts} texts of {name} are empty: articles without a body")


def pair_rows(released: Released) -> Iterator[Comparison]:
    yield from _gaps(released)
    yield from _distances(released)


def _gaps(released: Released) -> Iterator[Comparison]:
    scores = {name.upper(): printed for name, printed in released.set_scores.items()}
    for score in SET_SCORES:
        published = {label: row[f"{score}(%)"] for label, row in released.set_pairs.items()}
        recomputed = {label: abs(_of(scores, label, score)) for label in published}
        line = gap_line_of({set_pair(label): value for label, value in published.items()})
        for label, value in published.items():
            wrong = {} if line is None else line.wrong
            impossible = set_pair(label) in wrong and Reason(
                INVALID, "no scores have this gap beside the others of its column"
            )
            # Of two scores that are printed to four digits the gap is known to one unit of the last.
            differs = difference(label, published, recomputed, 2.2 * _HALF, "the released scores")
            reason = together([differs, impossible or None])
            yield compare(
                f"Reuters gap, {score}", label, value, recomputed[label], _DECIMALS, tolerance=2.2 * _HALF,
                valid=reason.valid, why=reason.words, corrected=recomputed[label],
            )  # fmt: skip


def _of(scores: Mapping[str, Mapping[str, float]], label: str, score: str) -> float:
    a, b = set_pair(label)
    return scores[a][score] - scores[b][score]


def _distances(released: Released) -> Iterator[Comparison]:
    published = {label: row["bert"] for label, row in released.set_pairs.items()}
    runs = {pair: found[-1] for (corpus, pair), found in released.clouds.items() if corpus == "reuters"}
    recomputed = {
        label: float(runs[pair].mean()) if (pair := set_pair(label)) in runs else math.nan for label in published
    }
    sets = {name.upper(): (name, tests) for name, tests in released.sets.items()}
    for label, value in published.items():
        lacking = math.isnan(recomputed[label])
        differs = (
            Reason(NOT_KNOWN, "its repeats were not released")
            if lacking
            else difference(label, published, recomputed, _DISTANCE_TOLERANCE, "the released repeats")
        )
        empty = [empty_reason(*sets[name], DOUBTFUL) for name in set_pair(label)]
        reason = together([differs, *empty])
        yield compare(
            "Reuters distance", label, value, recomputed[label], 6, tolerance=_DISTANCE_TOLERANCE, valid=reason.valid,
            why=reason.words,
        )  # fmt: skip
