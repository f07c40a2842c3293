"""Ledgers: what was kept stays, to the bit, whoever asks; claims are of one living process."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from geobias.errors import StorageError
from geobias.models.generation import Decoding, Ledger, Request, Response, ledger_folder
from geobias.models.prompting import Message, Prompt

FINGERPRINT = "00112233445566ff"
DECODING = Decoding()


def request(text: str, sample: int = 0, options: tuple[str, ...] = ()) -> Request:
    return Request(Prompt((Message("user", text),), "t", {"text": text}), sample, options)


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path, "toy", FINGERPRINT) as opened:
        yield opened


def test_what_is_kept_is_there_in_the_next_process(tmp_path):
    asked = request("a\ud800\0\n", options=("yes", "no"))
    said = Response("text", "\udfff\0", (-0.1, float("-inf")), "d", True, 3, None)
    with Ledger(tmp_path, "toy", FINGERPRINT) as first:
        first.keep(asked, DECODING, said)
        key = first.key(asked, DECODING)
    with Ledger(tmp_path, "renamed", FINGERPRINT) as second:
        assert second.kept([key, "absent"]) == {key: said}
        assert second.folder == tmp_path / "responses" / f"toy-{FINGERPRINT}"
    with Ledger(tmp_path, "toy", "f" * 16) as other:
        assert other.kept([key]) == {}
    assert ledger_folder(tmp_path, "x/y", "e" * 16).name.endswith("e" * 16)


def test_of_two_responses_the_first_stays(ledger):
    one = request("a")
    key = ledger.key(one, DECODING)
    ledger.keep(one, DECODING, Response("text", "first"))
    ledger.keep(one, DECODING, Response("text", "second"))
    assert ledger.kept([key])[key].text == "first"


@pytest.mark.parametrize("table", ["responses", "errors"])
@pytest.mark.parametrize("deed", ["DELETE FROM {}", "UPDATE {} SET said = 'x'"])
def test_it_only_grows(table, deed, ledger):
    ledger.keep(request("a"), DECODING, Response("text", "first"))
    ledger.keep(request("b"), DECODING, Response("error", detail="busy"))
    with sqlite3.connect(ledger.folder / "ledger-1.sqlite") as base:
        with pytest.raises(sqlite3.IntegrityError, match="a ledger only grows"):
            base.execute(deed.format(table))
        assert base.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (1,)


def test_an_error_is_counted_and_is_no_response(ledger):
    one = request("a")
    key = ledger.key(one, DECODING)
    for _ in range(2):
        assert ledger.claims.take([key], 1) == [key]
        ledger.keep(one, DECODING, Response("error", detail="busy"))
    assert (ledger.kept([key]), ledger.errors([key, "other"])) == ({}, {key: 2})


def test_many_keys_are_looked_up_in_parts(ledger):
    asked = [request(str(number)) for number in range(1203)]
    for one in asked[::2]:
        ledger.keep(one, DECODING, Response("text", one.prompt.messages[0].text))
    keys = [ledger.key(one, DECODING) for one in asked]
    assert {key: said.text for key, said in ledger.kept(keys).items()} == {
        key: one.prompt.messages[0].text for key, one in zip(keys[::2], asked[::2], strict=True)
    }


def test_a_claim_is_of_one_process_until_it_leaves(tmp_path, ledger):
    keys = [ledger.key(request(text), DECODING) for text in "abcd"]
    ledger.keep(request("a"), DECODING, Response("text", "said"))
    other = Ledger(tmp_path, "toy", FINGERPRINT)
    assert ledger.claims.take(keys, 2) == keys[1:3]
    assert other.claims.take(keys, 9) == keys[3:]
    assert ledger.claims.take(keys, 9) == []
    other.close()
    assert ledger.claims.take(keys, 9) == keys[3:]
    ledger.claims.release()
    assert ledger.claims.take(keys, 9) == keys[1:]


def test_claims_of_the_dead_are_free(tmp_path, ledger):
    """A process that was killed leaves its claims; the system gives its lock back."""
    with sqlite3.connect(ledger.folder / "ledger-1.sqlite") as base:
        base.execute("INSERT INTO workers VALUES ('dead')")
        base.execute("INSERT INTO claims VALUES ('k', 'dead')")
    (ledger.folder / "workers" / "dead.lock").touch()
    assert ledger.claims.take(["k"], 1) == ["k"]
    assert not (ledger.folder / "workers" / "dead.lock").exists()


def test_no_folder_no_ledger(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"file is a file: move it away, or name another place\."):
        Ledger(tmp_path / "file", "toy", FINGERPRINT)


def test_nothing_is_left_but_the_file(tmp_path):
    Ledger(tmp_path, "toy", FINGERPRINT).close()
    folder = ledger_folder(tmp_path, "toy", FINGERPRINT)
    assert sorted(path.name for path in folder.rglob("*")) == ["ledger-1.sqlite", "open.lock", "workers"]
    shutil.rmtree(folder)
