"""Roots: one command's configuration is not another's, and what is cached of one stays with it."""

from __future__ import annotations

import pytest

from geobias.commands.grammar import STUDIES, Root, read_settings, rooted
from geobias.commands.grammar.composing import initialised, known_keys, study_and_groups
from geobias.commands.grammar.roots import root
from geobias.errors import InputError

PLAIN = Root("ask", lambda values: ("what", values), "geobias ask", "geobias ask --help", "geobias ask --help")


def test_a_root_is_meant_within_its_context_alone():
    with rooted(PLAIN):
        assert root() is PLAIN
    with pytest.raises(InputError), rooted(PLAIN):
        read_settings("ask", ["nonsense=1"], ["ask"], PLAIN)
    assert root() is STUDIES


def test_keys_and_groups_are_those_of_the_root():
    with initialised():
        assert "sampling.pool" in known_keys([])
        with rooted(PLAIN):
            assert "samples" in known_keys([])
            assert "sampling.pool" not in known_keys([])
            assert study_and_groups([]) == ("ask", ["responder"])
        assert "samples" not in known_keys([])
        assert study_and_groups([])[0] == "regional"


def test_settings_are_what_the_root_builds():
    what, values = read_settings("ask", ["prompts=x.yaml", "decoding.seed=3"], ["ask"], PLAIN)
    assert (what, values["decoding"]["seed"], values["responder"]["name"]) == ("what", 3, "scripted")
