"""Statistics: plain arrays in, numbers out; only p-values from textbook laws need scipy, at the call."""

from geobias.stats.coefficients import COEFFICIENTS, correlate, correlate_permuted, midranks
from geobias.stats.dependence import DependenceResult, distance_correlation, distance_correlation_matrix
from geobias.stats.dissimilarity import Jackknife, excess, jackknife_excess, mean_dissimilarities
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
from geobias.stats.two_samples import TwoSampleResult, shuffle_contrast, shuffle_excess

__all__ = [
    "COEFFICIENTS",
    "CorrelationResult",
    "DependenceResult",
    "Jackknife",
    "PermutationSource",
    "PermutationTestResult",
    "Permutations",
    "TwoSampleResult",
    "asymptotic_pvalue",
    "benjamini_hochberg",
    "correlate",
    "correlate_permuted",
    "correlation_matrix",
    "distance_correlation",
    "distance_correlation_matrix",
    "excess",
    "jackknife_excess",
    "kendall",
    "mean_dissimilarities",
    "merge_ties",
    "midranks",
    "pearson",
    "permutation_test",
    "permutations",
    "relabelled_pairs",
    "shuffle_contrast",
    "shuffle_excess",
    "spearman",
]
