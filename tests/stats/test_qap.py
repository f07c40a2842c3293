"""Multiple regression QAP against a loop over numpy's least squares, and its limits."""

from itertools import permutations as orders

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from geobias.errors import InputError
from geobias.stats import mrqap, permutation_test, permutations, relabelled_pairs

TURN = {"two-sided": abs, "greater": lambda s: s, "less": lambda s: -s}


def square(vector, size):
    table = np.zeros((size, size))
    table[np.triu_indices(size, 1)] = vector
    return table + table.T


def least_squares(y, columns):
    """Coefficients, t and residual degrees of freedom of y on columns, by numpy's lstsq and the textbook's inverse."""
    design = np.column_stack([np.ones(len(y)), *columns])
    beta = np.linalg.lstsq(design, y, rcond=None)[0]
    residual = y - design @ beta
    df = len(y) - design.shape[1]
    covariance = np.linalg.inv(design.T @ design) * (residual @ residual) / df
    return beta, beta / np.sqrt(np.diag(covariance)), df, residual


def robust_t(y, columns):
    """The t statistics of numpy's least squares with HC3 errors (MacKinnon and White 1985)."""
    design = np.column_stack([np.ones(len(y)), *columns])
    beta, _, _, residual = least_squares(y, columns)
    inverse = np.linalg.inv(design.T @ design)
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    middle = design.T @ (design * ((residual / (1 - leverage)) ** 2)[:, None])
    return beta / np.sqrt(np.diag(inverse @ middle @ inverse))


def scatter(values, covariates):
    """Absolute values as the covariates fit them, at least a quarter of their mean."""
    size = np.abs(values)
    fitted = covariates @ np.linalg.lstsq(covariates, size, rcond=None)[0]
    return np.maximum(fitted, size.mean() / 4)


def permuted_residuals(own, others, size):
    """Residuals of pairs under every order of the groups, each place keeping its scatter, one pair at a time."""
    rows, columns = np.triu_indices(size, 1)
    design = np.column_stack([np.ones(len(own)), *others])
    members = np.array([[float(g in pair) for g in range(size)] for pair in zip(rows, columns, strict=True)])
    effects = np.linalg.lstsq(members, own, rcond=None)[0]
    rest = own - members @ effects
    means = np.array([design[(rows == g) | (columns == g)].mean(0) for g in range(size)])
    of_groups, of_pairs = scatter(effects, means), scatter(rest, design)
    standard = square(rest / of_pairs, size)
    for o in orders(range(size)):
        group = [effects[o[g]] / of_groups[o[g]] * of_groups[g] for g in range(size)]
        yield np.array(
            [
                group[i] + group[j] + standard[o[i], o[j]] * of_pairs[at]
                for at, (i, j) in enumerate(zip(rows, columns, strict=True))
            ]
        )


def plain_loop(y, xs, size, alternative):
    """Dekker, Krackhardt and Snijders (2007), section 3, one permuted matrix and one regression at a time."""
    turn = TURN[alternative]
    pvalues, smallest = [], []
    for j, x in enumerate(xs):
        others = [other for k, other in enumerate(xs) if k != j]
        own = least_squares(x, others)[3]
        statistic = robust_t if others else (lambda y, columns: least_squares(y, columns)[1])
        null = [turn(statistic(y, [moved, *others])[1]) for moved in permuted_residuals(own, others, size)]
        observed = turn(statistic(y, [x, *others])[1])
        pvalues.append(np.mean(np.array(null) >= observed - 1e-7))
        smallest.append(np.mean(np.array(null) >= max(null) - 1e-7))
    return pvalues, smallest


@pytest.mark.parametrize("alternative", list(TURN))
@pytest.mark.parametrize("predictors", [1, 3])
def test_equal_to_a_plain_loop(predictors, alternative):
    rng = np.random.default_rng(predictors)
    y, *xs = rng.normal(size=(1 + predictors, 10)) + rng.normal(size=10)
    found = mrqap(y, xs, relabelled_pairs(permutations(5)), alternative=alternative)
    beta, t, df, residual = least_squares(y, xs)
    np.testing.assert_allclose(found.coefficient, beta[1:], rtol=1e-9)
    np.testing.assert_allclose(found.t, t[1:], rtol=1e-9)
    np.testing.assert_allclose(found.standardised, beta[1:] * np.std(xs, axis=1) / np.std(y), rtol=1e-9)
    assert (found.df, found.n_resamples, found.method) == (df, 120, "exact")
    assert found.r2 == pytest.approx(1 - residual @ residual / ((y - y.mean()) ** 2).sum())
    tail = stats.t(df).sf(TURN[alternative](t[1:])) if alternative != "two-sided" else 2 * stats.t(df).sf(abs(t[1:]))
    np.testing.assert_allclose(found.p_ols, tail, rtol=1e-9)
    pvalues, smallest = plain_loop(y, xs, 5, alternative)
    np.testing.assert_allclose(found.pvalue, pvalues, atol=1e-12)
    np.testing.assert_allclose(found.smallest, smallest, atol=1e-12)


def test_least_squares_equal_statsmodels():
    api = pytest.importorskip("statsmodels.api")
    y, *xs = np.random.default_rng(5).normal(size=(4, 28))
    found = mrqap(y, xs, relabelled_pairs(permutations(8, exact_limit=1, n_resamples=9, rng=0)))
    model = api.OLS(y, api.add_constant(np.stack(xs, 1))).fit()
    np.testing.assert_allclose(found.t, model.tvalues[1:], rtol=1e-9)
    np.testing.assert_allclose(found.p_ols, model.pvalues[1:], rtol=1e-9)
    assert found.r2 == pytest.approx(model.rsquared)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_one_predictor_is_the_mantel_test(seed):
    y, x = np.random.default_rng(seed).normal(size=(2, 10))
    plan = relabelled_pairs(permutations(5))
    found, mantel = mrqap(y, [x], plan), permutation_test(x, y[None], plan, coefficient="pearson")
    assert found.standardised[0] == pytest.approx(mantel.statistic[0])
    assert (found.pvalue[0], found.smallest[0]) == (mantel.pvalue[0], mantel.smallest[0])


@given(st.integers(0, 2**32 - 1), st.sampled_from([1e-6, 1e6]))
@settings(max_examples=10)
def test_units_and_offsets_do_not_matter(seed, unit):
    y, *xs = np.random.default_rng(seed).normal(size=(3, 10))
    plan = relabelled_pairs(permutations(5))
    one, other = mrqap(y, xs, plan), mrqap(3 + unit * y, [xs[0] / unit, xs[1] - 100], plan)
    np.testing.assert_allclose(other.t, one.t, rtol=1e-6)
    np.testing.assert_array_equal(other.pvalue, one.pvalue)
    np.testing.assert_allclose(other.coefficient, one.coefficient * [unit**2, unit], rtol=1e-6)


def test_sampled_p_is_never_zero_and_repeats():
    x = np.random.default_rng(1).normal(size=45)
    y = x + np.random.default_rng(2).normal(size=45) / 100

    def run(seed):
        return mrqap(y, [x], relabelled_pairs(permutations(10, n_resamples=99, rng=seed)))

    assert (run(0).pvalue[0], run(0).smallest[0], run(0).method) == (0.01, 0.01, "sampled")
    np.testing.assert_array_equal(run(3).pvalue, run(3).pvalue)


def test_a_response_that_the_others_explain_leaves_nothing_to_test():
    x, z = np.random.default_rng(3).normal(size=(2, 10))
    found = mrqap(2 * x, [x, z], relabelled_pairs(permutations(5)))
    assert found.r2 == pytest.approx(1)
    assert found.pvalue[0] <= 2 / 120
    assert np.isnan([found.t[1], found.pvalue[1], found.p_ols[1]]).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda y, xs: (y, [*xs, *np.random.default_rng(9).normal(size=(3, 10))]),
            "a regression must leave at least 5 residual degrees of freedom, but 10 pairs less 5 predictors and the "
            "intercept leave 4. Use fewer predictors or more groups.",
        ),
        (
            lambda y, xs: (y, [*xs, xs[0] - 2 * xs[1]]),
            "predictors must not follow from each other, but over these groups a linear equation binds "
            "['predictor 0', 'predictor 1', 'predictor 2']. Leave one of them out.",
        ),
        (
            lambda y, xs: (y, [xs[0], np.full(10, 0.1)]),
            "'predictor 1' must vary over the pairs, but it is 0.1 for all. Leave it out.",
        ),
        (
            lambda y, xs: (np.ones(10), xs),
            "the response must vary over the pairs, but it is 1 for all. Leave it out.",
        ),
        (
            lambda y, xs: (np.where(np.arange(10) < 2, np.nan, y), xs),
            "the response must be complete, but 2 of its pairs are missing. Leave groups out.",
        ),
        (
            lambda y, xs: (y[:6], [x[:6] for x in xs[:0]]),
            "y must be (n,) and predictors (p, n), with p at least 1, but their shapes are (6,) and (0,). "
            "Pass one value per pair, `PairTable.vector` of the same groups.",
        ),
    ],
)
def test_what_cannot_be_fitted_is_refused_by_name(change, message):
    y, *xs = np.random.default_rng(4).normal(size=(3, 10))
    with pytest.raises(InputError) as error:
        mrqap(*change(y, xs), relabelled_pairs(permutations(5)))
    assert str(error.value) == message


def test_hc3_errors_equal_statsmodels():
    api = pytest.importorskip("statsmodels.api")
    y, *xs = np.random.default_rng(5).normal(size=(4, 28))
    model = api.OLS(y, api.add_constant(np.stack(xs, 1))).fit(cov_type="HC3")
    np.testing.assert_allclose(robust_t(y, xs), model.tvalues, rtol=1e-9)


def test_permutations_of_other_groups_and_names_that_do_not_fit():
    y, x = np.random.default_rng(4).normal(size=(2, 10))
    with pytest.raises(InputError, match="permutations must be of the 10 pairs of the response, but they are of 6"):
        mrqap(y, [x], relabelled_pairs(permutations(4)))
    shuffled = permutations(10, n_resamples=9, exact_limit=1, rng=0)
    with pytest.raises(
        InputError, match="permutations of a regression must be of groups, but they permute single pairs"
    ):
        mrqap(y, [x, y**2], shuffled)
    with pytest.raises(InputError, match="must have all pairs of some groups, but 11 are of no number of groups"):
        mrqap(
            np.arange(11.0) ** 2, np.random.default_rng(4).normal(size=(2, 11)), permutations(11, n_resamples=9, rng=0)
        )
    with pytest.raises(InputError, match="names must be 1, one per predictor, but they are 2"):
        mrqap(y, [x], relabelled_pairs(permutations(5)), names=["a", "b"])
