"""What others may import by name stays: a name that goes, or comes, is a decision and changes this list."""

import importlib

import pytest

NAMES = {
    "distances": """
        BackendStatus SamplesLoss SinkhornSolution available_backends bootstrap_diameter bootstrap_sinkhorn_divergence
        bures_wasserstein cloud_diameter energy_distance exact_wasserstein gaussian_wasserstein median_bandwidth mmd
        pairwise_sinkhorn_divergence sinkhorn_divergence sliced_wasserstein solve_sinkhorn wasserstein_1d
    """,
    "discriminant": """
        LinearDiscriminant batched_centroid_distances centroid_distances crossnobis
    """,
    "stats": """
        AnnotatorAgreement COEFFICIENTS ControlResult CorrelationResult DependenceResult Jackknife KappaResult LogOdds
        PermutationSource PermutationTestResult Permutations PowerCurve QapRegression RepresentationResult
        SpecificationCurve TwoSampleResult asymptotic_pvalue benjamini_hochberg cohen_kappa control_pvalue
        correlate correlate_permuted correlation_matrix distance_correlation distance_correlation_matrix
        dual_bootstrap_sd excess groups_for_power holm jackknife_excess kendall krippendorff_alpha log_odds
        max_statistic mean_dissimilarities merge_ties midranks mrqap pearson percentile_interval permutation_test
        permutations power_curve relabelled_pairs relation_power share_against_distance shuffle_excess
        shuffle_studentised spearman spearman_brown specification_test split_half_reliability texts_for_power
        wilson_interval write_p
    """,
    "relations": """
        DEFAULT_COEFFICIENTS DIFFERENT EQUIVALENT NOT_COMPUTED NOT_SEPARABLE RegressionTable RegressionTerm
        SUPPORTED Strength UNTESTABLE Verdict alignment_verdict certified_ranks difference_verdict gap_verdict judge
        judge_alignments judge_differences judge_gaps judge_orders judge_resonances judge_separations
        leave_one_group_out mrqap pair_covariate relate relate_all relate_specifications resonance_verdict
        separation_verdict verdict
    """,
}


@pytest.mark.parametrize("room", NAMES)
def test_public_names_stay(room):
    module = importlib.import_module(f"geobias.{room}")
    assert sorted(module.__all__) == sorted(NAMES[room].split())
    assert all(hasattr(module, name) for name in module.__all__)
