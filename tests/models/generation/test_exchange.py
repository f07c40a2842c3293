"""Exchange: what is exported comes back whole, with its keys; an edited file is refused at its line."""

from __future__ import annotations

import json

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, Ledger, Request, Response, export_ledger, import_ledger
from geobias.models.prompting import Message, Prompt

FINGERPRINT, DECODING = "00112233445566ff", Decoding(seed=3)
ODD = "é\n\r\u2028\ud800\0=1+1"
ASKED = {
    Request(Prompt((Message("user", "a"),), "t", {"region": "NO"}), sample): Response("text", f"{sample}" + ODD)
    for sample in range(2)
} | {
    Request(Prompt((Message("user", ODD),)), options=("yes", "no")): Response("text", scores=(-0.1, float("-inf"))),
    Request(Prompt((Message("user", "c"),))): Response("refused", detail="policy", prompt_tokens=4),
}


def fill(store) -> None:
    with Ledger(store, "toy", FINGERPRINT) as ledger:
        for request, response in ASKED.items():
            ledger.keep(request, DECODING, response)
        ledger.keep(Request(Prompt((Message("user", "d"),))), DECODING, Response("error", detail="busy"))


def kept(store) -> dict[Request, Response]:
    with Ledger(store, "toy", FINGERPRINT) as ledger:
        by_key = {ledger.key(request, DECODING): request for request in ASKED}
        return {by_key[key]: response for key, response in ledger.kept(list(by_key)).items()}


def export(store, path) -> int:
    with Ledger(store, "toy", FINGERPRINT) as ledger:
        return export_ledger(ledger, path)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_what_is_exported_comes_back_to_the_bit(kind, tmp_path):
    fill(tmp_path / "one")
    file = tmp_path / f"all.{kind}"
    assert export(tmp_path / "one", file) == len(ASKED)
    folder = tmp_path / "two" / "responses" / f"toy-{FINGERPRINT}"
    assert import_ledger(file, tmp_path / "two") == {folder: len(ASKED)}
    assert kept(tmp_path / "two") == kept(tmp_path / "one") == ASKED
    assert import_ledger(file, tmp_path / "two") == {folder: 0}
    again = tmp_path / f"again.{kind}"
    export(tmp_path / "two", again)
    assert again.read_bytes() == file.read_bytes()


def test_a_line_says_where_a_response_came_from(tmp_path):
    fill(tmp_path)
    export(tmp_path, tmp_path / "all.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text("ascii").splitlines()]
    assert [row["key"] for row in rows] == sorted(row["key"] for row in rows)
    (row,) = (row for row in rows if row["asked"]["sample"] == 1)
    assert (row["responder"], row["fingerprint"], row["messages"]) == (
        "toy",
        FINGERPRINT,
        [{"role": "user", "text": "a"}],
    )
    assert row["asked"] == {
        "sample": 1,
        "options": [],
        "decoding": {"temperature": 1.0, "top_p": 1.0, "max_tokens": 200, "seed": 3},
        "template": "t",
        "fields": {"region": "NO"},
    }
    assert row["said"]["text"] == "1" + ODD
    assert {"geobias", "python"} <= set(row["made_by"])
    assert row["time"].endswith("+00:00")


def test_parquet_is_for_pandas_too(tmp_path):
    pandas = pytest.importorskip("pandas")
    fill(tmp_path)
    export(tmp_path, tmp_path / "all.parquet")
    frame = pandas.read_parquet(tmp_path / "all.parquet")
    assert sorted(frame["outcome"]) == ["refused", "text", "text", "text"]
    assert frame.loc[frame["sample"] == 1, "text"].item() == "1" + ODD.replace("\ud800", "?")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"messages": [{"role": "user", "text": "other"}]},
            "the key of line 2 of all.jsonl must be that of what it holds, but the file was edited, or is of another "
            "format. Export it anew.",
        ),
        (
            {"said": {"outcome": "error", "scores": []}},
            "the key of line 2 of all.jsonl must be that of what it holds, but the file was edited, or is of another "
            "format. Export it anew.",
        ),
        (
            {"fingerprint": "../../../elsewhere"},
            "line 2 of all.jsonl must hold a response as `geobias ledger export` writes it, but it does not "
            "(ValueError: the fingerprint is no 16 hex digits). Export it anew.",
        ),
        (
            {"asked": {}},
            "line 2 of all.jsonl must hold a response as `geobias ledger export` writes it, but it does not (KeyError: "
            "'template'). Export it anew.",
        ),
        (
            {"made_by": None},
            "line 2 of all.jsonl must hold a response as `geobias ledger export` writes it, but it does not "
            "(ValueError: responder and made_by are a name and the versions). Export it anew.",
        ),
    ],
)
def test_an_edited_file_is_refused_whole(change, said, tmp_path):
    fill(tmp_path / "one")
    export(tmp_path / "one", tmp_path / "all.jsonl")
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **change})
    (tmp_path / "all.jsonl").write_text("\n".join(lines))
    with pytest.raises(InputError) as error:
        import_ledger(tmp_path / "all.jsonl", tmp_path / "two")
    assert str(error.value) == said
    assert not (tmp_path / "two").exists()


def test_other_files_are_refused(tmp_path):
    fill(tmp_path)
    with pytest.raises(InputError) as error:
        export(tmp_path, tmp_path / "all.csv")
    assert str(error.value) == "exported responses are .jsonl or .parquet, but the file is all.csv. Name one that is."
    (tmp_path / "all.jsonl").write_text("{")
    with pytest.raises(
        InputError, match=r"^line 1 of all\.jsonl must be JSON, but it is not \(.*\)\. Export it anew\.$"
    ):
        import_ledger(tmp_path / "all.jsonl", tmp_path)
