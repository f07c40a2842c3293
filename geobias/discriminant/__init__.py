"""Linear discriminants and the distances between group centroids that they give; torch and numpy alone."""

from geobias.discriminant.batched import batched_centroid_distances
from geobias.discriminant.centroids import centroid_distances
from geobias.discriminant.model import LinearDiscriminant

__all__ = ["LinearDiscriminant", "batched_centroid_distances", "centroid_distances"]
