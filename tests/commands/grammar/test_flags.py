"""Hydra's flags as we read them are Hydra's flags as it tells them."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from geobias import cli
from geobias.commands.grammar.flags import FLAGS
from geobias.commands.grammar.words import split_words


@pytest.fixture(scope="module")
def told() -> str:
    """What Hydra says of its own flags."""
    command = [sys.executable, "-m", "geobias", "--hydra-help"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return said.partition("== Flags ==")[2].partition("Overrides :")[0]


def test_every_flag_that_hydra_has_is_known_with_its_choices(told):
    spelled = {name for names in re.findall(r"^(-\S+) :", told, re.MULTILINE) for name in names.split(",")}
    assert spelled - {"--version"} == set(FLAGS)
    [choices] = re.findall(r"^--info,.*\[(.+)\]", told, re.MULTILINE)
    assert tuple(choices.split("|")) == FLAGS["-i"].choices


def test_a_flag_stands_anywhere_and_in_either_spelling():
    flags, overrides = split_words(["a=1", "-c", "job", "b=2", "-i", "plugins", "-m", "c=3", "--config-dir=x"], ())
    assert flags == {"--cfg": "job", "--info": "plugins", "--multirun": "", "--config-dir": "x"}
    assert overrides == ["a=1", "b=2", "c=3"]


def test_the_completion_of_a_shell_can_be_installed(capfd):
    assert cli.main(["-sc", "install=bash"]) == 0
    assert "complete " in capfd.readouterr().out
