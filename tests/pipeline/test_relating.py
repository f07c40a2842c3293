"""Relations of a study: what many regions cost, exclusions by name, and choices that are refused."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline import relating
from geobias.pipeline.relation_settings import RelationSettings
from geobias.tables import PairTable
from geobias.typed import from_mapping

XY = (("energy", "mahalanobis"), ("gap_at_m[auc]", "gap_at_m[f1]"))


def settings(**relation) -> RelationSettings:
    return from_mapping(RelationSettings, relation, "relation.")


def test_many_regions_are_related_by_the_first_coefficient_alone():
    class Directory:
        notices: list[str] = []  # noqa: RUF012

        def notice(self, text: str) -> None:
            self.notices.append(text)

    chosen, directory = settings(coefficients=["kendall", "pearson"]), Directory()
    assert relating._affordable(chosen, 20, directory) is chosen
    assert directory.notices == []
    fewer = relating._affordable(chosen, 21, directory)
    assert (fewer.coefficients, fewer.n_resamples) == (("kendall",), 1_999)
    assert directory.notices[0].startswith("With 21 regions relations are by kendall alone (the first of ")


def test_an_exclusion_counts_where_its_groups_are_measured():
    table = PairTable(("au", "ca"), np.zeros((1, 2, 2)), "x")
    chosen = settings(exclude={"without_nz": ["nz"], "without_both": ["nz", "au"]})
    assert relating._exclusions(chosen, [(table, table)]) == {"without_both": ["au"]}


def test_the_declared_relation_is_the_one_named_or_the_omnibus_distance_against_the_first_gap():
    class Directory:
        notices: list[str] = []  # noqa: RUF012

        def notice(self, text: str) -> None:
            self.notices.append(text)

    x, y = ([PairTable(("au", "ca"), np.zeros((1, 2, 2)), q) for q in names] for names in XY)
    pairs, directory = [(a, b) for a in x for b in y], Directory()
    assert relating._declared(settings(), pairs, directory) == ("mahalanobis", "gap_at_m[auc]")
    assert relating._declared(settings(), pairs[:2], directory) is None  # no omnibus: the family answers
    named = settings(primary=["energy", "gap_at_m[f1]"])
    assert relating._declared(named, pairs, directory) == ("energy", "gap_at_m[f1]")
    assert directory.notices == []
    assert relating._declared(settings(primary=["energy", "gap[f1]"]), pairs, directory) is None
    assert directory.notices[0].startswith("relation.primary names energy and gap[f1], which are not related in the")


def test_larger_distances_with_larger_gaps_are_what_is_asked_by_default():
    assert settings().alternative == "greater"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"covariates": ["lenght"]}, "relation.covariates must be among .*, but one is 'lenght'"),
        ({"coefficients": []}, "relation.coefficients must name at least 1, but they are \\[\\]"),
        ({"strength": {"weak": 0.9}}, "thresholds of strength must rise"),
    ],
)
def test_wrong_choices_are_refused(values, message):
    with pytest.raises(InputError, match=message):
        settings(**values)
