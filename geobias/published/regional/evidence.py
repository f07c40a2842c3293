"""What checks of the released scores and distances find against groups, before any single number is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geobias.audit.score_tables import (
    RECALLS,
    Confusions,
    apart_groups,
    confusions,
    identical_series,
    same_in_every_repeat,
    twins,
)
from geobias.published.regional.names import BASELINE, GROUPS, LDA, SCORES, SHORT, Pair
from geobias.published.regional.reasons import Reason, together
from geobias.published.regional.recipe import WITHOUT_POOL, seen_in_training
from geobias.published.regional.released import Released
from geobias.tables import DOUBTFUL, INVALID, ScoreTable

_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Evidence:
    """Reasons against a score of a group, and against a distance of a group; scores that can be mended."""

    released: Released

    @cached_property
    def behind(self) -> Confusions | None:
        """Counts of answers behind the scores of every round."""
        scores = self.released.scores.metrics
        return confusions(scores["accuracy"], scores["precision_neg"], scores["precision_pos"])

    @cached_property
    def scores(self) -> Mapping[tuple[str, str], Reason]:
        """(metric, group) -> what speaks against its scores."""
        found: dict[tuple[str, str], list[Reason]] = {}
        for metric, group, reason in (*self._wrong_recalls(), *self._copies(), *self._leaks()):
            found.setdefault((metric, group), []).append(reason)
        return {key: together(reasons) for key, reasons in found.items()}

    @cached_property
    def mended(self) -> ScoreTable:
        """Means over the rounds, (models, 1, groups), where a wrong recall is the one that the counts give."""
        means = {name: values.copy() for name, values in self.released.means.metrics.items()}
        for metric, group, _ in self._wrong_recalls():
            place = GROUPS.index(group)
            means[metric][:, 0, place] = self.recalls[metric][:, :, place].mean(axis=1)
        return ScoreTable(self.released.means.models, GROUPS, means, provenance="mended")

    @property
    def recalls(self) -> Mapping[str, np.ndarray]:
        return {} if self.behind is None else self.behind.recalls

    @cached_property
    def distances(self) -> Mapping[tuple[str, str], Reason]:
        """(distance, group) -> what speaks against its distances."""
        return dict([*self._stand_ins(), *self._apart()])

    def of_pair(self, kind: str, pair: Pair) -> Reason:
        """What speaks against a score or a distance of either group."""
        return together((self.scores.get((kind, group)) or self.distances.get((kind, group))) for group in pair)

    def _wrong_recalls(self) -> Iterator[tuple[str, str, Reason]]:
        for metric, right in self.recalls.items():
            off = np.abs(right - self.released.scores.metrics[metric])
            for place, group in enumerate(GROUPS):
                known = off[:, :, place][~np.isnan(off[:, :, place])]
                if len(known) and known.max() > _TOLERANCE:
                    words = (
                        f"{metric} of {group} does not follow from accuracy and both precisions, which leave one value"
                    )
                    yield metric, group, Reason(INVALID, words)

    def _copies(self) -> Iterator[tuple[str, str, Reason]]:
        """Scores that are one column; where the counts tell which of them is right, only the others are wrong."""
        for place, group in enumerate(GROUPS):
            columns = {name: values[:, :, place] for name, values in self.released.scores.metrics.items()}
            for names in identical_series(columns):
                for name in names:
                    told = name in RECALLS and (name, group) in {(m, g) for m, g, _ in self._wrong_recalls()}
                    sure = self.behind is not None and not np.isnan(self.behind.negatives[:, place]).all()
                    if told or not sure:
                        words = f"{', '.join(names)} of {group} are one column"
                        yield name, group, Reason(INVALID if told else DOUBTFUL, words)

    def _leaks(self) -> Iterator[tuple[str, str, Reason]]:
        seen = seen_in_training(len(self.released.scores.models))
        for score in SCORES:
            values = self.released.scores.metrics[score.metric][:, :, GROUPS.index(BASELINE)]
            if same_in_every_repeat(values) and (seen > 0).any():
                words = (
                    f"{(seen > 0).sum()} of {len(seen)} models trained on the baseline texts that they are scored on: "
                    "its scores are the same in every round, so of the one sample of the recipe, which is the head of "
                    "what is trained on"
                )
                yield score.metric, BASELINE, Reason(INVALID, words)

    def _stand_ins(self) -> Iterator[tuple[tuple[str, str], Reason]]:
        for found in twins(self.table(SHORT)):
            pair = [GROUPS[place] for place in found.pair]
            words = (
                f"{pair[0]} and {pair[1]} are nearer than a group is to itself and equally far from all others, so one "
                "stands in for the other"
            )
            guilty = [group for group in pair if group == WITHOUT_POOL] or pair
            words += f" ({guilty[0]}, for which the recipe has no pool)" * (len(guilty) == 1)
            yield from (((SHORT, group), Reason(INVALID, words)) for group in guilty)

    def _apart(self) -> Iterator[tuple[tuple[str, str], Reason]]:
        beside = {place for place, _ in apart_groups(self.table(SHORT))}
        for place, ratio in apart_groups(self.table(LDA)):
            words = (
                f"{GROUPS[place]} is {ratio:.1f} times as far from every group as any two others are from each other"
            )
            if place in beside:
                yield (LDA, GROUPS[place]), Reason(DOUBTFUL, words)
            else:
                more = ", and by short texts as near as they: its texts were prepared in another way"
                yield (LDA, GROUPS[place]), Reason(INVALID, words + more)

    def table(self, kind: str) -> np.ndarray:
        """Mean distances, float64 (groups, groups); a group against itself on the diagonal."""
        out = np.full((len(GROUPS), len(GROUPS)), np.nan)
        means = {pair: runs[-1].mean() for (corpus, pair), runs in self.released.clouds.items() if corpus != "reuters"}
        if kind == LDA:
            means = {pair: values.mean() for pair, values in self.released.centroids.items()}
        for (a, b), value in means.items():
            i, j = GROUPS.index(a), GROUPS.index(b)
            out[i, j] = out[j, i] = value
        return out
