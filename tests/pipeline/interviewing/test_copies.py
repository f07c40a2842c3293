"""Designs whose answers are another design's are left out, with a notice of each."""

from __future__ import annotations

from geobias.pipeline.interviewing import without_copies
from geobias.tables import ResponseRow, ResponseTable


def rows(design: str, prompt: str, *texts: str) -> list[ResponseRow]:
    return [
        ResponseRow(0, prompt, "t", sample, "text", "text", text, fields={"design": design})
        for sample, text in enumerate(texts)
    ]


def test_a_copy_of_the_studys_own_answers_is_no_design():
    table = ResponseTable((*rows("", "p", "a", "b", "c"), *rows("cool", "p", "a", "b"), *rows("seed", "p", "a", "x")))
    kept, notices = without_copies(table)
    assert [row.fields["design"] for row in kept.rows] == ["", "", "", "seed", "seed"]
    assert notices == [
        "The design 'cool' got the answers of the study's own word for word, as from recorded answers or where "
        "decoding changes nothing: it is left out, for it is no evidence."
    ]


def test_two_designs_alike_count_once_and_other_words_are_other_designs():
    table = ResponseTable(
        (*rows("", "p", "a"), *rows("one", "p", "x"), *rows("two", "p", "x"), *rows("worded", "q", "a"))
    )
    kept, notices = without_copies(table)
    assert [row.fields["design"] for row in kept.rows] == ["", "one", "worded"]
    assert "'two' got the answers of 'one'" in notices[0]
