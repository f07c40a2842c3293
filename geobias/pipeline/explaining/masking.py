"""What is left of a pair's excess when words are masked in every text and everything is encoded anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.explaining import (
    ExplainSettings,
    SampleCosts,
    alike_words,
    masked_row,
    masked_text,
    sample_costs,
    samples_of,
    without,
)
from geobias.models import Encoder, token_places
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.explaining.measuring import Explained
from geobias.pipeline.explaining.texts import ComparedTexts
from geobias.pipeline.session import Session
from geobias.relations import judge_masked
from geobias.tables import ALIKE, DIFFERENT, FOUND, NAMED, MaskedExcess


@dataclass(frozen=True)
class Masking:
    """How words of a pair are masked, and what stays as it was."""

    texts: ComparedTexts
    pair: tuple[str, str]
    encoder: Encoder
    embeddings: Embeddings
    distance: DistanceSettings
    keeping: Keeping
    session: Session

    def costs(self, words: Sequence[str]) -> SampleCosts:
        """Of the same samples of texts, with these words masked and their tokens left out."""
        chosen = {name: self._masked(name, frozenset(words)) for name in self.pair}
        samples = samples_of(self.texts.dealt.samples, chosen, self.session.seed)
        keeping = self.keeping.under(masked=sorted(words), mask=self.encoder.tokenize.mask)
        with self.session.bar("Transport without words", "samples") as progress:
            return sample_costs(samples, self.pair, self.distance, self.texts.diameter, keeping.telling(progress))

    def _masked(self, group: str, words: frozenset[str]) -> TokenClouds:
        """The group's clouds; texts that hold none of the words, or are in no sample, keep theirs."""
        texts, mask = self.texts.texts(group), self.encoder.tokenize.mask
        used = np.unique(np.concatenate(self.texts.dealt.samples[group].documents)).tolist()
        changed = {i: made for i in used if (made := masked_text(texts[i], words, mask)) != texts[i]}
        read = self.encoder.tokenize(list(changed.values()))
        readable = [i for i, found in zip(changed, read, strict=True) if self.encoder.content_tokens(found)]
        whole = self.texts.clouds[group]
        empty = whole.points[:0]
        clouds = dict.fromkeys(changed, empty)
        if readable:
            clouds |= dict(zip(readable, self._encoded([changed[i] for i in readable]), strict=True))
        return TokenClouds.from_list([clouds.get(i, whole[i]) for i in range(len(whole))])

    def _encoded(self, texts: list[str]) -> list[torch.Tensor]:
        """The points of texts without those of the mask."""
        self.embeddings.add(self.encoder, texts, self.session)
        clouds, mask = self.embeddings.of_texts(texts), self.encoder.tokenize.mask
        places = token_places(self.encoder, texts, clouds.counts.tolist())
        masks = [
            bool(mask) and text[start:end].strip() == mask
            for text, at in zip(texts, places, strict=True)
            for start, end in at.spans.tolist()
        ]
        left = without(clouds, np.array(masks, dtype=bool))
        return [left[i] for i in range(len(left))]


def mask_words(
    masking: Masking, explained: Explained, before: SampleCosts, named: Sequence[str], settings: ExplainSettings
) -> tuple[MaskedExcess, ...]:
    """The excess without the words found, without others that are as frequent, and without those that were named."""
    counts = sum((explained.spoken[name].counts() for name in masking.pair), Counter())
    sets = _sets(explained, counts, named, masking, settings)
    rows = []
    for kind, words in sets.items():
        row = MaskedExcess(
            *masking.pair, kind, len(words), " ".join(words),
            "mask" if masking.encoder.tokenize.mask else "left out",
            sum(counts[word] for word in words) / max(sum(counts.values()), 1),
        )  # fmt: skip
        if words:
            rng = masking.session.rng("explain masked", kind, *masking.pair)
            row = masked_row(before, masking.costs(words), row, settings, rng)
        rows.append(row)
    judged = iter(judge_masked([row for row in rows if row.n_words], settings.alpha))
    return tuple(next(judged) if row.n_words else row for row in rows)


def _sets(
    explained: Explained, counts: Mapping[str, int], named: Sequence[str], masking: Masking, settings: ExplainSettings
) -> dict[str, list[str]]:
    """Whose masking is told: words found (of each method the first `settings.words`), words like them, words named."""
    found: dict[str, None] = {}
    for method in dict.fromkeys(row.method for row in explained.words):
        rows = [row for row in explained.words if row.method == method and row.verdict == DIFFERENT]
        found |= dict.fromkeys(row.word for row in rows[: settings.words])
    every = {row.word for row in explained.words if row.verdict == DIFFERENT}
    known = {row.word: counts[row.word] for row in explained.words if row.word not in every or row.word in found}
    sets = {FOUND: list(found)}
    if found:
        sets[ALIKE] = alike_words(list(found), known, masking.session.rng("explain alike", *masking.pair))
    if named:
        sets[NAMED] = list(dict.fromkeys(named))
    return sets
