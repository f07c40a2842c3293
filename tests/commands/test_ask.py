"""`geobias ask` and `geobias ledger`: what they print, how they end, and what a wrong word is answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geobias import cli
from geobias.corpora import load_etiquette

pytest.importorskip("pandas")
PROMPTS = "templates:\n- name: norm\n  messages: [{user: 'Is {act} fine?'}]\n  answers: yes_no\ngrid: {act: [a, b]}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "norms.yaml").write_text(PROMPTS, encoding="utf-8")
    return tmp_path


def said(capsys, *words: str) -> tuple[int, str, str]:
    code = cli.main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_last_line_is_where_the_answers_are(folder, capsys):
    code, out, _ = said(capsys, "ask", "prompts=norms.yaml", "samples=2", "responder.default={Yes.:1.0,No.:0.0}")
    assert code == 0
    assert out.splitlines()[:2] == ["4 responses: 4 text", "read as: 4 yes"]
    table = Path(out.splitlines()[-1])
    assert (table.name, table.is_file()) == ("answers.csv", True)
    again = said(capsys, "ask", "prompts=norms.yaml", "samples=2", "responder.default={Yes.:1.0,No.:0.0}")
    assert again[:2] == (0, out)


def test_a_plan_is_a_word_before(folder, capsys):
    code, out, _ = said(capsys, "plan", "ask", "prompts=norms.yaml", "samples=3")
    assert (code, out.splitlines()[2]) == (
        0,
        "6 requests to scripted: 0 have an answer already, 6 would be asked",
    )
    assert not (folder / "outputs").exists()


def test_what_a_reader_should_know_is_said(folder, capsys):
    code, out, err = said(capsys, "ask", "prompts=norms.yaml", "samples=2", "decoding.temperature=0")
    assert (code, len(out.splitlines())) == (0, 3)
    assert err.splitlines()[-1] == "At temperature 0 a model says the same in every sample; one would do."


def test_errors_end_in_one_stop(folder, capsys):
    said_by = "responder.answers={a:{Yes.:1.0}}"
    code, _, err = said(capsys, "ask", "prompts=norms.yaml", "responder.field=axt", said_by)
    assert code == 2
    assert err.splitlines()[-1] == (
        "geobias: 2 of 2 requests came to nothing, and stand as errors in the table. The commonest: a prompt must have "
        "the field 'axt', by which answers are drawn, but its fields are ['act']. The nearest is 'act'. Set "
        "responder.field. The same command asks these again, and no others."
    )


def test_requests_that_came_to_nothing_are_an_exit_code(folder, capsys):
    (folder / "said.csv").write_text("prompt,response\nIs a fine?,Yes.\n", encoding="utf-8")
    code, out, err = said(capsys, "ask", "prompts=norms.yaml", "responder=recorded", "responder.path=said.csv")
    assert code == 2
    assert out.splitlines()[0] == "2 responses: 1 text, 1 error"
    assert err.splitlines()[-1].startswith(
        "geobias: 1 of 2 requests came to nothing, and stand as errors in the table. The commonest: "
    )
    assert err.endswith("The same command asks these again, and no others.\n")


def test_a_stop_ends_as_every_command(folder, capsys, monkeypatch):
    def stop(*call: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("geobias.models.generation.scripted.ScriptedResponder._respond", stop)
    code, _, err = said(capsys, "ask", "prompts=norms.yaml")
    assert code == 130
    assert "What was finished is kept; the same command goes on from there." in err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "'prompts' must be set, but it has no value yet. Pass prompts=<value>."),
        (
            ["prompts=x.yaml", "smaples=2"],
            "every override must name a key of the configuration, but 'smaples' is none. Did you mean samples=2?",
        ),
        (
            ["prompts=x.yaml", "seed=1"],
            "every override must name a key of the configuration, but 'seed' is none. Did you mean decoding.seed=1?",
        ),
        (
            ["prompts=x.yaml", "responder=scripd"],
            "'responder' must be one of its options, but 'scripd' is not. Did you mean responder=scripted?",
        ),
        (
            ["prompts=x.yaml", "responder.temperature=0"],
            "every override must name a key of the configuration, but 'responder.temperature' is none. Did you mean "
            "decoding.temperature=0?",
        ),
        (
            ["prompts=x.yaml", "responder.concurrency=2"],
            "every override must name a key of the configuration, but 'responder.concurrency' is none. "
            "'responder.concurrency' belongs to responder=openai: name the one you mean.",
        ),
        (
            ["prompts=x.yaml", "corpus=tweets"],
            "'corpus' must be a group of geobias ask, but ask has ['responder']. Leave it out.",
        ),
        (
            ["prompts=x.yaml", "experiment=demo"],
            "'experiment' must be a group of geobias ask, but ask has ['responder']. Leave it out.",
        ),
        (
            ["prompts=x.yaml", "-m"],
            "geobias ask takes overrides, and of Hydra's flags --config-dir alone, but there is --multirun. "
            "Leave it out.",
        ),
        (
            ["xyzzy"],
            "arguments must be a command or overrides key=value, but 'xyzzy' is neither. See geobias ask --help.",
        ),
        (["prompts=x.yaml", "qqqq=1"], None),
    ],
)
def test_a_wrong_word_is_one_sentence(folder, capsys, words, error):
    code, _, err = said(capsys, "ask", *words)
    assert code == 2
    if error is None:
        assert err.endswith("`geobias ask --help` lists all.\n")
    else:
        assert err == f"geobias: {error}\n"


def test_the_other_commands_know_nothing_of_it(folder, capsys):
    assert said(capsys, "study=regional", "responder=scripted")[2].startswith(
        "geobias: 'responder' must be a group of the study, but regional has "
    )


def test_help_lists_settings_and_responders(capsys):
    code, out, _ = said(capsys, "ask", "--help")
    assert code == 0
    assert "samples: 1 " in out
    for key in ("name: hf", "name: scripted", "option_end: ", "answers: null", "concurrency: 8", "path: ???"):
        assert key in out


def test_a_ledger_goes_out_and_comes_in(folder, capsys):
    said(capsys, "ask", "prompts=norms.yaml", "samples=2")
    (record,) = folder.glob("outputs/ask/*/run.json")
    ledger = json.loads(record.read_text())["ledger"]
    assert said(capsys, "ledger", "export", ledger, "all.parquet") == (
        0,
        "4 responses of scripted are in all.parquet.\n",
        "",
    )
    code, out, _ = said(capsys, "ledger", "import", "all.parquet", "--store", "other")
    there = Path("other/responses") / Path(ledger).name
    assert (code, out) == (0, f"4 responses are new in {there}.\n")
    plan = said(capsys, "plan", "ask", "prompts=norms.yaml", "samples=2", "store=other")[1]
    assert "4 requests to scripted: 4 have an answer already, 0 would be asked" in plan


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            [],
            "what follows geobias ledger must be as in `ledger export DIR FILE | ledger import FILE [--store FOLDER]`, "
            "but there is nothing. See geobias ledger --help.",
        ),
        (
            ["export", "x"],
            "what follows geobias ledger must be as in `ledger export DIR FILE | ledger import FILE [--store FOLDER]`, "
            "but there is export x. See geobias ledger --help.",
        ),
        (
            ["export", "nowhere", "x.jsonl"],
            "a ledger must be a folder <store>/responses/<name>-<fingerprint> with ledger-1.sqlite, but nowhere is "
            "none. The run.json of an ask names its own.",
        ),
    ],
)
def test_a_ledger_is_asked_for_by_folder_and_file(folder, capsys, words, error):
    assert said(capsys, "ledger", *words)[::2] == (2, f"geobias: {error}\n")


def test_prompts_that_come_along_are_asked_by_name(folder, capsys):
    load_etiquette().select(slice(0, 3)).to_frame().to_csv(folder / "statements.csv", index=False)
    words = ["ask", "prompts=etiquette", "table=statements.csv", "responder=scripted_etiquette", "progress=false"]
    code, out, _ = said(capsys, *words)
    assert code == 0
    assert out.startswith("3 responses: 3 text\n")
    assert "ask/etiquette-" in out


def test_the_help_shows_the_first_entries_of_a_long_block(capsys):
    assert cli.main(["ask", "--help"]) == 0
    shown = capsys.readouterr().out
    declared = shown[shown.index("name: scripted\nfield: cell") :]
    assert declared.count("East Asia / ") == 8
    assert "North America-Europe / " not in declared
    assert "\n  ...\n" in declared
