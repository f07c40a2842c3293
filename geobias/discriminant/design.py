"""How draws are solved: the ways that a discriminant's settings allow, from the fastest to the surest."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np
import torch
from torch import Tensor

from geobias.discriminant.centroids import projected_distances
from geobias.discriminant.distinct import count_distinct
from geobias.discriminant.model import LinearDiscriminant
from geobias.discriminant.products import products_by_rows, products_by_scatter
from geobias.discriminant.replicates import Replicates
from geobias.discriminant.shrunken import shrunken_centroids
from geobias.discriminant.whitening import shared_null_space, whiten_by_eigen, whiten_by_rows

CHUNK_BYTES = {"cpu": 1 << 26, "cuda": 1 << 31}
"""Draws solved together hold about this much; a rule of sizes alone, so that the bits do not depend on the workers."""

Way = Callable[[Replicates, int], tuple[Tensor, Tensor]]


class Features:
    """Features of all documents, with what is asked of them more than once.

    Attributes
    ----------
    raw : float64 (N, p), checked.
    typed : dtype -> (N, p), centred, and scaled to unit variance where that changes no distance: features of an encoder
        can differ in size by thirty orders of magnitude, which the squares of single precision do not hold.
    null : (p, q), directions in which no document differs.
    """

    def __init__(self, raw: Tensor, dtype: torch.dtype, scaled: bool):
        varies = raw.amax(0) > raw.amin(0)
        centred = (raw - raw.mean(0)) * varies
        if scaled:
            centred /= torch.where(varies, centred.square().mean(0).sqrt(), 1.0)
        self.raw, self.typed = raw, {torch.float64: centred, dtype: centred.to(dtype)}
        self.types = tuple(dict.fromkeys((dtype, torch.float64)))
        self.on_cpu = raw.device.type == "cpu"

    @cached_property
    def null(self) -> Tensor:
        return shared_null_space(self.typed[torch.float64])


class Design:
    """Distances for draws whose folds and groups have the same sizes.

    Parameters
    ----------
    sizes : int64 (F, G), documents of every fold and group.
    model : settings of the discriminant; it fits the draws that no faster way can answer for.
    components : of the discriminant space, at most min(G - 1, p).
    """

    def __init__(self, features: Features, sizes: np.ndarray, model: LinearDiscriminant, components: int):
        self.features, self.sizes, self.model, self.components = features, sizes, model, components
        rows, width = int(sizes.sum()), features.raw.shape[1]
        held = 8 * (2 * rows * width + (len(sizes) + 2) * min(rows, width) ** 2)
        self.chunk = max(1, CHUNK_BYTES["cpu" if features.on_cpu else "cuda"] // held)
        fitted = rows - (int(sizes.sum(1).max()) if len(sizes) > 1 else 0)
        full = fitted - sizes.shape[1] >= width
        self._surest = self._by_eigen if full else self._by_all_rows
        alone = model.solver == "eigen" and model.shrinkage is None and not full
        self._shrinkage = model.shrink_instead() if alone else model.shrinkage

    def solve(self, rows: np.ndarray) -> np.ndarray:
        """Distances (C, G, G) of rows (C, n) of the features, sorted by fold and group."""
        groups = self.sizes.shape[1]
        tables, singular = np.empty((len(rows), groups, groups)), self._singular(rows)
        for part in (np.flatnonzero(singular), np.flatnonzero(~singular)):
            left = part
            for dtype, way in self._ways(bool(singular[part].all())):
                if len(left):
                    tables[left], doubtful = self._distances(rows[left], dtype, way)
                    left = left[doubtful]
            for place in left:
                tables[place] = self._fitted(rows[place])
        return tables

    def _singular(self, rows: np.ndarray) -> np.ndarray:
        """Whether a draw (C,) is fitted on too few distinct documents for a scatter of full rank within groups."""
        if self.model.solver == "eigen":  # whose fits do not ask
            return np.zeros(len(rows), dtype=bool)
        folds, groups = self.sizes.shape
        codes = np.repeat(np.tile(np.arange(groups), folds), self.sizes.ravel())
        fold = np.repeat(np.arange(folds), self.sizes.sum(1))
        fitted = [fold != held for held in range(folds)] if folds > 1 else [fold == 0]
        fewest = np.min([count_distinct(rows[:, kept], codes[kept]) for kept in fitted], 0)
        return fewest - groups < self.features.raw.shape[1]

    def _ways(self, singular: bool) -> list[tuple[torch.dtype, Way]]:
        """The ways to try in turn, of draws whose scatter has full rank or not."""
        types = self.features.types
        if self.model.solver == "svd":
            first = self._by_rows if singular else self._by_scatter
            return [*((dtype, first) for dtype in types), (torch.float64, self._surest)]
        if not self._shrinkage:
            return [(dtype, self._by_scatter) for dtype in types]
        shrunken = partial(shrunken_centroids, shrinkage=self._shrinkage, components=self.components)
        return [(dtype, shrunken) for dtype in types]

    def _distances(self, rows: np.ndarray, dtype: torch.dtype, way: Way) -> tuple[np.ndarray, np.ndarray]:
        """Distances averaged over the folds, and which draws (C,) are doubtful."""
        features = self.features.typed[dtype]
        replicates = Replicates(features, torch.as_tensor(rows, device=features.device), self.sizes)
        total, doubt = torch.zeros((), dtype=torch.float64), torch.zeros((), dtype=torch.bool)
        for held in range(len(self.sizes)):
            centroids, doubtful = way(replicates, held)
            differences = centroids[:, :, None] - centroids[:, None]
            total = total + torch.linalg.vector_norm(differences, dim=-1).double().cpu()
            doubt = doubt | doubtful.cpu()
        return (total / len(self.sizes)).numpy(), doubt.numpy()

    def _by_scatter(self, replicates: Replicates, held: int) -> tuple[Tensor, Tensor]:
        divisor, svd = self._divisor(replicates, held), self.model.solver == "svd"
        tol, null = (self.model.tol, self.features.null) if svd else (0.0, None)
        products, doubtful = products_by_scatter(replicates, held, divisor, tol, null)
        return self._centroids(products, replicates, held), doubtful

    def _by_rows(self, replicates: Replicates, held: int) -> tuple[Tensor, Tensor]:
        products, doubtful = products_by_rows(replicates, held, self._divisor(replicates, held), self.model.tol)
        return self._centroids(products, replicates, held), doubtful

    def _by_eigen(self, replicates: Replicates, held: int) -> tuple[Tensor, Tensor]:
        within = replicates.scatter(held).div_(self._divisor(replicates, held))
        white, doubtful = whiten_by_eigen(within, replicates.means(held), self.model.tol)
        return self._centroids(white @ white.mT, replicates, held), doubtful

    def _by_all_rows(self, replicates: Replicates, held: int) -> tuple[Tensor, Tensor]:
        divisor = self._divisor(replicates, held)
        white, doubtful = whiten_by_rows(replicates.rows(held), replicates.means(held), divisor, self.model.tol)
        return self._centroids(white @ white.mT, replicates, held), doubtful

    def _divisor(self, replicates: Replicates, held: int) -> int:
        counts = replicates.counts(held)
        by_degrees = self.model.solver == "svd" and self.model.within_scatter == "n-classes"
        return int(counts.sum()) - (len(counts) if by_degrees else 0)

    def _centroids(self, products: Tensor, replicates: Replicates, held: int) -> Tensor:
        tol = self.model.tol if self.model.solver == "svd" else 1e-6
        return discriminant_centroids(products, replicates.counts(held), self.components, tol)

    def _fitted(self, rows: np.ndarray) -> np.ndarray:
        """The distances of one draw by fits of `LinearDiscriminant`."""
        cells, groups = np.split(rows, np.cumsum(self.sizes.ravel())[:-1]), self.sizes.shape[1]
        return projected_distances(self.model, self.features.raw, [cells[g::groups] for g in range(groups)])


def discriminant_centroids(products: Tensor, counts: np.ndarray, components: int, tol: float) -> Tensor:
    """Coordinates (C, G, components) of the groups measured, along the directions that part the groups fitted on.

    products : of whitened means (C, 2 G, 2 G) about the mean of all rows fitted on: groups fitted on, then measured.

    The directions are those of G means, whatever the width; those of a singular value up to `tol` of the largest are
    dropped.
    """
    groups = len(counts)
    lengths = torch.as_tensor(np.sqrt(counts / (groups - 1))).to(products)
    fitted, measured = (products[:, :, :groups] * lengths).split(groups, dim=1)
    values, vectors = torch.linalg.eigh(fitted * lengths[:, None])
    sizes = values[:, -components:].clamp(min=0).sqrt()
    kept = sizes > tol * values[:, -1:].clamp(min=0).sqrt()
    coordinates = measured @ vectors[..., -components:]
    return torch.where(kept[:, None], coordinates / sizes[:, None].clamp(min=1e-300), 0.0)
