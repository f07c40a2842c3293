"""Respondents: nations that are too small, of one weight, or answer less than others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import audit_respondents
from geobias.corpora import make_survey


@pytest.fixture(scope="module")
def survey():
    return make_survey()


def found(survey) -> dict[tuple[str, str], str]:
    return {
        (row.check, row.where): row.severity for row in audit_respondents(survey).findings.rows if row.severity != "ok"
    }


def test_made_up_respondents_are_fine_and_no_survey_is_nothing(survey):
    assert "warning" not in found(survey).values()
    assert audit_respondents(None).findings.rows == ()


def test_planted_defects_are_found(survey):
    nations = survey.attributes["nation"]
    nation, *_ = dict.fromkeys(nations)
    rows = np.flatnonzero(nations == nation)
    item = next(iter(survey.values))
    values = survey.values[item].copy()
    values[rows[: int(0.95 * len(rows))]] = np.nan
    weights = survey.weights.copy()
    weights[rows[0]] = weights[rows].sum()
    renamed = nations.copy()
    renamed[rows[: len(rows) // 2]] = nation.upper() if nation != nation.upper() else nation.lower()
    assert ("complete_cases", nation) in found(replace(survey, values={**survey.values, item: values}))
    assert found(replace(survey, weights=weights))["one_respondent", nation] == "warning"
    names = found(replace(survey, attributes={**survey.attributes, "nation": renamed}))
    assert any(check == "alike_names" for check, _ in names)
