"""Word odds ratios: those of a fourfold table, errors over texts, and words that part regions."""

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import Table2x2

from geobias.errors import InputError
from geobias.measures.etiquette import word_odds
from geobias.tables import WordOddsTable


def _row(table, word):
    (row,) = [row for row in table.rows if row.word == word]
    return row


def test_the_ratio_is_that_of_the_fourfold_table_with_half_added():
    texts = ["tea tea bread", "bread and salt", "tea salt salt bread"]
    table = word_odds(texts, ["a", "a", "b"], least=1)
    row = _row(table, "tea")
    assert (row.count_a, row.count_b, row.total_a, row.total_b) == (2, 1, 6, 4)
    assert row.odds_ratio == pytest.approx((2.5 / 4.5) / (1.5 / 3.5))


def test_where_every_word_is_a_text_of_its_own_errors_are_woolfs():
    rng = np.random.default_rng(0)
    words = [np.where(rng.random(400) < share, "tea", "salt").tolist() for share in (0.3, 0.2)]
    table = word_odds([*words[0], *words[1]], ["a"] * 400 + ["b"] * 400)
    row = _row(table, "tea")
    counts = [[row.count_a + 0.5, 400 - row.count_a + 0.5], [row.count_b + 0.5, 400 - row.count_b + 0.5]]
    low, high = Table2x2(np.array(counts), shift_zeros=False).oddsratio_confint()
    assert (row.low, row.high) == pytest.approx((low, high), rel=0.01)


def test_words_of_one_unit_count_as_one():
    texts = ["tea"] * 30 + ["salt"] * 30
    alone = _row(word_odds(texts * 2, ["a"] * 60 + ["b"] * 60), "tea")
    units = np.concatenate([np.repeat(np.arange(6), 10), np.arange(6, 66)])
    together = _row(word_odds(texts * 2, ["a"] * 60 + ["b"] * 60, units=units), "tea")
    assert together.odds_ratio == alone.odds_ratio
    assert together.high / together.low > alone.high / alone.low
    assert together.p > 0.5


def test_a_word_of_one_region_stays_finite_and_is_found():
    texts = ["we drink tea"] * 20 + ["we drink milk"] * 20
    row = _row(word_odds(texts, ["a"] * 20 + ["b"] * 20), "tea")
    assert 1 < row.low < row.odds_ratio < row.high < np.inf
    assert row.q < 0.05
    assert _row(word_odds(texts, ["a"] * 20 + ["b"] * 20), "drink").odds_ratio == pytest.approx(1)


def test_what_cannot_be_compared_is_refused():
    for given, message in (
        ((["x"], ["a"]), "words must be of two or more regions, but there are ['a']. Name other texts."),
        ((["x"], ["a", "b"]), "there must be a region for each of 1 texts, but there are 2. Align them."),
        ((["x", ""], ["a", "b"]), "every region must have words, but 'b' has none. Leave it out."),
    ):
        with pytest.raises(InputError) as caught:
            word_odds(*given)
        assert str(caught.value) == message


def test_the_table_comes_back_from_a_file(tmp_path):
    table = word_odds(["NA tea na"] * 5 + ["salt tea"] * 5, ["a"] * 5 + ["b"] * 5)
    for ending in ("csv", "parquet"):
        path = table.save(tmp_path / f"t.{ending}")
        assert WordOddsTable.load(path).to_frame().equals(table.to_frame())
    assert table.summary().splitlines()[0] == "3 words"
