"""Regression of one pairwise table on several: what goes with it once the others are taken into account?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.errors import InputError
from geobias.relations.aligning import LEAST, common_groups
from geobias.stats import PermutationSource, QapRegression, Seed, as_sample, measured_groups
from geobias.stats import mrqap as array_mrqap
from geobias.tables import PairTable, RegressionTable, RegressionTerm


def mrqap(
    response: PairTable,
    predictors: Sequence[PairTable],
    *,
    groups: Sequence[str] | None = None,
    alternative: str = "two-sided",
    exact_limit: int = 50_000,
    n_resamples: int = 9_999,
    rng: Seed = None,
) -> RegressionTable:
    """Multiple regression of a pairwise table by double semi-partialling (Dekker, Krackhardt and Snijders 2007).

    Every predictor, covariates included, is tested given all others: see `geobias.stats.mrqap`, and `pair_covariate`
    for covariates. Values are means over repeats. Measure distances and gaps at one size of groups: small ones inflate
    both, and no covariate takes all of that away.

    Parameters
    ----------
    groups : the groups to use; None = the base groups of all tables, so pooled groups and references stay out.
    exact_limit, n_resamples : all G! permutations where G! <= exact_limit, else `n_resamples` drawn, with
        p = (b + 1) / (m + 1).

    A pair that any table lacks costs a group, the one with most missing pairs, until none is missing; the note says
    which. Raises InputError with fewer than 5 residual degrees of freedom, for predictors of one name, for constant
    tables and for predictors that follow from each other over these groups.

    >>> from geobias.relations import pair_covariate
    >>> x = pair_covariate({"a": 1.0, "b": 2.0, "c": 4.0, "d": 7.0, "e": 11.0}, name="length")
    >>> y = PairTable(x.groups, x.values**2, "gap")
    >>> [row] = mrqap(y, [x], rng=0).rows
    >>> row.term, row.df, row.method, row.n_permutations
    ('difference[length]', 8, 'exact', 120)
    """
    tables = [response, *predictors]
    labels = [table.quantity for table in predictors]
    twice = sorted({name for name in labels if labels.count(name) > 1})
    if twice or not labels:
        raise InputError(
            "a regression must have predictors, each with a quantity of its own",
            f"several are called {twice}" if twice else "there is none",
            "Pass tables of different quantities.",
        )
    names = tuple(groups) if groups is not None else common_groups(tables)
    squares = [as_sample(table.select(names).mean(), table.quantity) for table in tables]
    unknown = np.any(np.isnan(np.stack(squares)), axis=0)
    np.fill_diagonal(unknown, False)
    kept, note = measured_groups(names, unknown, "drop-group")
    if len(kept) < LEAST:
        raise InputError(
            f"a regression must have at least {LEAST} groups measured in all of its tables",
            f"there are {len(kept)}" + (f" ({note})" if note else ""),
            "Name groups that all tables have.",
        )
    upper = np.triu_indices(len(kept), 1)
    y, *xs = (square[np.ix_(kept, kept)][upper] for square in squares)
    permuted = PermutationSource(rng, exact_limit, n_resamples).of_groups(len(kept))
    found = array_mrqap(y, np.stack(xs), permuted, names=labels, alternative=alternative)
    return RegressionTable(tuple(_terms(response.quantity, labels, found, [names[i] for i in kept], len(y), note)))


def _terms(
    response: str, labels: Sequence[str], found: QapRegression, groups: Sequence[str], n_pairs: int, note: str
) -> list[RegressionTerm]:
    return [
        RegressionTerm(
            response=response,
            term=label,
            coefficient=float(found.coefficient[i]),
            standardised=float(found.standardised[i]),
            t=float(found.t[i]),
            p_qap=float(found.pvalue[i]),
            p_smallest=float(found.smallest[i]),
            p_ols=float(found.p_ols[i]),
            df=found.df,
            r2=found.r2,
            method=found.method,
            n_permutations=found.n_resamples,
            alternative=found.alternative,
            n_groups=len(groups),
            n_pairs=n_pairs,
            groups=", ".join(groups),
            note=note,
        )
        for i, label in enumerate(labels)
    ]
