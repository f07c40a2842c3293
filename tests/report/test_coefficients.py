from __future__ import annotations

import pandas as pd

from geobias.report.coefficients import WORDS, deciding, group_name, names_in_order, short_names, some


def test_the_coefficient_that_takes_most_away_decides_and_one_without_a_value_does_not():
    frame = pd.DataFrame({"statistic": ["r", "latent", "corrected", "alpha"], "value": [0.5, None, 0.6, 0.7]})
    assert deciding(frame) == "corrected"
    assert deciding(frame[:2]) == "r"
    assert deciding(frame.assign(value=1.0)) == "latent"
    assert list(WORDS)[-1] == "r"


def test_names_are_told_with_their_attribute_and_in_order():
    assert group_name("country_longest", "Baltic") == "Baltic (country longest)"
    assert group_name("", "") == "everybody"
    frame = pd.DataFrame({"attribute": ["b", "", None, "a", "b"]})
    assert names_in_order(frame, "attribute") == ["b", "a"]
    assert some("abc", 3) == "a, b and c"
    assert some("abcde", 3) == "a, b, c and 2 more"


def test_names_without_letters_here_get_codes_with_a_key():
    hidden = "\U00012000"  # cuneiform
    short, key = short_names(["plain", hidden], 12)
    assert short["plain"] == "plain"
    assert short[hidden] == "G2"
    assert key.startswith("G2 = ")
    assert short_names(["plain"], 12) == ({"plain": "plain"}, "")
