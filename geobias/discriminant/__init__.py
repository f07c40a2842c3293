"""Linear discriminants and the distances between group centroids that they give; torch and numpy alone.

In many dimensions the in-sample centroids of pure noise stand far apart (8 groups of 100 in 512 dimensions: 3.7), so
the distances can also be measured on documents held out.

Public is what `__all__` names; the other names are for the rooms of geobias.
"""

from geobias.discriminant.batched import batched_centroid_distances
from geobias.discriminant.centroids import centroid_distances
from geobias.discriminant.cross_validated import crossnobis
from geobias.discriminant.cross_validated import fold_products as fold_products
from geobias.discriminant.cross_validated import mean_over_folds as mean_over_folds
from geobias.discriminant.model import LinearDiscriminant

__all__ = ["LinearDiscriminant", "batched_centroid_distances", "centroid_distances", "crossnobis"]
