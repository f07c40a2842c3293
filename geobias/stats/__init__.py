"""Statistics: plain arrays in, numbers out; only p-values from textbook laws need scipy, at the call.

Public is what `__all__` names; the other names are for the rooms of geobias.
"""

from geobias.stats.coefficients import COEFFICIENTS, correlate, correlate_permuted, midranks
from geobias.stats.coefficients import DISTANCE as DISTANCE
from geobias.stats.coefficients import coefficient_name as coefficient_name
from geobias.stats.coefficients import tested_alternative as tested_alternative
from geobias.stats.controls import ControlResult, PowerCurve, control_pvalue, power_curve
from geobias.stats.dependence import DependenceResult, distance_correlation, distance_correlation_matrix
from geobias.stats.dissimilarity import Jackknife, excess, jackknife_excess, mean_dissimilarities
from geobias.stats.dual_bootstrap import dual_bootstrap_sd
from geobias.stats.held_out_areas import areas_of_splits as areas_of_splits
from geobias.stats.held_out_areas import masked_by_folds as masked_by_folds
from geobias.stats.intervals import percentile_interval, wilson_interval
from geobias.stats.intervals import student_widening as student_widening
from geobias.stats.kappa import KappaResult, cohen_kappa
from geobias.stats.krippendorff import LEVEL as LEVEL
from geobias.stats.krippendorff import AnnotatorAgreement, krippendorff_alpha
from geobias.stats.krippendorff import WeightedAlpha as WeightedAlpha
from geobias.stats.krippendorff import alpha_without_each as alpha_without_each
from geobias.stats.latent import latent_correlation as latent_correlation
from geobias.stats.latent import normal_scores as normal_scores
from geobias.stats.latent import step_coefficients as step_coefficients
from geobias.stats.mover import difference_ends as difference_ends
from geobias.stats.multiplicity import benjamini_hochberg, holm
from geobias.stats.permutation import (
    Permutations,
    PermutationSource,
    PermutationTestResult,
    permutation_test,
    permutations,
    relabelled_pairs,
)
from geobias.stats.permutation import Seed as Seed
from geobias.stats.prior_odds import LogOdds, log_odds
from geobias.stats.pvalues import write_p
from geobias.stats.qap import QapRegression, mrqap
from geobias.stats.qap_power import LEAST_GROUPS as LEAST_GROUPS
from geobias.stats.qap_power import groups_for_power, relation_power, texts_for_power
from geobias.stats.rank import (
    CorrelationResult,
    asymptotic_pvalue,
    correlation_matrix,
    kendall,
    merge_ties,
    pearson,
    spearman,
)
from geobias.stats.rank import check_alternative as check_alternative
from geobias.stats.representation import RepresentationResult, share_against_distance
from geobias.stats.reweighting import document_weights as document_weights
from geobias.stats.reweighting import exchangeable_weights as exchangeable_weights
from geobias.stats.reweighting import nested_weights as nested_weights
from geobias.stats.samples import as_sample as as_sample
from geobias.stats.samples import measured_groups as measured_groups
from geobias.stats.sequential import ALL as ALL
from geobias.stats.sequential import RISK as RISK
from geobias.stats.sequential import SETTLED as SETTLED
from geobias.stats.sequential import Rule as Rule
from geobias.stats.sequential import until_settled as until_settled
from geobias.stats.specifications import SpecificationCurve, specification_test
from geobias.stats.split_half import STEPPED as STEPPED
from geobias.stats.split_half import spearman_brown, split_half_reliability
from geobias.stats.splits import all_splits as all_splits
from geobias.stats.splits import distinct_splits as distinct_splits
from geobias.stats.splits import excess_of_splits as excess_of_splits
from geobias.stats.splits import random_splits as random_splits
from geobias.stats.studentised import centred_kernel as centred_kernel
from geobias.stats.studentised import shuffle_studentised
from geobias.stats.studentised import studentised_of_splits as studentised_of_splits
from geobias.stats.two_samples import TwoSampleResult, shuffle_excess
from geobias.stats.two_way import TwoWaySpread as TwoWaySpread
from geobias.stats.two_way import corrected_by_largest as corrected_by_largest
from geobias.stats.two_way import two_way_spread as two_way_spread
from geobias.stats.westfall_young import critical_statistic as critical_statistic
from geobias.stats.westfall_young import max_statistic

__all__ = [
    "COEFFICIENTS",
    "AnnotatorAgreement",
    "ControlResult",
    "CorrelationResult",
    "DependenceResult",
    "Jackknife",
    "KappaResult",
    "LogOdds",
    "PermutationSource",
    "PermutationTestResult",
    "Permutations",
    "PowerCurve",
    "QapRegression",
    "RepresentationResult",
    "SpecificationCurve",
    "TwoSampleResult",
    "asymptotic_pvalue",
    "benjamini_hochberg",
    "cohen_kappa",
    "control_pvalue",
    "correlate",
    "correlate_permuted",
    "correlation_matrix",
    "distance_correlation",
    "distance_correlation_matrix",
    "dual_bootstrap_sd",
    "excess",
    "groups_for_power",
    "holm",
    "jackknife_excess",
    "kendall",
    "krippendorff_alpha",
    "log_odds",
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
    "relation_power",
    "share_against_distance",
    "shuffle_excess",
    "shuffle_studentised",
    "spearman",
    "spearman_brown",
    "specification_test",
    "split_half_reliability",
    "texts_for_power",
    "wilson_interval",
    "write_p",
]
