"""Representation: are regions with few tweets far from the baseline?"""

from __future__ import annotations

from collections.abc import Iterator

from geobias.published.regional.names import BASELINE, DISTANCES, REGIONS, pair_of
from geobias.published.regional.released import Released
from geobias.stats import share_against_distance, write_p

_WORDS = {"bert_short": "short texts", "bert_long": "long texts", "lda_long": "LDA"}


def representation_notes(released: Released) -> Iterator[str]:
    """Of every distance how the printed distances of six regions from the baseline go with their numbers of tweets."""
    shares = [len(released.tweets[region.lower()]) for region in REGIONS]
    for kind in DISTANCES:
        printed = {pair_of(label): row[kind] for label, row in released.pairs.items()}
        [found] = share_against_distance(shares, [printed[BASELINE, region] for region in REGIONS])
        yield (
            f"Representation: number of tweets against distance from the baseline by {_WORDS[kind]}, rho "
            f"{found.statistic:.2f}, p {write_p(found.pvalue)} over {found.n_resamples} relabellings of "
            f"{found.n_groups} regions."
        )
