"""Permutation tests of 3 distances x 14 gaps: loops over scipy, dcor and scikit-bio against `geobias.relations`.

    python benchmarks/relations.py [--relabelings 10000] [--looped 100] [--coefficients spearman,pearson]

Eight groups. The loops over scipy (dcor for distance correlation) compute one coefficient per permutation and relation,
as one would write it; they run on the first `--looped` permutations, where their values are compared with ours, and
their seconds are extrapolated to all. scikit-bio's `mantel` runs a relation at a time with permutations of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

import dcor
import numpy as np
from harness import parser, report
from scipy import stats
from skbio.stats.distance import mantel

from geobias.bench.comparing import Row, Truth, compare
from geobias.relations import relate_all
from geobias.stats import permutation_test, permutations, relabelled_pairs
from geobias.tables import PairTable

GROUPS, DISTANCES, GAPS = 8, 3, 14
LOOPED: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "kendall": lambda x, y: stats.kendalltau(x, y).statistic,
    "distance_correlation": dcor.u_distance_correlation_sqr,
}
PAIRS = np.triu_indices(GROUPS, 1)


def tables() -> list[PairTable]:
    """Tables of noise, the distances first."""
    noise = np.random.default_rng(0).normal(size=(DISTANCES + GAPS, 1, GROUPS, GROUPS))
    squares = (noise + noise.transpose(0, 1, 3, 2)) * (1 - np.eye(GROUPS))
    return [PairTable(tuple("abcdefgh"), square, f"table {i}") for i, square in enumerate(squares)]


def loop(coefficient: str, made: list[PairTable], orders: np.ndarray) -> np.ndarray:
    """One coefficient per relation and permutation, (relations, permutations)."""
    function, null = LOOPED[coefficient], []
    for x, y in product(made[:DISTANCES], made[DISTANCES:]):
        square, fixed = x.values[0], y.vector()
        null.append([function(square[np.ix_(order, order)][PAIRS], fixed) for order in orders])
    return np.array(null)


def together(coefficient: str, made: list[PairTable], count: int, shown: int) -> np.ndarray:
    """All permutations of all relations; the first `shown` are returned."""
    plan = relabelled_pairs(permutations(GROUPS, exact_limit=1, n_resamples=count, rng=0))
    gaps = np.stack([gap.vector() for gap in made[DISTANCES:]])
    tests = [permutation_test(x.vector(), gaps, plan, coefficient=coefficient) for x in made[:DISTANCES]]
    return np.concatenate([test.null[:, :shown] for test in tests])


def whole(coefficient: str, made: list[PairTable], count: int) -> np.ndarray:
    """`relate_all` as a study calls it: the naive and the asymptotic p and corrections over the family as well."""
    family = product(made[:DISTANCES], made[DISTANCES:])
    options = {"exact_limit": 1, "n_resamples": count, "rng": 0}
    return np.array([row.statistic for row in relate_all(family, coefficients=[coefficient], **options).rows])


def scikit_bio(coefficient: str, made: list[PairTable], count: int) -> np.ndarray:
    family = product(made[:DISTANCES], made[DISTANCES:])
    return np.array([mantel(x.values[0], y.values[0], method=coefficient, permutations=count)[0] for x, y in family])


def rows_of(coefficient: str, count: int, looped: int, runs: int) -> list[Row]:
    made = tables()
    orders = permutations(GROUPS, exact_limit=1, n_resamples=count, rng=0).index[:looped]
    peer = "loop over dcor" if coefficient == "distance_correlation" else "loop over scipy"
    sides = {
        peer: partial(loop, coefficient, made, orders),
        "geobias": partial(together, coefficient, made, count, looped),
        "geobias, with pair shuffles and corrections": partial(whole, coefficient, made, count),
    }
    if coefficient in ("spearman", "pearson"):
        sides["scikit-bio"] = partial(scikit_bio, coefficient, made, count)
    observed = loop(coefficient, made, np.arange(GROUPS)[None])[:, 0]
    others = [name for name in sides if name not in (peer, "geobias")]
    case = f"{coefficient}, {count} relabelings x {GAPS} gaps x {DISTANCES} distances, {GROUPS} groups"
    notes = {peer: f"extrapolated from {looped} relabelings", **dict.fromkeys(others, "coefficients compared")}
    own = dict.fromkeys(others, observed)
    rows = compare("relations", case, sides, peer=peer, truth=Truth(1e-9, own=own), runs=runs, notes=notes)
    return [_extrapolated(row, count / looped, row.side == peer) for row in rows]


def _extrapolated(row: Row, factor: float, is_peer: bool) -> Row:
    """The peer ran on a part of the permutations: all would take it `factor` times as long."""
    return replace(row, seconds=row.seconds * factor) if is_peer else replace(row, ratio=row.ratio * factor)


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--relabelings", type=int, default=10_000)
    flags.add_argument("--looped", type=int, default=100)
    flags.add_argument("--coefficients", default=",".join(LOOPED))
    chosen = flags.parse_args()
    for coefficient in chosen.coefficients.split(","):
        report(rows_of(coefficient, chosen.relabelings, chosen.looped, chosen.runs), chosen)


if __name__ == "__main__":
    main()
