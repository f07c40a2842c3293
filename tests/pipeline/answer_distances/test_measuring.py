"""Geometry of answers: energy by loops, relations by brute force, planted nations found, and who is left out."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
import torch
from scipy import stats
from scipy.spatial.distance import cdist

from geobias.clouds import TokenClouds
from geobias.errors import InputError
from geobias.measures.resonance import Projections
from geobias.measures.separation import SeparationSettings
from geobias.pipeline import AnswerClouds, AnswerGeometrySettings, answer_geometry
from geobias.tables import DIFFERENT, SUPPORTED

NATIONS = ("de", "jp", "ng", "us", "vn")
ENERGY = AnswerGeometrySettings(separation=SeparationSettings(methods=("energy",), vector_permutations=199))


def made(effect, *, seed=0, nations=NATIONS, prompts=10, samples=3, tokens=False):
    """Answers whose nations lie on a line, with what prompts share; and respondents on the same line."""
    rng = np.random.default_rng(seed)
    places = np.linspace(-1, 1, len(nations)) * effect
    rows = [(n, p) for n in range(len(nations)) for p in range(prompts) for _ in range(samples)]
    of, prompt = np.array(rows).T
    shared = 0.3 * rng.standard_normal((len(nations), prompts, 6))
    vectors = shared[of, prompt] + 0.5 * rng.standard_normal((len(rows), 6))
    vectors[:, 0] += places[of]
    clouds = None
    if tokens:
        clouds = TokenClouds.from_list([
            torch.from_numpy(v + 0.2 * rng.standard_normal((4, 6))).float() for v in vectors
        ])  # fmt: skip
    names = np.array(nations, dtype=object)[of]
    answers = AnswerClouds(vectors.astype(np.float32), names, np.array([f"{n}{p}" for n, p in rows], object), clouds)
    people = np.repeat(np.arange(len(nations)), 50)
    lean = np.linspace(-1, 1, len(nations))[people] + 0.5 * rng.standard_normal(len(people))
    return answers, Projections(lean, {"nation": [nations[at] for at in people]})


def test_energy_is_that_of_prompts():
    answers, survey = made(1.0)
    found = answer_geometry(answers, survey, settings=ENERGY)
    x = answers.vectors.astype(float)

    def within(rows):
        apart, prompt = cdist(x[rows], x[rows]), answers.prompt[rows]
        names = list(dict.fromkeys(prompt))
        means = [[apart[np.ix_(prompt == a, prompt == b)].mean() for b in names] for a in names]
        return np.array(means)[~np.eye(len(names), dtype=bool)].mean()

    for row in found.distances.rows:
        a, b = (np.flatnonzero(answers.nation == name) for name in (row.group_a, row.group_b))
        assert row.value == pytest.approx(2 * cdist(x[a], x[b]).mean() - within(a) - within(b))
        assert (row.n_a, row.n_b) == (10, 10)
    assert [table.quantity for table in found.pairs] == ["survey_mean", "survey_wasserstein"]


def test_relations_are_those_of_permuted_nations():
    answers, survey = made(0.4, seed=4)
    found = answer_geometry(answers, survey, settings=ENERGY)
    distance = found.distances.pair_table("excess").mean()
    mean = found.pairs[0].mean()
    upper = np.triu_indices(5, 1)
    null = [stats.spearmanr(distance[np.ix_(p, p)][upper], mean[upper])[0] for p in map(list, permutations(range(5)))]
    row = found.relations.rows[0]
    assert (row.x, row.y, row.coefficient, row.primary) == ("energy", "survey_mean", "spearman", True)
    assert row.statistic == pytest.approx(null[0])
    assert row.p_qap == pytest.approx(np.mean(np.array(null) >= null[0] - 1e-9))
    assert (row.n_pairs, row.n_groups, row.family) == (10, 5, "answers-survey")
    least = float(row.note.removesuffix(" to be told from chance").rpartition(" ")[2])
    assert row.note.startswith("with 5 nations (10 pairs) a coefficient must exceed ")
    assert np.mean(np.array(null) > least + 0.006) <= 0.05 < np.mean(np.array(null) >= least - 0.006)


def test_planted_nations_are_found_by_both_distances_and_related():
    answers, survey = made(1.6, tokens=True, samples=2)
    separation = SeparationSettings(methods=("energy", "sinkhorn"), vector_permutations=999, permutations=999)
    settings = AnswerGeometrySettings(separation, coefficients=("spearman",))
    written = Projections(answers.vectors[:, 0], {"nation": list(answers.nation)})
    found = answer_geometry(answers, survey, written, settings)
    assert list(dict.fromkeys(row.quantity for row in found.distances.rows)) == ["energy", "sinkhorn"]
    ends = [row for row in found.distances.rows if {row.group_a, row.group_b} == {"de", "vn"}]
    assert ends[0].verdict == DIFFERENT
    assert ends[1].excess > ends[1].floor > 0
    verdicts = {(row.family, row.x, row.y): row.verdict for row in found.relations.rows}
    assert len(verdicts) == 8
    assert verdicts["answers-survey", "energy", "survey_mean"] == SUPPORTED
    assert verdicts["answers-written", "sinkhorn_excess", "written_mean"] == SUPPORTED
    assert [row.groups_needed >= 4 for row in found.relations.rows if row.primary] == [True]


def test_nothing_is_found_where_nations_are_alike():
    verdicts = []
    for seed in range(6):
        found = answer_geometry(*made(0.0, seed=seed, samples=1), settings=ENERGY)
        verdicts.append(found.relations.rows[0].verdict == SUPPORTED)
    assert sum(verdicts) <= 1


def test_few_prompts_are_left_out_and_nations_without_respondents_told():
    answers, survey = made(1.0)
    kept = ~((answers.nation == "vn") & np.isin(answers.prompt, ["40", "41", "42"]))
    some = AnswerClouds(answers.vectors[kept], answers.nation[kept], answers.prompt[kept], notices=("Said before.",))
    others = Projections(survey.values, {"nation": ["" if n == "de" else n for n in survey.attributes["nation"]]})
    found = answer_geometry(some, others, settings=ENERGY)
    assert found.notices == (
        "Said before.",
        "Left out of distances of answers, with fewer than 8 prompts: vn (7).",
        "Not related with the survey's distances, which lack them: de.",
    )
    assert {row.groups for row in found.relations.rows} == {"jp, ng, us"}
    assert len(found.distances.rows) == len(list(combinations(range(4), 2)))


def test_without_a_survey_there_are_distances_alone():
    found = answer_geometry(made(1.0)[0], settings=ENERGY)
    assert (len(found.distances.rows), found.relations.rows, found.pairs) == (10, (), ())


def test_what_is_refused():
    answers, survey = made(1.0, prompts=4)
    with pytest.raises(InputError) as error:
        answer_geometry(answers, survey)
    assert str(error.value) == (
        "distances of answers must be of two nations with 8 prompts or more, but there are de (4), jp (4), ng (4), "
        "us (4), vn (4). Ask more ages, sexes or questions."
    )
    settings = AnswerGeometrySettings(separation=SeparationSettings(methods=("sinkhorn",)))
    with pytest.raises(InputError) as error:
        answer_geometry(*made(1.0), settings=settings)
    assert str(error.value) == (
        "distances of answers need a method that is not 'sinkhorn', or token clouds, but methods are ['sinkhorn'], and "
        "there are no clouds. Pass clouds, or add 'energy'."
    )
