"""The draws of texts that distances are measured on: short texts as they are, long ones joined of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.measures.geometry import DistanceSettings
from geobias.measures.separation import SeparationSettings
from geobias.models.encoder import Encoder
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
    notices: list[str] = []
    drawing = _Drawing(sampling, distance, session.seed, notices)
    kinds = {"short": drawing.texts(Texts(materials.corpus, materials.pools, None, None), "short")}
    if "long" in (*distance.sinkhorn, *distance.lda):
        long = long_texts(materials.corpus, materials.pools, sampling, session.seed, notices)
        if long is not None:
            notices += [*long.notices, *_cut_long_texts(long, encoder)]
            kinds["long"] = drawing.texts(Texts(long.corpus, long.pools, None, None, long.blocks), "long")
    notices += smaller_draws(kinds, materials.score_draws, sampling)
    separated = distance.sinkhorn if "sinkhorn" in separation.methods else ()
    found = replace(materials, kinds=kinds, separated=separated).noticing(*notices)
    check_sizes(found, separation)
    return found


class _Drawing:
    """The rules of the draws; what had to be drawn otherwise than asked for is added to `notices`."""

    def __init__(self, sampling: SamplingPlan, distance: DistanceSettings, seed: int, notices: list[str]):
        self.sampling, self.distance, self.seed, self.notices = sampling, distance, seed, notices

    def texts(self, texts: Texts, kind: str) -> Texts:
        """These texts with the draws that the distances of their kind need."""
        bootstrap = self._bootstrap(texts.pools, kind) if kind in self.distance.sinkhorn else None
        lda = self._subsamples(texts.pools, kind, texts.blocks) if kind in self.distance.lda else None
        return replace(texts, bootstrap=bootstrap, subsamples=lda)

    def _bootstrap(self, pools: Pools, kind: str) -> Draws:
        plan = self.sampling
        return nested_bootstrap(
            pools.rows,
            outer=plan.outer,
            outer_documents=plan.outer_documents,
            inner=inner_resamples(len(pools.rows), plan, self.notices),
            documents=plan.documents,
            seed=self.seed,
            purpose=f"bootstrap {kind}",
        )

    def _subsamples(self, pools: Pools, kind: str, strata: np.ndarray | None) -> Draws | None:
        """What discriminants are fitted to; None where too few groups are large enough."""
        plan = self.sampling
        pools = large_enough(pools, self.distance, plan.lda_documents, kind, self.notices)
        if len(pools.regions) < 2:
            return None
        return subsamples(
            pools.rows,
            repeats=plan.lda_repeats,
            documents=plan.lda_documents,
            seed=self.seed,
            purpose=f"lda {kind}",
            equal=True,
            strata=strata,
        )


def _cut_long_texts(long: LongTexts, encoder: Encoder) -> list[str]:
    cut = np.array([text.truncated for text in encoder.tokenize(long.corpus.texts.tolist())])
    if cut.mean() < 0.01:
        return []
    return [f"{cut.mean():.0%} of the long texts were cut at encoder.max_length={encoder.settings.max_length} tokens."]
