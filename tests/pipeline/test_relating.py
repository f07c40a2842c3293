"""Relations of a study: what many regions cost, exclusions by name, and choices that are refused."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline import relating
from geobias.pipeline.relation_settings import RelationSettings
from geobias.tables import PairTable
from geobias.typed import from_mapping


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
