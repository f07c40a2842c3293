"""Tokens: specials apart from content, and four ways to treat what is too long."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.models.tokens import TextTokenizer


@pytest.fixture(scope="module")
def tokenizer(tiny_folder):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(tiny_folder)


def build(tokenizer, truncation="head", max_length=6) -> TextTokenizer:
    return TextTokenizer(tokenizer, max_length=max_length, truncation=truncation, positions=40)


def words(tokenizer, ids) -> str:
    return " ".join(tokenizer.convert_ids_to_tokens(list(ids)))


@pytest.mark.parametrize(
    ("truncation", "windows"),
    [
        ("head", ["w1 w2 w3 w4"]),
        ("head_tail", ["w1 w2 w6 w7"]),
        ("window", ["w1 w2 w3 w4", "w5 w6 w7"]),
    ],
)
def test_truncations(tokenizer, truncation, windows):  # E07
    text = build(tokenizer, truncation)(["w1 w2 w3 w4 w5 w6 w7"])[0]
    assert [words(tokenizer, ids) for ids in text.windows] == windows
    assert text.total == 7
    assert text.truncated == (truncation != "window")


def test_truncation_as_an_error_names_the_text(tokenizer):
    with pytest.raises(InputError) as error:
        build(tokenizer, "error")(["w1", "w1 w2 w3 w4 w5"])
    assert str(error.value) == (
        "every text must fit encoder.max_length=6 under encoder.truncation=error, but the text at index 1 has 5 tokens "
        "besides special ones. Raise encoder.max_length, or choose encoder.truncation=head, head_tail or window."
    )


@pytest.mark.parametrize("text", ["", " \n", "\x00", "\u200d"])
def test_texts_without_content_have_no_tokens(minilm, text):  # E04
    assert minilm.tokenize([text])[0].total == 0


def test_a_missing_text_is_named_by_its_index(tokenizer):  # E06
    with pytest.raises(InputError, match=r"texts to encode must be strings, but the one at index 1 is nan \(float\)"):
        build(tokenizer)(["ok", float("nan")])


def test_specials_are_a_prefix_and_a_suffix(tokenizer):
    built = build(tokenizer)
    assert (words(tokenizer, built.prefix), words(tokenizer, built.suffix)) == ("[CLS]", "[SEP]")
    assert built.room == 4


@pytest.mark.parametrize("length", [2, 41])
def test_a_length_that_the_encoder_cannot_read_is_refused(tokenizer, length):
    with pytest.raises(
        InputError, match=f"must lie between 3 and 40, the positions of this encoder, but it is {length}"
    ):
        build(tokenizer, max_length=length)


@pytest.mark.parametrize(
    ("text", "total", "unknown"),
    [
        ("hello world", 2, 0),
        ("ሰላም ለዓለም ሁሉ", 3, 3),
        ("สวัสดีชาวโลก วันนี้", 4, 1),
        ("გამარჯობა მსოფლიო", 2, 2),
        ("привет мир", 9, 0),
        ("😀 hello", 2, 1),
    ],
)
def test_what_the_encoder_has_no_token_for_is_counted(minilm, text, total, unknown):
    found = minilm.tokenize([text])[0]
    assert (found.total, found.unknown) == (total, unknown)


def test_unknown_tokens_are_counted_before_the_cut(tokenizer):
    found = build(tokenizer)(["w1 w2 w3 w4 nothing known"])[0]
    assert (found.total, found.kept, found.unknown) == (6, 4, 2)


def test_a_tokenizer_of_bytes_knows_everything():
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    spelt = {letter: place for place, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    plain = Tokenizer(models.BPE(spelt, []))
    plain.pre_tokenizer, plain.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    found = build(PreTrainedTokenizerFast(tokenizer_object=plain), max_length=40)(["ሰላም", "สวัสดี 😀"])
    assert [(text.total, text.unknown) for text in found] == [(9, 0), (23, 0)]
