"""Relations of a study: covariates from what groups are like, and exclusions by name."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline import covariates as making
from geobias.pipeline import relating
from geobias.pipeline.covariates import covariates
from geobias.pipeline.relation_settings import RelationSettings
from geobias.tables import PairTable
from geobias.typed import from_mapping

FACTS = [
    {"group": "au", "mean_tokens": 12.0, "positive_share": 0.5, "label_cardinality": np.nan, "sampled": 50},
    {"group": "ca", "mean_tokens": 15.0, "positive_share": 0.4, "label_cardinality": np.nan, "sampled": 100},
]
CLASSES = [
    {"group": "au", "label": "earn", "count": 1}, {"group": "au", "label": "acq", "count": 3},
    {"group": "ca", "label": "earn", "count": 3}, {"group": "ca", "label": "acq", "count": 1},
]  # fmt: skip


class Materials:
    class pools:
        unions = ()


def settings(**relation) -> RelationSettings:
    return from_mapping(RelationSettings, relation, "relation.")


def test_covariates_are_made_of_what_groups_are_like(monkeypatch):
    monkeypatch.setattr(making, "group_rows", lambda materials: FACTS)
    monkeypatch.setattr(making, "class_rows", lambda materials: CLASSES)
    wanted = ("length", "prevalence", "cardinality", "topics", "size")
    found = covariates(Materials, wanted)
    assert {table.quantity: table.vector().tolist() for table in found} == {
        "difference[length]": [3.0],
        "difference[prevalence]": [pytest.approx(0.1)],
        "total_variation[topics]": [0.5],
        "inverse_sum[size]": [pytest.approx(1 / 50 + 1 / 100)],
    }  # without cardinality, which these groups have not


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
