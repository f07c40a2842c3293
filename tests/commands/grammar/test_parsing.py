"""The jobs that a sweep is judged by are those that Hydra's own sweeper would start."""

from __future__ import annotations

import pytest
from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra.core.override_parser.overrides_parser import OverridesParser

from geobias.commands.grammar import jobs


@pytest.mark.parametrize(
    "words",
    [
        ["seed=0,1", "name=x"],
        ["task=probe,none", "seed=range(0,3)", "sampling.groups=[au,nz],[uk,us]"],
        ["name='a,b',c", "seed=choice(2,1)", "+relation.exclude={no_nz:[nz]}"],
    ],
)
def test_jobs_are_those_of_hydra(words):
    [expected] = BasicSweeper.split_arguments(OverridesParser.create().parse_overrides(words), max_batch_size=None)
    assert [[_read(word) for word in job] for job in jobs(words)] == [[_read(word) for word in job] for job in expected]


def _read(word: str) -> tuple:
    found = OverridesParser.create().parse_override(word)
    return found.get_key_element(), found.value()


def test_a_pattern_stands_for_the_options_of_its_group():
    assert list(jobs(["task=glob(*)", "seed=1"])) == [
        [f"task={name}", "seed=1"] for name in ("docbert", "none", "probe", "sentiment")
    ]
    assert list(jobs(["task=glob([p*,s*],exclude=se*)", "a=="])) == [["task=probe", "a=="]]
