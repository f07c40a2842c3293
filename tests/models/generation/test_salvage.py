"""Salvage: a damaged ledger is set aside, and all that is whole of it goes on."""

from __future__ import annotations

import sqlite3

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, Ledger, Request, Response, ledger_folder
from geobias.models.prompting import Message, Prompt

FINGERPRINT, DECODING = "00112233445566ff", Decoding()
ASKED = [Request(Prompt((Message("user", f"{number} " + "x" * 700),))) for number in range(200)]


@pytest.fixture
def filled(tmp_path):
    """A file with 200 responses, on many pages."""
    with Ledger(tmp_path, "toy", FINGERPRINT) as ledger:
        for one in ASKED:
            ledger.keep(one, DECODING, Response("text", one.prompt.messages[0].text))
    return ledger_folder(tmp_path, "toy", FINGERPRINT) / "ledger-1.sqlite"


def reopened(store) -> tuple[int, list[str]]:
    """How many responses are there and as they were, and what was said."""
    notices: list[str] = []
    with Ledger(store, "toy", FINGERPRINT, notices.append) as ledger:
        by_key = {ledger.key(one, DECODING): one.prompt.messages[0].text for one in ASKED}
        kept = ledger.kept(list(by_key))
        assert all(response == Response("text", by_key[key]) for key, response in kept.items())
        ledger.keep(ASKED[0], DECODING, Response("text", "asked again"))
    return len(kept), notices


def said(file, count: int, number: int = 1) -> list[str]:
    return [
        f"The ledger {file} was damaged on disk: {count} responses of it are whole and go on, the others are asked "
        f"again. The damaged file is ledger-1.sqlite.damaged-{number}, beside it."
    ]


def test_a_record_that_was_changed_is_asked_again(tmp_path, filled):
    with sqlite3.connect(filled) as base:
        base.execute("DROP TRIGGER responses_UPDATE")
        base.execute("UPDATE responses SET said = replace(said, '3 xxx', '4 xxx') WHERE number = 4")
    base.close()
    assert reopened(tmp_path) == (199, said(filled, 199))
    assert reopened(tmp_path)[1] == []


def test_a_letter_that_is_none_any_more_costs_its_record_alone(tmp_path, filled):
    with sqlite3.connect(filled) as base:
        base.execute("DROP TRIGGER responses_UPDATE")
        for number in (5, 90):  # a byte that is no UTF-8, in two records
            (text,) = base.execute("SELECT said FROM responses WHERE number = ?", (number,)).fetchone()
            damaged = text.encode().replace(b"x", b"\xf8", 1)
            base.execute("UPDATE responses SET said = CAST(? AS TEXT) WHERE number = ?", (damaged, number))
    base.close()
    assert reopened(tmp_path) == (198, said(filled, 198))


def test_a_value_of_another_kind_costs_its_record_alone(tmp_path, filled):
    with sqlite3.connect(filled) as base:
        base.execute("DROP TRIGGER responses_UPDATE")
        base.execute("UPDATE responses SET said = x'00ff' WHERE number = 4")
    base.close()
    assert reopened(tmp_path) == (199, said(filled, 199))


def test_a_page_that_was_overwritten_costs_its_records_alone(tmp_path, filled):
    content = bytearray(filled.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    filled.write_bytes(content)
    count, notices = reopened(tmp_path)
    assert 150 < count < 200
    assert notices == said(filled, count)


@pytest.mark.parametrize("content", [b"", b"nothing of a database" * 1000])
def test_a_file_of_nothing_begins_anew(content, tmp_path, filled):
    filled.write_bytes(content)
    assert reopened(tmp_path) == (0, said(filled, 0) if content else [])


def test_a_second_damage_has_a_number_of_its_own(tmp_path, filled):
    for number in (1, 2):
        filled.write_bytes(b"nothing" * 1000)
        assert reopened(tmp_path)[1] == said(filled, 0, number)


def test_nothing_is_set_aside_while_others_work_with_it(tmp_path, filled):
    with Ledger(tmp_path, "toy", FINGERPRINT):
        with sqlite3.connect(filled) as base:
            base.execute("DROP TRIGGER responses_UPDATE")
            base.execute("UPDATE responses SET said = '{}' WHERE number = 4")
        base.close()
        with pytest.raises(InputError) as error:
            Ledger(tmp_path, "toy", FINGERPRINT)
    assert str(error.value).startswith(f"{filled} must be as it was written, but it is damaged (the checksum of ")
    assert str(error.value).endswith(
        "is wrong), and other processes work with it. Stop them and start again: what is whole is kept."
    )
