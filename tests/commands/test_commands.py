"""A command is one file: it is found, listed and called without being named anywhere else."""

from __future__ import annotations

import pytest

from geobias import cli, commands


@pytest.mark.parametrize("name", commands.command_names())
def test_a_command_says_what_it_takes(capsys, name):
    assert cli.main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: geobias {commands.find_command(name).USAGE}\n")
    assert commands.find_command(name).HELP in shown


@pytest.fixture
def added(tmp_path, monkeypatch) -> None:
    """A command of its own, and one in Hydra's grammar."""
    (tmp_path / "greet.py").write_text(
        'USAGE, HELP = "greet NAME", "say hello"\n'
        'def add_arguments(parser):\n    parser.add_argument("who")\n'
        'def main(args):\n    print(f"hello {args.who}")\n'
    )
    (tmp_path / "echo.py").write_text(
        'USAGE, HELP, OVERRIDES = "echo [overrides]", "say it again", True\n'
        "def add_arguments(parser):\n    pass\n"
        "def main(args):\n    print(args.words)\n"
    )
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])


def test_an_added_command_is_found_listed_and_called(added, capsys):
    assert {"greet", "echo"} < set(commands.command_names())
    assert "geobias greet NAME " in commands.listing()
    assert cli.main(["greet", "you"]) == 0
    assert cli.main(["echo", "-m", "seed=1,2"]) == 0
    assert capsys.readouterr().out == "hello you\n['-m', 'seed=1,2']\n"
    assert cli.main(["greet", "you", "two"]) == 2
    assert cli.main(["geet"]) == 2
    assert "takes what its --help lists, but there are ['two']." in (said := capsys.readouterr().err)
    assert "'geet' is neither. Did you mean 'geobias greet'?" in said


def test_multiverse_says_what_it_needs(capsys, tmp_path):
    assert cli.main(["multiverse"]) == 2
    assert "a multiverse needs finished runs, but there is none." in capsys.readouterr().err
    assert cli.main(["multiverse", str(tmp_path / "absent")]) == 2
    assert "a multiverse needs folders of runs, but there is no directory" in capsys.readouterr().err
