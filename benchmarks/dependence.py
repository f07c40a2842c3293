"""Distance correlation of all pairs of columns: dcor pair by pair against `distance_correlation_matrix`.

python benchmarks/dependence.py [--sizes 28,200,1000] [--columns 14]
"""

from __future__ import annotations

from functools import partial

import dcor
import numpy as np
from harness import parser, report

from geobias.bench.comparing import Truth, compare
from geobias.stats import distance_correlation_matrix


def pair_by_pair(columns: np.ndarray, bias_corrected: bool) -> np.ndarray:
    """(k, k) by dcor's one-dimensional method, each pair once."""
    function = dcor.u_distance_correlation_sqr if bias_corrected else dcor.distance_correlation
    size = columns.shape[1]
    values = np.ones((size, size))
    for i in range(size):
        for j in range(i):
            values[i, j] = values[j, i] = function(columns[:, i], columns[:, j])
    return values


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", default="28,200,1000")
    flags.add_argument("--columns", type=int, default=14)
    chosen = flags.parse_args()
    for size in (int(word) for word in chosen.sizes.split(",")):
        columns = np.random.default_rng(0).normal(size=(size, chosen.columns)).cumsum(1)
        for corrected in (False, True):
            sides = {
                "dcor": partial(pair_by_pair, columns, corrected),
                "geobias": partial(distance_correlation_matrix, columns, bias_corrected=corrected),
            }
            kind = "bias-corrected" if corrected else "biased"
            case = f"distance correlation, {kind}, {size} observations, {chosen.columns} columns"
            report(compare("dcor", case, sides, peer="dcor", truth=Truth(1e-7), runs=chosen.runs), chosen)


if __name__ == "__main__":
    main()
