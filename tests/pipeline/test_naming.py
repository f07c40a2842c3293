"""Names in settings are held against the corpus and its groups, with the nearest right one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import make_synthetic
from geobias.errors import InputError
from geobias.models.sources import ModelNotFoundError
from geobias.pipeline.naming import check_classifier, check_related_names, check_sampled_names
from geobias.sampling.pools import LEFT_OVER, Pools
from geobias.studies.regional import RegionalSettings

NONE = np.zeros(0, dtype=np.int64)


@pytest.fixture(scope="module")
def corpus():
    return make_synthetic(documents=5, baseline_documents=5)


def pools(**roles) -> Pools:
    rows = dict.fromkeys(roles, NONE)
    return Pools(rows, rows, roles, NONE, NONE, "region", LEFT_OVER)


FOUR = {"au": "region", "nz": "region", "uk": "region", "US": "region", "mixed": "pooled"}


@pytest.mark.parametrize(
    ("sampling", "message"),
    [
        (
            {"groups": ["au", "nx"]},
            "sampling.groups must name values of 'region' that occur in the corpus, but 'nx' is none.",
        ),
        ({"groups": ["au", "nx"]}, "Did you mean 'sampling.groups=[au,nz]'?"),
        ({"groups": ["au", "AU", "nx", "nzz"]}, "but 'AU', 'nx', 'nzz' are none. There are ['au', 'baseline', "),
        (
            {"pooled_groups": ["multipel"]},
            "sampling.pooled_groups must name values of 'region' that occur in the corpus, but 'multipel' is",
        ),
        (
            {"by": "regoin"},
            "sampling.by must name an attribute of the corpus, but 'regoin' is none. Did you mean sampling.by=",
        ),
    ],
)
def test_what_sampling_names_must_occur(corpus, sampling, message):
    plan = RegionalSettings.build(sampling=sampling).sampling
    with pytest.raises(InputError) as error:
        check_sampled_names(corpus, plan)
    assert message in str(error.value)


def test_sound_names_pass(corpus):
    relation = {"groups": ["au", "nz", "uk", "mixed"], "exclude": {"without uk": ["uk"]}}
    settings = RegionalSettings.build(sampling={"groups": ["au", "nz"], "pooled_groups": ["uk"]}, relation=relation)
    check_sampled_names(corpus, settings.sampling)
    check_related_names(pools(**FOUR), settings.relation)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"relation": {"groups": ["au", "nz", "us"]}},
            "relation.groups must name groups of this study, but 'us' is none.",
        ),
        ({"relation": {"groups": ["au", "nz", "us"]}}, "Did you mean 'relation.groups=[au,nz,US]'?"),
        ({"relation": {"exclude": {"a": ["au"], "b": ["us"]}}}, "Did you mean 'relation.exclude={a:[au],b:[US]}'?"),
        (
            {"relation": {"exclude": {"a": ["au", "nz"]}}},
            "relation.exclude must name groups and leave at least 3 to relate",
        ),
        (
            {"relation": {"exclude": {"a": []}}},
            "relation.exclude must name groups and leave at least 3 to relate, but 'a' na",
        ),
        (
            {"relation": {"exclude": {"a": ["mixed"]}}},
            "relation.exclude must name groups that take part in relations, but",
        ),
    ],
)
def test_what_relations_name_must_have_been_drawn(values, message):
    with pytest.raises(InputError) as error:
        check_related_names(pools(**FOUR), RegionalSettings.build(**values).relation)
    assert message in str(error.value)


def test_a_classifier_that_is_not_there_is_refused_before_work():
    task = RegionalSettings.build(task={"name": "sentiment", "model": "no-such-model"}).task
    with pytest.raises(ModelNotFoundError, match="'no-such-model' could not be loaded"):
        check_classifier(task)
    check_classifier(replace(task, model=None))
