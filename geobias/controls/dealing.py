"""Which texts train and which are evaluated, dealt anew: the same share of every region, whole clusters on one side."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from geobias.controls.regions import Regions, cluster_labels
from geobias.pipeline import Materials

MOST_TRAINING = 0.5  # of a group's texts: at least as many are left to be evaluated


@dataclass(frozen=True)
class Usable:
    """Texts of the regions that the study evaluates or trains on, and those of no region that train.

    share : of every region's clusters that trains. most : clusters of every region that are evaluated, at most.
    """

    regions: Regions
    others: np.ndarray
    share: float
    most: np.ndarray

    @classmethod
    def of(cls, materials: Materials, regions: Regions) -> Usable:
        trained = np.unique(np.concatenate([np.r_[fold.train, fold.held_out] for fold in materials.folds]))
        values = materials.corpus.attributes[materials.pools.by]
        rows = np.union1d(regions.rows, trained)
        known = {name: place for place, name in enumerate(regions.names)}
        owner = np.array([known.get(values[row], -1) for row in rows])
        inside, here = rows[owner >= 0], owner[owner >= 0]
        labels = cluster_labels(materials.clusters, inside, here)
        found = replace(regions, rows=inside, cluster_names=labels)
        found = replace(found, owners=np.array([here[documents[0]] for documents in found.clusters]))
        others = np.setdiff1d(rows[owner < 0], regions.rows)
        share = np.clip((len(trained) - len(others)) / max(len(inside), 1), 0, MOST_TRAINING)
        return cls(found, others, float(share), np.bincount(regions.owners, minlength=len(regions.names)))

    def deal(self, rng: np.random.Generator) -> tuple[Regions, np.ndarray]:
        """The regions' texts that are evaluated, and the rows that may train, whole clusters on one side."""
        evaluated, training = [], []
        for region, most in enumerate(self.most):
            order = rng.permutation(np.flatnonzero(self.regions.owners == region))
            cut = round(self.share * len(order))
            training.append(order[:cut])
            evaluated.append(order[cut:][:most])
        kept = np.zeros(len(self.regions.rows), dtype=bool)
        kept[self._texts(np.concatenate(evaluated))] = True
        rows = self.regions.rows[self._texts(np.concatenate(training))]
        return self.regions.some(kept), np.sort(np.concatenate([rows, self.others]))

    def _texts(self, clusters: np.ndarray) -> np.ndarray:
        return np.concatenate([self.regions.clusters[cluster] for cluster in clusters] or [np.empty(0, np.int64)])
