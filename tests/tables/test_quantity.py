"""Quantity: a name and its parts, one way and the other."""

from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.tables import PairTable, Quantity, Separation, SeparationTable
from geobias.tables.quantity import ESTIMATES, TEXTS

# Every name that a run writes, and those of the text where it stands.
NAMES = {
    "sinkhorn": ("sinkhorn", "", "short", ""),
    "sinkhorn_long": ("sinkhorn", "", "long", ""),
    "sinkhorn_long_excess": ("sinkhorn", "", "long", "excess"),
    "sinkhorn_seed_sd": ("sinkhorn", "", "short", "seed_sd"),
    "lda_crossfit": ("lda", "", "short", "crossfit"),
    "lda_long_crossfit": ("lda", "", "long", "crossfit"),
    "crossnobis_long": ("crossnobis", "", "long", ""),
    "gap[accuracy]": ("gap", "accuracy", "short", ""),
    "gap_at_m[f1[positive]]": ("gap", "f1[positive]", "short", "at_m"),
    "dcor_bias_corrected[auc]": ("dcor", "auc", "short", "bias_corrected"),
    "total_variation[topics]": ("total_variation", "topics", "short", ""),
    "inverse_sum[size]": ("inverse_sum", "size", "short", ""),
    "judgement_gap[politeness]": ("judgement_gap", "politeness", "short", ""),
    "sinkhorn-without-au": ("sinkhorn-without-au", "", "short", ""),
    "my distance": ("my distance", "", "short", ""),
    "long": ("long", "", "short", ""),
    "_excess": ("_excess", "", "short", ""),
    "gap[]": ("gap[]", "", "short", ""),
    "[x]": ("[x]", "", "short", ""),
    "": ("", "", "short", ""),
}


def parts(quantity: Quantity) -> tuple[str, str, str, str]:
    return quantity.kind, quantity.metric, quantity.texts, quantity.estimate


@pytest.mark.parametrize(("name", "expected"), NAMES.items())
def test_names_have_these_parts(name, expected):
    assert parts(Quantity.parse(name)) == expected
    assert Quantity(*expected) == name


KINDS = st.sampled_from(["sinkhorn", "lda", "gap", "dcor", "judgement", "my kind", "a_b", "é-1"]) | st.text(
    st.characters(exclude_characters="[]_"), min_size=1
)
METRICS = st.sampled_from(["", "accuracy", "precision[positive]", "f1[a]b[", "p[x]_long", "a\nb", "]["]) | st.text()


@given(KINDS, METRICS, st.sampled_from(TEXTS), st.lists(st.sampled_from(ESTIMATES), max_size=2).map("_".join))
def test_a_name_is_read_as_it_was_written(kind, metric, texts, estimate):
    quantity = Quantity(kind, metric, texts, estimate)
    assert parts(quantity) == (kind, metric, texts, estimate)
    for other in (Quantity.parse(str(quantity)), pickle.loads(pickle.dumps(quantity)), copy.deepcopy(quantity)):
        assert (other, type(other), parts(other)) == (quantity, Quantity, parts(quantity))


PIECES = st.lists(st.sampled_from(["_", "[", "]", "long", "short", "a", *ESTIMATES]) | st.text(max_size=2)).map("".join)


@given(PIECES)
def test_every_string_is_the_name_of_one_quantity(name):
    quantity = Quantity.parse(name)
    assert str(quantity) == name
    assert type(str(quantity)) is str
    assert Quantity(*parts(quantity)) == quantity
    if name and not quantity.metric:
        assert quantity.further("excess") == f"{name}_excess"


def test_a_quantity_stands_where_its_name_does():
    quantity = Quantity("gap", "auc", estimate="at_m")
    assert {"gap_at_m[auc]": 1}[quantity] == 1
    assert json.dumps({"x": quantity}) == '{"x": "gap_at_m[auc]"}'
    assert (repr(quantity), f"{quantity}") == ("'gap_at_m[auc]'", "gap_at_m[auc]")
    assert Quantity.parse(quantity) is quantity
    with pytest.raises(AttributeError):
        quantity.kind = "dcor"


def test_parts_that_would_be_read_otherwise_are_refused():
    with pytest.raises(InputError) as error:
        Quantity("sinkhorn_long")
    assert str(error.value) == (
        "the parts of a quantity must be those that its name 'sinkhorn_long' is read as, but it is read as "
        "{'kind': 'sinkhorn', 'metric': '', 'texts': 'long', 'estimate': ''}. Pass these, texts among "
        "['short', 'long'] and words of geobias.tables.quantity.ESTIMATES, or Quantity.parse(name)."
    )
    for wrong in ({"kind": "gap[auc]"}, {"kind": "gap", "estimate": "guess"}, {"kind": "lda", "texts": "middling"}):
        with pytest.raises(InputError, match="the parts of a quantity must be those"):
            Quantity(**wrong)


def test_questions_are_asked_of_the_value():
    cross = Quantity("lda", texts="long", estimate="crossfit")
    assert (cross.cross_fitted, cross.in_sample, cross.further("value").cross_fitted) == (True, False, True)
    assert Quantity("lda").in_sample
    assert cross.changed(texts="short", estimate="") == "lda"


def test_tables_take_either_and_hold_the_name():
    for quantity in ("gap[auc]", Quantity("gap", "auc")):
        table = PairTable(("a", "b"), np.zeros((1, 2, 2)), quantity)
        assert table.quantity == "gap[auc]"
        assert all(type(name) is str for name in table.to_frame()["quantity"])
    rows = SeparationTable((Separation(Quantity("energy", texts="long"), "a", "b", 9, 9, 0, 1.0, excess=1.0),))
    assert [type(name) for name in rows.to_frame()["quantity"]] == [str]
    assert rows.pair_table().quantity == "energy_long_excess"
