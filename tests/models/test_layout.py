"""Layouts: the longest first, nothing lost, the same states whether packed or padded."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.models.layout import Layout
from geobias.models.tokens import TokenizedText


class Specials:
    """The part of a tokenizer that layouts use."""

    prefix, suffix, pad_id = (1, 2), (3,), 0


def text(*lengths: int) -> TokenizedText:
    windows = tuple(np.arange(10 * length, 11 * length, dtype=np.int32) for length in lengths)
    return TokenizedText(windows, sum(lengths))


def test_the_longest_stand_first_and_windows_of_a_text_in_order():
    layout = Layout.of([text(2), text(4, 4, 1), text(2)], special=3)
    assert layout.runs == ((2, 7), (2, 5), (1, 4))
    assert layout.owners == [1, 1, 0, 2, 1]


def test_packed_rows_hold_specials_and_positions_of_every_text():
    row = Layout.of([text(1), text(2), text(1)], special=3).packed(Specials, first_position=5)
    assert row["input_ids"].tolist() == [[1, 2, 20, 21, 3, 1, 2, 10, 3, 1, 2, 10, 3]]
    assert row["position_ids"].tolist() == [[5, 6, 7, 8, 9, 5, 6, 7, 8, 5, 6, 7, 8]]


def test_padded_rectangles_are_masked_on_the_right():
    made = Layout.of([text(1), text(2)], special=3).padded(Specials, width=None)
    assert made["input_ids"].tolist() == [[1, 2, 20, 21, 3], [1, 2, 10, 3, 0]]
    assert made["attention_mask"].tolist() == [[1, 1, 1, 1, 1], [1, 1, 1, 1, 0]]
    assert Layout.of([text(1)], special=3).padded(Specials, width=9)["input_ids"].shape == (1, 9)


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=3), min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_both_shapes_split_into_the_same_runs(lengths):
    layout = Layout.of([text(*windows) for windows in lengths], special=3)
    packed = layout.packed(Specials, 0)["input_ids"].unsqueeze(-1).float()
    padded = layout.padded(Specials, None)["input_ids"].unsqueeze(-1).float()
    left, right = layout.split(packed), layout.split(padded)
    assert [part.shape[:2] for part in left] == list(layout.runs)
    assert all(torch.equal(a, b) for a, b in zip(left, right, strict=True))
    assert sum(part.shape[0] for part in left) == sum(map(len, lengths))
    assert [part.shape[1] for part in layout.split(padded, whole=True)] == [padded.shape[1]] * len(layout.runs)
