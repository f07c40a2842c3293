"""Classical multidimensional scaling: points in the plane whose distances resemble given ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import require


@dataclass(frozen=True)
class Scaling:
    """`points` (G, 2); `share` of the sum of squared distances to the centre (positive eigenvalues) in the plane;
    `stress` (Kruskal's stress-1) of the plane's distances against the given ones, 0 = exact."""

    points: np.ndarray
    share: float
    stress: float


def classical_scaling(distances: np.ndarray) -> Scaling:
    """Torgerson's scaling: eigenvectors of -J D^2 J / 2 with J = I - 11'/G, for distances (G, G) without NaN.

    Negative distances (of debiased estimates) count as 0. Axes are signed so that the largest coordinate is
    positive, and the points of fewer than three groups lie on one axis.
    """
    values = np.clip(np.asarray(distances, dtype=float), 0, None)
    np.fill_diagonal(values, 0)
    size = len(values)
    centre = np.eye(size) - 1 / size
    eigenvalues, vectors = np.linalg.eigh(-0.5 * centre @ values**2 @ centre)
    order = np.argsort(eigenvalues)[::-1][:2]
    lengths = np.clip(eigenvalues[order], 0, None)
    points = vectors[:, order] * np.sqrt(lengths)
    points = np.pad(points, ((0, 0), (0, 2 - points.shape[1])))
    signs = np.sign(points[np.abs(points).argmax(0), [0, 1]])
    points = points * np.where(signs == 0, 1, signs)
    upper = np.triu_indices(size, 1)
    drawn = np.linalg.norm(points[:, None] - points[None], axis=-1)[upper]
    total, squares = np.clip(eigenvalues, 0, None).sum(), (values[upper] ** 2).sum()
    share = float(lengths.sum() / total) if total > 0 else float("nan")
    stress = float(np.sqrt(((drawn - values[upper]) ** 2).sum() / squares)) if squares > 0 else float("nan")
    return Scaling(points, share, stress)


def measured_groups(mean: np.ndarray) -> np.ndarray:
    """Indices of groups whose distances to one another are all known; the worst is given up first."""
    kept = np.arange(len(mean))
    while len(kept):
        gaps = np.isnan(mean[np.ix_(kept, kept)]).sum(1)
        if not gaps.any():
            break
        kept = np.delete(kept, len(gaps) - 1 - int(gaps[::-1].argmax()))
    return kept


def align(points: np.ndarray, rows: list[int], reference: np.ndarray) -> np.ndarray:
    """Turn or mirror `points` (n, 2) so that its `rows` lie as close to `reference` as they can (Procrustes)."""
    linear = require("scipy.linalg", extra="study", purpose="maps of the groups")
    return points @ linear.orthogonal_procrustes(points[rows], reference)[0]
