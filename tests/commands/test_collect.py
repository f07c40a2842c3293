"""`geobias collect` from the terminal."""

from __future__ import annotations

import pytest

from geobias import cli

pytest.importorskip("sqlalchemy", reason="geobias[collect] is not installed")


def said(capsys, *words):
    code = cli.main(["collect", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out + err


def test_a_study_is_begun_counted_and_exported(tmp_path, capsys):
    folder = tmp_path / "study"
    code, shown = said(capsys, "init", folder, "--design", "hate")
    assert code == 0
    assert f"Set contact in study.yaml, put in your items, then: geobias collect serve {folder}" in shown
    code, shown = said(capsys, "status", folder)
    assert (code, "a study must say whom volunteers can write to" in shown) == (2, True)
    file = folder / "study.yaml"
    file.write_text(file.read_text("utf-8").replace("contact: ???", "contact: me"), encoding="utf-8")
    code, shown = said(capsys, "status", folder)
    assert (code, "People: 0 began, 0 finished" in shown) == (0, True)
    code, shown = said(capsys, "export", folder, tmp_path / "out")
    assert (code, f"In {tmp_path}/out: judgements: 0, people: 0." in shown) == (0, True)


@pytest.mark.parametrize("words", [(), ("init",), ("serve", "a", "b"), ("give", "a"), ("export", "a")])
def test_what_is_missing_is_said(capsys, words):
    code, shown = said(capsys, *words)
    assert code == 2
    assert "what follows geobias collect must be as in `collect init DIR | serve DIR | status DIR" in shown


def test_a_port_is_a_number(capsys, tmp_path):
    code, shown = said(capsys, "serve", tmp_path, "--port", "http")
    assert (code, shown) == (2, "geobias: --port must be a whole number, but it is 'http'. Pass --port 8000.\n")


def test_a_program_is_named(capsys, tmp_path):
    (tmp_path / "a.json").write_text("[]")
    code, shown = said(capsys, "import", tmp_path / "a.json", tmp_path / "out")
    assert code == 2
    assert "--from must be one of" in shown


def test_a_missing_library_is_said_with_its_command(monkeypatch, capsys, tmp_path):
    import sys

    monkeypatch.setitem(sys.modules, "starlette", None)
    code, shown = said(capsys, "serve", tmp_path)
    assert code == 2
    assert "pip install 'geobias[collect]'" in shown
