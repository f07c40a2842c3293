"""Relations of a study: what many regions cost, exclusions by name, choices that are refused, controls and ceilings."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.reliability import ReliabilitySettings, ResampledTables
from geobias.pipeline import relating
from geobias.pipeline.relation_settings import RelationSettings
from geobias.pipeline.separation import Separations
from geobias.pipeline.session import NoDirectory, Session
from geobias.stats import control_pvalue
from geobias.studies.regional import RegionalSettings
from geobias.tables import (
    AMONG_DISTANCES,
    CONTROL,
    MAHALANOBIS,
    NOT_SEPARABLE,
    PRIMARY,
    SUPPORTED,
    Difference,
    DifferenceTable,
    GapInterval,
    GapIntervalTable,
    PairTable,
)
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
    assert relating.affordable(chosen, 20, directory) is chosen
    assert directory.notices == []
    fewer = relating.affordable(chosen, 21, directory)
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


LINE = dict(zip(("au", "ca", "nz", "uk", "us", "za"), (0.0, 1.0, 3.0, 7.0, 12.0, 20.0), strict=True))
PAIRS = list(combinations(LINE, 2))
GAP_AT_M = "gap_at_m[accuracy]"
FAR, NEAR = control_pvalue(0.9, np.zeros(99)), control_pvalue(0.9, np.ones(99))
"""Controls of which random groups never, and always, reach the statistic."""


class Listening(NoDirectory):
    """Notices are kept."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def notice(self, *sentences: str) -> None:
        self.notices += sentences


@pytest.fixture
def session() -> Session:
    return replace(Session.unkept(RegionalSettings.build({"progress": False, "workers": 1})), directory=Listening())


@pytest.fixture(scope="module")
def materials(prepared, corpus, narrow):
    return prepared(corpus, narrow, separation={"methods": []})


@pytest.fixture(scope="module")
def related(materials, performed):
    """Regions on a line: distances and gaps are how far they lie apart, as the omnibus and another measure see it."""
    apart = {pair: abs(LINE[pair[0]] - LINE[pair[1]]) for pair in PAIRS}
    rows = [Difference(*pair, 60, 60, distance=far, decisive=True) for pair, far in apart.items()]
    gaps = [
        GapInterval("accuracy", *pair, 30, far, far, far, 0.0, far, far, 0.95, "made up") for pair, far in apart.items()
    ]
    performance = performed(materials)
    performance = replace(performance, intervals=(performance.intervals[0], GapIntervalTable(tuple(gaps))))
    places = np.array(list(LINE.values()))
    lda = PairTable(tuple(LINE), np.abs(places[:, None] - places)[None] ** 2, "lda_crossfit")
    separations = Separations(differences=DifferenceTable(tuple(rows)))
    return relating.Related([lda], separations, performance)


def relate(materials, related, session, **relation):
    choice = settings(**{"coefficients": ["spearman"], "covariates": [], **relation})
    return relating.relate_tables(materials, related, choice, session)


def primary_rows(found) -> dict:
    return {row.x: row for row in found.table.rows if row.family == PRIMARY}


def test_the_primary_relation_and_the_rest_of_its_family_heed_a_control_each(materials, related, session):
    for control, family_control, words in (
        (None, None, (SUPPORTED, SUPPORTED)),
        (FAR, NEAR, (SUPPORTED, NOT_SEPARABLE)),
        (NEAR, FAR, (NOT_SEPARABLE, SUPPORTED)),
    ):
        found = relate(materials, replace(related, control=control, family_control=family_control), session)
        rows = primary_rows(found)
        assert list(rows) == [MAHALANOBIS, "lda_crossfit"]
        assert [row.primary for row in rows.values()] == [True, False]
        assert tuple(row.verdict for row in rows.values()) == words
        assert [row.stopped_by for row in rows.values()] == [CONTROL if w == NOT_SEPARABLE else "" for w in words]
        left_out = [row for row in found.left_out.rows if row.excluded]
        assert {row.p_control for row in left_out if row.primary} == {rows[MAHALANOBIS].p_control} or control is None
        [among] = [row for row in found.table.rows if row.family == AMONG_DISTANCES]
        assert np.isnan(among.p_control)
        assert [row.word for row in found.verdicts.rows if row.family == PRIMARY] == [words[0]]


def test_a_relation_the_other_way_is_supported_by_nothing(materials, related, session):
    turned = [replace(row, distance=20 - row.distance) for row in related.separations.differences.rows]
    other = replace(related, separations=Separations(differences=DifferenceTable(tuple(turned))))
    row = primary_rows(relate(materials, other, session))[MAHALANOBIS]
    assert (row.verdict, row.statistic) == (NOT_SEPARABLE, pytest.approx(-1))
    assert row.p_opposite <= 0.05 < row.p_qap


def test_resampled_tables_give_ceilings_and_intervals_to_rows_on_all_regions(materials, related, session):
    rng, line = np.random.default_rng(0), np.array(list(LINE.values()))
    true = np.abs(line[:, None] - line)

    def noisy(*shape: int, noise: float) -> np.ndarray:
        moved = line + noise * rng.normal(size=(*shape, 6))
        return np.abs(moved[..., :, None] - moved[..., None, :])

    noise = {MAHALANOBIS: 0.5, GAP_AT_M: 6.0}
    resampled = ResampledTables(
        tuple(LINE),
        dict.fromkeys(noise, true),
        {name: noisy(2, 9, noise=sd) for name, sd in noise.items()},
        {name: noisy(20, noise=sd) for name, sd in noise.items()},
        {name: noisy(2, 20, 4, noise=sd) for name, sd in noise.items()},
        dict.fromkeys(noise, 2.0),
        ReliabilitySettings(replicates=20),
    )
    found = relate(materials, replace(related, resampled=resampled), session, exclude={"without_nz": ["nz"]})
    known = {row.quantity: row.value for row in found.reliability.rows if row.coefficient == "spearman"}
    assert known[GAP_AT_M] < known[MAHALANOBIS]
    [row] = [row for row in found.table.rows if row.primary and not row.excluded]
    assert (row.reliability_x, row.reliability_y) == (known[MAHALANOBIS], known[GAP_AT_M])
    assert row.ceiling == pytest.approx((known[MAHALANOBIS] * known[GAP_AT_M]) ** 0.5)
    assert row.corrected == pytest.approx(row.statistic / row.ceiling)
    assert row.low < row.statistic <= row.high
    assert (row.level, row.interval) == (0.95, "bootstrap of units and models")
    others = [row for row in found.table.rows if row.excluded or row.x == "lda_crossfit"]
    assert others
    assert np.isnan([(row.low, row.ceiling) for row in others]).all()


def test_without_resamples_there_are_no_ceilings(materials, related, session):
    found = relate(materials, related, session)
    assert not found.reliability.rows
    assert np.isnan([row.ceiling for row in found.table.rows]).all()


def test_a_regression_has_a_predictor_for_three_regions(materials, related, session):
    found = relate(materials, related, session, covariates=["length", "prevalence"])
    assert [row.term for row in found.regression.rows] == [MAHALANOBIS, "difference[length]"]
    assert session.directory.notices[-1].startswith("The regression of gaps is without prevalence: with more than a pr")
