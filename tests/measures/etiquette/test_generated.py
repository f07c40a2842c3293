"""Generated statements: the alignment score, its pairs, and an interval that knows that pairs share statements."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteSettings, GeneratedPairs, alignment_scores, ordered_pairs
from geobias.tables import GeneratedAlignmentTable

QUICK = EtiquetteSettings(replicates=400)


def _strings(values):
    return np.array(values, dtype=object)


def test_the_score_is_entailed_of_those_that_are_not_neutral():
    first, second = ordered_pairs(["a", "a", "a", "b", "b"])
    assert len(first) == 3 * 2 + 2
    regions = _strings(["a", "a", "a", "b", "b"])[first]
    relations = np.array([1, 1, 0, -1, 1, 0, 0, 0])
    rows = alignment_scores(GeneratedPairs(regions, first, second, relations, "m"), QUICK).rows
    assert (rows[0].region, rows[0].value, rows[0].entailed, rows[0].contradicted, rows[0].neutral) == (
        "a",
        0.75,
        3,
        1,
        2,
    )
    assert rows[0].low <= 0.75 <= rows[0].high
    assert np.isnan(rows[1].value)


def _score(pairs):
    (row,) = alignment_scores(pairs, QUICK).rows
    return row


def test_the_interval_is_that_of_statements_drawn_anew():
    # Each statement contradicts by a trait of its own: of pairs taken as independent the error would be far too small.
    rng = np.random.default_rng(0)
    first, second = ordered_pairs(["a"] * 40)

    def drawn():
        odd = rng.random(40) < 0.3
        return np.where(odd[first] | odd[second], -1, 1)

    values = [(drawn() == 1).mean() for _ in range(400)]
    pairs = [GeneratedPairs(_strings(["a"] * len(first)), first, second, drawn()) for _ in range(40)]
    widths = [row.high - row.low for row in map(_score, pairs)]
    assert np.mean(widths) == pytest.approx(2 * 1.96 * np.std(values), rel=0.15)


def test_what_are_no_pairs_is_refused():
    given = {"regions": _strings(["a"]), "first": np.array([0]), "second": np.array([1]), "relations": np.array([1])}
    for changes, message in (
        ({"relations": np.array([2])}, "relations must be 1, 0 or -1, but one is 2. Map them."),
        ({"second": np.array([0])}, "a pair must be of two statements, but one is of one. Leave it out."),
        ({"second": np.array([1, 2])}, "second must have 1 entries, but there are 2. Align them."),
        (
            {"regions": _strings([])},
            "there must be at least one pair, but there is none. Pass statements of one region.",
        ),
    ):
        with pytest.raises(InputError) as caught:
            GeneratedPairs(**{**given, **changes})
        assert str(caught.value) == message


def test_the_table_comes_back_from_a_file(tmp_path):
    first, second = ordered_pairs(["a"] * 5)
    table = alignment_scores(GeneratedPairs(_strings(["a"] * 20), first, second, np.tile([1, -1], 10)), QUICK)
    for ending in ("csv", "parquet"):
        path = table.save(tmp_path / f"t.{ending}")
        assert GeneratedAlignmentTable.load(path).to_frame().equals(table.to_frame())
    assert table.summary().splitlines()[0] == "1 region"
