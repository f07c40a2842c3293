"""Statistics: plain arrays in, numbers out; only p-values from textbook laws need scipy, at the call."""

from geobias.stats.coefficients import COEFFICIENTS, correlate, correlate_permuted, midranks
from geobias.stats.controls import ControlResult, PowerCurve, control_pvalue, power_curve
from geobias.stats.dependence import DependenceResult, distance_correlation, distance_correlation_matrix
from geobias.stats.dissimilarity import Jackknife, excess, jackknife_excess, mean_dissimilarities
from geobias.stats.intervals import percentile_interval, wilson_interval
from geobias.stats.max_statistic import max_statistic
from geobias.stats.multiplicity import benjamini_hochberg, holm
from geobias.stats.permutation import (
    Permutations,
    PermutationSource,
    PermutationTestResult,
    permutation_test,
    permutations,
    relabelled_pairs,
)
from geobias.stats.pvalues import write_p
from geobias.stats.qap import QapRegression, mrqap
from geobias.stats.rank import (
    CorrelationResult,
    asymptotic_pvalue,
    correlation_matrix,
    kendall,
    merge_ties,
    pearson,
    spearman,
)
from geobias.stats.representation import RepresentationResult, share_against_distance
from geobias.stats.two_samples import TwoSampleResult, shuffle_contrast, shuffle_excess

__all__ = [
    "COEFFICIENTS",
    "ControlResult",
    "CorrelationResult",
    "DependenceResult",
    "Jackknife",
    "PermutationSource",
    "PermutationTestResult",
    "Permutations",
    "PowerCurve",
    "QapRegression",
    "RepresentationResult",
    "TwoSampleResult",
    "asymptotic_pvalue",
    "benjamini_hochberg",
    "control_pvalue",
    "correlate",
    "correlate_permuted",
    "correlation_matrix",
    "distance_correlation",
    "distance_correlation_matrix",
    "excess",
    "holm",
    "jackknife_excess",
    "kendall",
    "max_statistic",
    "mean_dissimilarities",
    "merge_ties",
    "midranks",
    "mrqap",
    "pearson",
    "percentile_interval",
    "permutation_test",
    "permutations",
    "power_curve",
    "relabelled_pairs",
    "share_against_distance",
    "shuffle_contrast",
    "shuffle_excess",
    "spearman",
    "wilson_interval",
    "write_p",
]
