from __future__ import annotations

import numpy as np

from geobias.corpora import load_etiquette
from geobias.studies.etiquette.sample import at_most

STATEMENTS = load_etiquette()


def test_so_many_of_each_region_are_drawn_in_their_order_and_told():
    few = at_most(STATEMENTS, 7, seed=0)
    assert {name: len(places) for name, places in few.groups().items()} == dict.fromkeys(STATEMENTS.groups(), 7)
    places = [STATEMENTS.ids.tolist().index(name) for name in few.ids]
    assert places == sorted(places)
    assert few.notices[-1] == "35 of 400 statements were drawn at random, at most 7 of each region."
    assert not np.array_equal(few.ids, at_most(STATEMENTS, 7, seed=1).ids)


def test_without_a_limit_and_below_it_nothing_changes():
    assert at_most(STATEMENTS, None, 0) is STATEMENTS
    assert at_most(STATEMENTS, 80, 0) is STATEMENTS
