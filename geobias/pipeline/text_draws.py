"""The draws of texts that distances are measured on: short texts as they are, long ones joined of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.measures import DistanceSettings
from geobias.measures.separation import SeparationSettings
from geobias.models import Encoder
from geobias.pipeline.fitting import inner_resamples, large_enough, long_texts, smaller_draws
from geobias.pipeline.materials import Materials, Texts
from geobias.pipeline.separable import check_sizes
from geobias.pipeline.session import Session
from geobias.sampling import Draws, LongTexts, Pools, SamplingPlan, nested_bootstrap, subsamples


def with_draws(
    materials: Materials,
    encoder: Encoder,
    sampling: SamplingPlan,
    distance: DistanceSettings,
    separation: SeparationSettings,
    session: Session,
) -> Materials:
    """The materials with the draws of every kind of text that the distances are measured on.

    Raises
    ------
    InputError : samples of one size that are asked for are larger than a group allows, or discriminants need more
        texts than are drawn.
    """
    corpus, pools, units, seed = materials.corpus, materials.pools, materials.units, session.seed
    short, notices = _drawn(Texts(corpus, pools, None, None), "short", sampling, distance, seed)
    kinds = {"short": short}
    if "long" in (*distance.sinkhorn, *distance.lda):
        joined, told = long_texts(corpus, _counted(pools, units.counted), units.of_text, sampling, seed)
        notices += told
        if joined is not None:
            notices += _cut_long_texts(joined, encoder)
            texts = Texts(joined.corpus, joined.pools, None, None, joined.blocks)
            kinds["long"], told = _drawn(texts, "long", sampling, distance, seed)
            notices += told
    notices += smaller_draws(kinds, materials.score_draws, sampling)
    separated = distance.sinkhorn if "sinkhorn" in separation.methods else ()
    found = replace(materials, kinds=kinds, separated=separated).noticing(*notices)
    check_sizes(found, separation)
    return found


def _drawn(
    texts: Texts, kind: str, sampling: SamplingPlan, distance: DistanceSettings, seed: int
) -> tuple[Texts, list[str]]:
    """The texts with the draws that the distances of their kind need, and what had to be drawn otherwise than asked."""
    notices: list[str] = []
    if kind in distance.sinkhorn:
        bootstrap, told = _bootstrap(texts.pools, sampling, kind, seed)
        texts, notices = replace(texts, bootstrap=bootstrap), notices + told
    if kind in distance.lda:
        pools, told = large_enough(texts.pools, distance, sampling.lda_documents, kind)
        texts, notices = replace(texts, subsamples=_subsamples(pools, texts, sampling, kind, seed)), notices + told
    return texts, notices


def _bootstrap(pools: Pools, sampling: SamplingPlan, kind: str, seed: int) -> tuple[Draws, list[str]]:
    inner, notices = inner_resamples(len(pools.rows), sampling)
    draws = nested_bootstrap(
        pools.rows,
        outer=sampling.outer,
        outer_documents=sampling.outer_documents,
        inner=inner,
        documents=sampling.documents,
        seed=seed,
        purpose=f"bootstrap {kind}",
    )
    return draws, notices


def _subsamples(pools: Pools, texts: Texts, sampling: SamplingPlan, kind: str, seed: int) -> Draws | None:
    """What discriminants are fitted to, of these pools; None where too few groups are large enough."""
    if len(pools.regions) < 2:
        return None
    return subsamples(
        pools.rows,
        repeats=sampling.lda_repeats,
        documents=sampling.lda_documents,
        seed=seed,
        purpose=f"lda {kind}",
        equal=True,
        strata=texts.blocks,
    )


def _counted(pools: Pools, counted: np.ndarray) -> Pools:
    """The pools without texts of which another copy counts, so that blocks of long texts share none."""
    return replace(pools, rows={group: rows[counted[rows]] for group, rows in pools.rows.items()})


def _cut_long_texts(long: LongTexts, encoder: Encoder) -> list[str]:
    cut = np.array([text.truncated for text in encoder.tokenize(long.corpus.texts.tolist())])
    if cut.mean() < 0.01:
        return []
    return [f"{cut.mean():.0%} of the long texts were cut at encoder.max_length={encoder.settings.max_length} tokens."]
