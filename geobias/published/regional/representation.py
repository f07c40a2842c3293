"""Representation: are regions with few tweets far from the baseline?"""

from __future__ import annotations

from collections.abc import Iterator

from geobias.published.regional.evidence import Evidence
from geobias.published.regional.names import BASELINE, DISTANCES, REGIONS, pair_of
from geobias.stats import share_against_distance, write_p

_WORDS = {"bert_short": "short texts", "bert_long": "long texts", "lda_long": "LDA"}


def representation_notes(evidence: Evidence) -> Iterator[str]:
    """Of every distance how the printed distances of six regions from the baseline go with their numbers of tweets."""
    released = evidence.released
    shares = [len(released.tweets[region.lower()]) for region in REGIONS]
    for kind in DISTANCES:
        printed = {pair_of(label): row[kind] for label, row in released.pairs.items()}
        [found] = share_against_distance(shares, [printed[BASELINE, region] for region in REGIONS])
        yield (
            f"Representation: number of tweets against distance from the baseline by {_WORDS[kind]}, rho "
            f"{found.statistic:.2f}, p {write_p(found.pvalue)} over {found.n_resamples} relabellings of "
            f"{found.n_groups} regions{_against(evidence, kind)}."
        )


def _against(evidence: Evidence, kind: str) -> str:
    wrong = [group for distance, group in evidence.distances if distance == kind]
    return f"; distances of {', '.join(wrong)} are not valid" if wrong else ""
