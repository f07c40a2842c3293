"""The full table of means: holes are left out and named."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.resonance import design_means, design_means_of

FULL = [(n, c, d) for n in ("de", "us") for c in ("20", "60") for d in ("", "b", "c")]


def made(rows, values=None):
    nation, cell, design = map(list, zip(*rows, strict=True))
    return design_means(np.arange(len(rows), dtype=float) if values is None else values, nation, cell, design)


def test_means_counts_and_variance_within():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(12, 4))
    table = made([row for row in FULL for _ in range(4)], values.ravel())
    assert np.allclose(table.means.ravel(), values.mean(1))
    assert (table.counts == 4).all()
    assert table.within == pytest.approx(values.var(1, ddof=1).mean())
    assert (table.df, table.noise) == (36, pytest.approx(table.within / 4))
    assert table.answer_errors == pytest.approx(np.sqrt(table.within / 24 * np.ones(2)))
    assert table.notices == ()


def test_the_order_of_rows_does_not_matter():
    first, order = made(FULL), np.random.default_rng(1).permutation(12)
    second = made([FULL[at] for at in order], order.astype(float))
    places = [[getattr(second, axis).index(name) for name in getattr(first, axis)] for axis in
              ("nations", "cells", "designs")]  # fmt: skip
    assert np.array_equal(first.means, second.means[np.ix_(*places)])


def test_what_a_hole_costs_least_is_left_out():
    table = made([row for row in FULL if row != ("us", "60", "b")])
    assert (table.cells, table.designs) == (("20", "60"), ("", "c"))
    assert table.notices == ("The design 'b' is left out: 1 of its 4 combinations have no answer.",)
    rows = [(n, c, d) for n in ("de", "us") for c in "123456" for d in ("", "b", "c")]
    table = made([row for row in rows if row != ("us", "6", "b")])
    assert (table.cells, len(table.designs)) == (tuple("12345"), 3)
    assert table.notices == ("The cell '6' is left out: 1 of its 6 combinations have no answer.",)


def test_a_design_that_few_were_asked_by_is_left_out():
    table = made([*FULL, ("de", "20", "language")])
    assert table.designs == ("", "b", "c")
    assert table.notices == ("The design 'language' is left out: 3 of its 4 combinations have no answer.",)


def test_marginal_answers_are_counted():
    table = made([*FULL, ("", "20", "")])
    assert table.notices == ("1 of 13 answers have no nation or no projection and are left out.",)


def test_of_scores(scores):
    table = design_means_of(scores, "secular")
    assert table.designs == ("", "second")
    assert table.cells[0] == "20 | man"
    one = scores.where(design="second", nation="jp", age="60", sex="woman").projection("secular")
    assert table.means[1, table.cells.index("60 | woman"), 1] == pytest.approx(one.mean())


def test_what_is_refused():
    must = "a certificate of stability needs two nations and two designs with answers in one cell or more, but there "
    with pytest.raises(InputError) as error:
        made([row for row in FULL if row[2] == ""])
    assert str(error.value) == must + "are 2 nations, 1 designs and 2 cells without holes. Ask what is missing."
    with pytest.raises(InputError) as error:
        made(FULL, np.full(12, np.nan))
    assert str(error.value).startswith(must + "are 0 nations, 0 designs and 0 cells without holes.")
    with pytest.raises(InputError) as error:
        design_means([1.0], ["de"], [], [""])
    assert str(error.value) == "'cell' must have 1 entries, but it has 0. Align both."
