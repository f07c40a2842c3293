"""What `geobias explain` is told wrongly, it names."""

from __future__ import annotations

import pytest

from geobias import cli


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "geobias explain takes one directory, but there is none. Name one; blanks in it need quotes."),
        (["run"], "geobias explain takes --pair A B, but there is none. Name two regions of the run."),
        (
            ["run", "--pair", "uk", "us", "--mask", "?!"],
            "--mask must name words, but there are none in '?!'. Give some, or leave it out.",
        ),
        (
            ["nowhere", "--pair", "uk", "us"],
            "a report needs the directory of a run, but there is no directory nowhere. Give the directory that a study "
            "printed at its end.",
        ),
    ],
)
def test_mistakes_are_named(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["explain", *words]) == 2
    assert capsys.readouterr().err == f"geobias: {said}\n"


def test_words_come_from_a_file_or_from_the_command(tmp_path):
    from geobias.commands.explain import _words

    (tmp_path / "places.txt").write_text("London\nNew York\n", encoding="utf-8")
    assert _words(str(tmp_path / "places.txt")) == ["london", "new", "york"]
    assert _words("Leeds, leeds,York") == ["leeds", "york"]
