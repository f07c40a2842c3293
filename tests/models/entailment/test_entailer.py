"""Entailer: every distinct pair once, and never again where it has a store."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.entailment import Entailer, Pairs


class Lengths:
    """Says of a pair what its lengths say; hands on two pairs at a time, and may stop."""

    name = "lengths"
    fingerprint = "0123456789abcdef"
    knows_contradiction = True

    def __init__(self, most: int = 10**9):
        self.seen: list[tuple[str, str]] = []
        self.most = most

    def judge(self, pairs: Pairs) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for start in range(0, len(pairs), 2):
            if len(self.seen) >= self.most:
                raise KeyboardInterrupt
            places = np.arange(start, min(start + 2, len(pairs)))[::-1]
            texts = [pairs.texts(place) for place in places]
            self.seen += texts
            yield places, np.array([row(*pair) for pair in texts])


def row(premise: str, hypothesis: str) -> list[float]:
    share = 1 / (len(premise) + len(hypothesis))
    return [share / 4, 1 - share, share * 3 / 4]


PREMISES, HYPOTHESES = ["a", "bcd", "a", "ef"], ["x", "yzw", "uv"]
EXPECTED = np.array([[row(premise, hypothesis) for hypothesis in HYPOTHESES] for premise in PREMISES])


def test_a_grid_is_judged_once_per_distinct_pair():
    backend, steps = Lengths(), []
    said = Entailer(backend).entail(PREMISES, HYPOTHESES, progress=lambda *step: steps.append(step))
    assert np.array_equal(said.probabilities, EXPECTED)
    assert len(backend.seen) == len(set(backend.seen)) == 9
    assert steps == [(2, 9), (4, 9), (6, 9), (8, 9), (9, 9)]
    assert (said.name, said.fingerprint, said.knows_contradiction) == ("lengths", "0123456789abcdef", True)


@given(st.lists(st.tuples(st.sampled_from(PREMISES), st.sampled_from(HYPOTHESES)), min_size=1, max_size=30))
def test_rows_are_of_the_pairs_in_their_order(pairs):
    backend = Lengths()
    said = Entailer(backend).entail_pairs(pairs)
    assert said.probabilities.tolist() == [row(*pair) for pair in pairs]
    assert sorted(backend.seen) == sorted(set(pairs))


def test_a_second_run_judges_what_is_new(tmp_path):
    first, second, third = Lengths(), Lengths(), Lengths()
    Entailer(first, store=tmp_path).entail(PREMISES, HYPOTHESES[:2])
    said = Entailer(second, store=tmp_path).entail(PREMISES, HYPOTHESES)
    assert np.array_equal(said.probabilities, EXPECTED)
    assert sorted(second.seen) == [("a", "uv"), ("bcd", "uv"), ("ef", "uv")]
    steps = []
    again = Entailer(third, store=tmp_path).entail(PREMISES, HYPOTHESES, progress=lambda *step: steps.append(step))
    assert np.array_equal(again.probabilities, EXPECTED)
    assert (third.seen, steps) == ([], [(9, 9)])


def test_what_was_judged_before_a_stop_is_kept(tmp_path):
    stopped, after = Lengths(most=4), Lengths()
    with pytest.raises(KeyboardInterrupt):
        Entailer(stopped, store=tmp_path).entail(PREMISES, HYPOTHESES)
    assert np.array_equal(Entailer(after, store=tmp_path).entail(PREMISES, HYPOTHESES).probabilities, EXPECTED)
    assert sorted(stopped.seen + after.seen) == sorted({(a, b) for a in PREMISES for b in HYPOTHESES})


def test_two_entailers_share_a_store_while_both_live(tmp_path):
    one, other = (Entailer(Lengths(), store=tmp_path) for _ in range(2))
    one.entail(PREMISES, HYPOTHESES)
    assert np.array_equal(other.entail(PREMISES, HYPOTHESES).probabilities, EXPECTED)
    assert other.backend.seen == []


def test_another_fingerprint_is_another_folder(tmp_path):
    other = Lengths()
    other.fingerprint = "f" * 16
    for backend in (Lengths(), other):
        Entailer(backend, store=tmp_path).entail(PREMISES, HYPOTHESES)
    assert len(other.seen) == 9
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "entailment-0123456789abcdef",
        f"entailment-{'f' * 16}",
    ]


def test_nothing_to_judge_is_nothing(tmp_path):
    assert Entailer(Lengths()).entail([], HYPOTHESES).probabilities.shape == (0, 3, 3)
    assert Entailer(Lengths(), store=tmp_path).entail(PREMISES, []).labels.shape == (4, 0)
    assert Entailer(Lengths()).entail_pairs([]).probabilities.shape == (0, 3)


@pytest.mark.parametrize("bad", [[0.5, 0.6, 0.1], [np.nan, 0.5, 0.5], [-0.1, 0.6, 0.5]])
def test_a_back_end_that_gives_no_probabilities_is_named(bad, monkeypatch, tmp_path):
    backend = Lengths()
    monkeypatch.setattr(backend, "judge", lambda pairs: iter([(np.arange(1), np.array([bad]))]))
    with pytest.raises(InputError) as error:
        Entailer(backend, store=tmp_path).entail(["a"], ["b"])
    assert str(error.value) == (
        f"a back end of entailment must give probabilities that sum to one, but 'lengths' gives {bad}. "
        "Its model gives numbers that are none; use another, or float32."
    )
    assert not list(tmp_path.rglob("*.safetensors"))
