"""What goes through a network together: within a number of tokens, and halved where a GPU's memory is too small."""

from __future__ import annotations

import pytest
import torch

from geobias.models.generation.planning import Planned, in_batches
from geobias.models.generation.reader import Context
from geobias.models.generation.responder import Response


def planned(*lengths, room=4, read=()):
    return [Planned(place, Context((1,) * length, read), room=room) for place, length in enumerate(lengths)]


def test_batches_hold_texts_of_like_length_within_the_budget():
    seen = []

    def work(batch):
        seen.append([len(one.context.lead) for one in batch])
        yield from ((one, Response("text")) for one in batch)

    everything = planned(30, 2, 9, 31, 2, 8, 100)
    found = [one for one, _ in in_batches(everything, 70, work)]
    assert {*found} == {*everything}
    assert seen == [[2, 2, 8, 9], [30, 31], [100]]


def test_leads_of_unlike_length_lie_apart_where_an_encoder_reads():
    seen = []

    def work(batch):
        seen.append([len(one.context.lead) for one in batch])
        yield from ((one, Response("text")) for one in batch)

    list(in_batches(planned(1, 2, 1, 2, 1, read=(5, 6)), 1_000, work))
    assert seen == [[1, 1, 1], [2, 2]]


def test_a_batch_that_does_not_fit_is_halved_and_what_was_done_is_kept():
    seen = []

    def work(batch):
        seen.append(len(batch))
        for number, one in enumerate(batch):
            if len(batch) > 4 and number == 2:
                raise torch.cuda.OutOfMemoryError("CUDA out of memory.\nmore")
            if len(one.context.lead) == 50:
                raise torch.cuda.OutOfMemoryError("CUDA out of memory.\nmore")
            yield one, Response("text")

    everything = planned(*[6] * 10, 50)
    with pytest.warns(
        UserWarning, match="A batch of 100 tokens does not fit into the device's memory; it goes on with half"
    ):
        found = list(in_batches(everything, 100, work))
    assert sorted(one.key for one, _ in found) == list(range(11))
    assert [response.outcome for _, response in found].count("error") == 1
    (failed,) = [response.detail for _, response in found if response.outcome == "error"]
    assert failed == "a text of 54 tokens does not fit into the device's memory (CUDA out of memory.)"
    assert seen[0] == 10
