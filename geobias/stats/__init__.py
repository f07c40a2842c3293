"""Statistics: plain arrays in, numbers out; only p-values from textbook laws need scipy, at the call."""

from geobias.stats.coefficients import COEFFICIENTS, correlate, correlate_permuted, midranks
from geobias.stats.dependence import DependenceResult, distance_correlation, distance_correlation_matrix
from geobias.stats.intervals import percentile_interval, wilson_interval
from geobias.stats.multiplicity import benjamini_hochberg
from geobias.stats.permutation import (
    Permutations,
    PermutationSource,
    PermutationTestResult,
    permutation_test,
    permutations,
    relabelled_pairs,
)
from geobias.stats.rank import (
    CorrelationResult,
    asymptotic_pvalue,
    correlation_matrix,
    kendall,
    merge_ties,
    pearson,
    spearman,
)

__all__ = [
    "COEFFICIENTS",
    "CorrelationResult",
    "DependenceResult",
    "PermutationSource",
    "PermutationTestResult",
    "Permutations",
    "asymptotic_pvalue",
    "benjamini_hochberg",
    "correlate",
    "correlate_permuted",
    "correlation_matrix",
    "distance_correlation",
    "distance_correlation_matrix",
    "kendall",
    "merge_ties",
    "midranks",
    "pearson",
    "percentile_interval",
    "permutation_test",
    "permutations",
    "relabelled_pairs",
    "spearman",
    "wilson_interval",
]
