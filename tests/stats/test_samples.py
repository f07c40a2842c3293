"""Samples: missing values dropped and counted, infinite ones refused, incomplete tables cut to what was measured."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.stats.samples import as_sample, known_pairs, measured_groups, undefined_reason

NAN = float("nan")


def test_infinite_values_are_refused():
    with pytest.raises(InputError) as error:
        as_sample([1.0, np.inf, -np.inf], "sinkhorn")
    assert str(error.value) == (
        "'sinkhorn' must be finite, with NaN for a missing value, but 2 of its 3 values are infinite. "
        "Find where the division or the overflow happened, or mark those values as NaN."
    )


def test_known_pairs_drop_what_either_lacks():
    x, y = known_pairs([1, NAN, 3, 4], [5, 6, NAN, 8])
    assert x.tolist() == [1, 4]
    assert y.tolist() == [5, 8]


def test_known_pairs_want_one_length():
    with pytest.raises(InputError, match=r"x and y must be 1-D and of equal length, but their shapes are \(2,\)"):
        known_pairs([1, 2], [1, 2, 3])


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([1, 2, 3], [1, 2, 4], ""),
        ([1], [1], "needs at least 2 complete observations, 1 remain"),
        ([1, 1], [1, 2], "x constant over the 2 observations used"),
        ([1, 1], [2, 2], "x and y constant over the 2 observations used"),
    ],
)
def test_reasons(x, y, reason):
    assert undefined_reason(np.array(x), np.array(y), least=2) == reason


def _unknown(size, pairs):
    unknown = np.zeros((size, size), dtype=bool)
    for i, j in pairs:
        unknown[i, j] = unknown[j, i] = True
    return unknown


def test_drop_pair_keeps_every_group_with_a_measured_pair():
    assert measured_groups("abcd", _unknown(4, [(0, 1), (2, 3)]), "drop-pair") == ([0, 1, 2, 3], "")


@pytest.mark.parametrize("missing", ["drop-pair", "drop-group"])
def test_a_group_without_measured_pairs_takes_no_part(missing):
    kept, note = measured_groups("abcd", _unknown(4, [(1, 0), (1, 2), (1, 3)]), missing)
    assert kept == [0, 2, 3]
    assert note == "group 'b' left out, 3 of its pairs not measured"


def test_drop_group_takes_the_worst_first_and_is_blind_to_order():
    kept, note = measured_groups("abcde", _unknown(5, [(0, 1), (0, 2), (3, 4)]), "drop-group")
    assert kept == [1, 2, 3]
    assert note == ("group 'a' left out, 2 of its pairs not measured; group 'e' left out, 1 of its pairs not measured")
    turned, _ = measured_groups("edcba", _unknown(5, [(4, 3), (4, 2), (1, 0)]), "drop-group")
    assert [("edcba")[i] for i in turned] == ["d", "c", "b"]


def test_unknown_policy():
    with pytest.raises(InputError, match=r"missing must be one of \['drop-pair', 'drop-group'\], but it is 'ignore'"):
        measured_groups("ab", _unknown(2, []), "ignore")
