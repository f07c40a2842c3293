"""How the groups of an assignment are compared in a control: as the study compares the true ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.controls.dissimilarities import dissimilarity_tables
from geobias.controls.mean_distances import mahalanobis_tables
from geobias.controls.placebo import Progress, pairs_of
from geobias.controls.regions import Regions
from geobias.controls.settings import ControlPlan
from geobias.measures import Documents, Keeping, lda_tables, least_documents
from geobias.measures.separation import Dealing, partition_distances
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.tables import CROSS_FITTED, EXCESS, LDA, MAHALANOBIS, Quantity

SINKHORN = str(Quantity("sinkhorn", estimate=EXCESS))
DISCRIMINANT = str(Quantity(LDA, estimate=CROSS_FITTED))
ON_VECTORS = (MAHALANOBIS, "energy", "mmd")


@dataclass(frozen=True)
class Comparison:
    """The plan of a control, the seed of its draws, and where costly parts are kept."""

    plan: ControlPlan
    seed: int
    keeping: Keeping

    def tables(
        self, regions: Regions, assignments: np.ndarray, progress: Progress | None = None, part: range | None = None
    ) -> dict[str, np.ndarray]:
        """Every distance between the groups of every assignment, quantity -> float64 (B, pairs).

        part : of some assignments alone, each the same as among all.
        """
        some = part or range(len(assignments))
        found = self.on_vectors(regions, assignments[some.start : some.stop])
        found |= self._discriminant(regions, assignments, {}, some)
        if self.plan.control.sinkhorn:
            found[SINKHORN] = pairs_of(self._sinkhorn(regions, assignments, progress, {}, part=some))
        return found

    def on_vectors(self, regions: Regions, assignments: np.ndarray) -> dict[str, np.ndarray]:
        """Those between document vectors that need no fit."""
        found = {MAHALANOBIS: pairs_of(mahalanobis_tables(regions.points, assignments))}
        return found | self._dissimilarities(regions, assignments)

    def of(
        self,
        quantity: str,
        regions: Regions,
        assignments: np.ndarray,
        clouds: TokenClouds | None = None,
        **planted: Any,
    ) -> np.ndarray | None:
        """One of them, float64 (B, pairs); None where it is not among what a control measures.

        clouds : in place of the true ones, where the Sinkhorn excess is asked for.
        """
        if quantity == MAHALANOBIS:
            return pairs_of(mahalanobis_tables(regions.points, assignments))
        if quantity in ON_VECTORS:
            return self._dissimilarities(regions, assignments)[quantity]
        if quantity == DISCRIMINANT:
            return self._discriminant(regions, assignments, planted).get(quantity)
        if quantity == SINKHORN:
            return pairs_of(self._sinkhorn(regions, assignments, None, planted, clouds))
        return None

    def _dissimilarities(self, regions: Regions, assignments: np.ndarray) -> dict[str, np.ndarray]:
        found = dissimilarity_tables(
            regions.texts,
            regions.clusters,
            assignments,
            bandwidth=self.plan.separation.bandwidth,
            seed=self.seed,
            workers=self.keeping.workers,
        )
        return {name: pairs_of(table) for name, table in found.items()}

    def _discriminant(
        self, regions: Regions, assignments: np.ndarray, planted: dict[str, Any], part: range | None = None
    ) -> dict[str, np.ndarray]:
        """Cross-fitted discriminant distances, of like numbers of texts per group; none without folds."""
        rng, distance = generator(self.seed, "control discriminant"), self.plan.distance
        parts = [regions.documents(assignment) for assignment in assignments]
        size = min(self.plan.lda_documents, *(len(group) for groups in parts for group in groups))
        if distance.lda_folds < 2 or size < least_documents(distance) or "short" not in distance.lda:
            return {}
        places = {
            name: np.stack([rng.choice(groups[g], size, replace=False) for groups in parts])
            for g, name in enumerate(regions.names)
        }
        draws = Draws(dict.fromkeys(regions.names, regions.rows), places, np.arange(len(assignments)))
        quantity = Quantity("control-lda")
        tables = lda_tables(
            draws.part(part or range(len(draws))),
            Documents(regions.vectors),
            distance,
            quantity=quantity,
            seed=self.seed,
            keeping=self.keeping.under(**planted),
        )
        return {DISCRIMINANT: pairs_of(tables[quantity.further(CROSS_FITTED)].values)}

    def _sinkhorn(
        self,
        regions: Regions,
        assignments: np.ndarray,
        progress: Progress | None,
        planted: dict[str, Any],
        clouds: TokenClouds | None = None,
        *,
        part: range | None = None,
    ) -> np.ndarray:
        """Excesses, float64 (B, G, G), of samples as large and as many as those of the true groups."""
        keeping = replace(self.keeping.under(**planted, rows=regions.rows), progress=progress)
        some = part or range(len(assignments))
        counts = dict(zip(regions.names, np.bincount(regions.owners).tolist(), strict=True))
        size = self.plan.separation.common_size(counts)
        samples = tuple(min(self.plan.separation.blocks, count // size) for count in counts.values())
        return partition_distances(
            regions.clouds(regions.rows) if clouds is None else clouds,
            assignments[some.start : some.stop],
            Dealing(size, samples, self.seed, some.start),
            clusters=regions.cluster_names,
            distance=self.plan.distance,
            keeping=keeping,
        )
