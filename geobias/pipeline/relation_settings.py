"""Settings of relations: which tables are related, by what, and beside which covariates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from geobias.errors import InputError
from geobias.measures.scores import SCORED_TASKS, score_names
from geobias.relations import LEAST, Strength
from geobias.stats import COEFFICIENTS
from geobias.suggest import nearest
from geobias.typed import check_least, check_share

COVARIATES = ("length", "prevalence", "cardinality", "topics", "truncation", "empty", "size")


@dataclass(frozen=True)
class RelationSettings:
    """Which tables are related, and how.

    Attributes
    ----------
    coefficients : among "spearman", "kendall" (tau-b), "kendall_tau_a", "pearson", "distance_correlation"
        (bias-corrected) and "distance_correlation_biased"; the first is the one that the verdict and controls go by.
    metrics : scores whose gaps and dependence are related with distances; None = `measures.scores.related_names`.
    primary : quantities of the relation that the verdict goes by, declared before the data were seen, e.g.
        [energy, "gap_at_m[auc]"]; None = the omnibus' distance (mahalanobis) against the gap at m of the first metric.
    alternative : "greater" asks whether pairs that lie further apart have larger gaps, which alone can then be
        supported; a relation in the other direction is said in words.
    groups : groups that inference runs on; None = the regions, without pooled groups and baseline.
    missing : "drop-pair" or "drop-group" where a pair is not measured.
    exact_limit, n_resamples : all permutations are gone through up to this number, else so many are drawn.
    exclude : label -> groups; the relations without them stand beside the full ones, e.g. {without_nz: [nz]}.
    covariates : of the regression of gaps on distances, among `COVARIATES`.
    strength : least absolute coefficients that are called weak, moderate and strong.
    alpha : of the verdict.
    true_coefficient : for which power is given, and the groups or texts that would find it in 80 % of cases.
    """

    coefficients: tuple[str, ...] = ("spearman", "kendall", "pearson", "distance_correlation")
    metrics: tuple[str, ...] | None = None
    groups: tuple[str, ...] | None = None
    primary: tuple[str, str] | None = None
    alternative: Literal["two-sided", "greater", "less"] = "greater"
    missing: Literal["drop-pair", "drop-group"] = "drop-pair"
    exact_limit: int = 50_000
    n_resamples: int = 9_999
    exclude: Mapping[str, tuple[str, ...]] | None = None
    covariates: tuple[str, ...] = ("length", "prevalence", "size")
    strength: Strength = field(default_factory=Strength)
    alpha: float = 0.05
    true_coefficient: float = 0.7

    def __post_init__(self) -> None:
        scores = dict.fromkeys(name for task in SCORED_TASKS for name in score_names(task))
        known = {"coefficients": ("kendall", *COEFFICIENTS), "covariates": COVARIATES, "metrics": tuple(scores)}
        for name, choices in known.items():
            for word in getattr(self, name) or ():
                if word not in choices:
                    raise InputError(
                        f"relation.{name} must be among {list(choices)}",
                        f"one is '{word}'",
                        f"{nearest(word, choices)}Correct it.",
                    )
        for name, least in (("coefficients", 1), ("metrics", 1), ("groups", LEAST)):
            names = getattr(self, name)
            if names is not None and len(set(names)) < least:
                raise InputError(
                    f"relation.{name} must name at least {least}",
                    f"they are {list(names)}",
                    "Leave it out for its default.",
                )
        check_least(self, "relation", exact_limit=1, n_resamples=1)
        check_share(self, "relation", "alpha", "true_coefficient")
