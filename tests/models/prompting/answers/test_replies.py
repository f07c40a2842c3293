"""Replies with what a person says that they answer: forms of one answer, eight languages, the manner of chats."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import yaml

from geobias.models.prompting.answers import REASONS, AnswerSet

HERE = Path(__file__).parent
Row = tuple[str, str | None, str, str]


def rows(name: str) -> list[Row]:
    return [tuple(row) for row in yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8"))]


def is_tuned(row: Row) -> bool:
    """The rule, fixed before the parser was written, by which half of the replies was looked at while it was."""
    return int(hashlib.sha256(row[3].encode()).hexdigest(), 16) % 2 == 0


REPLIES = rows("replies")
HALVES = {
    "tuned": [row for row in REPLIES if is_tuned(row)],
    "held out": [row for row in REPLIES if not is_tuned(row)],
    "forms": rows("forms"),
    "fresh": rows("fresh"),
    "later": rows("later"),
    "last": rows("last"),
    "again": rows("again"),
}


def wrong(data: list[Row], *, known: bool) -> list[tuple[Row, str | None]]:
    """Those read otherwise than they are labelled; an abstention may have another reason."""
    out = []
    for row in data:
        parsed = AnswerSet.named(row[0]).parse(row[3], row[1] if known else None)
        if parsed.answer != (None if row[2].startswith("~") else row[2]):
            out.append((row, parsed.answer))
    return out


@pytest.mark.parametrize("known", [True, False], ids=["language given", "all tried"])
@pytest.mark.parametrize("half", HALVES)
def test_replies_are_read_as_a_person_reads_them(half, known):
    assert wrong(HALVES[half], known=known) == []


@pytest.mark.parametrize("known", [True, False], ids=["language given", "all tried"])
def test_words_of_an_answer_that_give_none_are_abstentions(known):
    traps = yaml.safe_load((HERE / "traps.yaml").read_text("utf-8"))
    read = {text: AnswerSet.named(name).parse(text, code if known else None).answer for name, code, text in traps}
    assert len(read) == 101
    assert {text: answer for text, answer in read.items() if answer is not None} == {}


@pytest.mark.parametrize("half", HALVES)
def test_reasons_are_those_that_a_person_gives(half):
    abstentions = [row for row in HALVES[half] if row[2].startswith("~")]
    right = [row for row in abstentions if AnswerSet.named(row[0]).parse(row[3], row[1]).reason == row[2][1:]]
    assert len(abstentions) > 8
    # "hedged" or "unparsed" is at times a matter of taste.
    assert len(right) >= 0.85 * len(abstentions)


def test_the_data_are_what_they_are_said_to_be():
    assert len(REPLIES) == 200
    texts = [row[3] for row in [*REPLIES, *HALVES["fresh"], *HALVES["later"], *HALVES["last"], *HALVES["again"]]]
    assert len(set(texts)) == len(texts) == 453
    for code in ("ar", "de", "en", "es", "fr", "hi", "pt", "zh"):
        assert sum(row[1] == code for row in REPLIES) == 25
    assert {row[2][1:] for data in HALVES.values() for row in data if row[2].startswith("~")} == set(REASONS)
    for data in HALVES.values():
        assert all(row[2].startswith("~") or row[2] in AnswerSet.named(row[0]).values for row in data)
