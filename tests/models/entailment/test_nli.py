"""The back end `nli` against transformers' own tokenizer and model, called on one pair at a time."""

from __future__ import annotations

import shutil
import warnings

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.entailment import NliSettings, load_entailer
from geobias.models.entailment.nli import in_batches

KINDS = ("Bert", "Roberta", "DebertaV2", "DistilBert", "Electra", "ModernBert", "Bart", "T5", "GPT2", "Llama", "XLNet")
PREMISES = ["w1 w2 w3", "w4", "w5 w6 w7 w8 w9 w10 w11 w12", "w9 w1"]
HYPOTHESES = ["w1", "w20 w21 w22 w23", "w4 w3"]


def one_by_one(folder: str, pairs: list[tuple[str, str]]) -> np.ndarray:
    """Softmax of the logits of every pair, by transformers alone."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    network = AutoModelForSequenceClassification.from_pretrained(folder, dtype=torch.float32).eval()
    with torch.no_grad():
        rows = [network(**tokenizer(*pair, return_tensors="pt")).logits.double().softmax(-1)[0] for pair in pairs]
    return torch.stack(rows).numpy()


def load(folder: str, **settings):
    return load_entailer(NliSettings(folder, device="cpu", **settings))


@pytest.mark.parametrize("kind", KINDS)
def test_batches_give_what_transformers_gives_pair_by_pair(kind, classifier):
    folder = classifier(kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if kind == "XLNet" else "error")  # reads rows one by one, and says so
        said = load(folder, batch_tokens=60).entail(PREMISES, HYPOTHESES)
    pairs = [(premise, hypothesis) for premise in PREMISES for hypothesis in HYPOTHESES]
    wanted = one_by_one(folder, pairs).reshape(4, 3, 3)
    assert wanted.std() > 0.02
    assert np.abs(said.probabilities - wanted).max() < 1e-6
    assert said.probabilities.dtype == np.float64


def test_a_pair_depends_on_no_batch_mate_worker_or_order(three_way):
    rng = np.random.default_rng(0)
    premises = [" ".join(f"w{i}" for i in rng.integers(60, size=size)) for size in rng.integers(1, 90, size=30)]
    pairs = [(premise, f"w{i} w{i + 1}") for i, premise in enumerate(premises)]
    together = load(three_way, batch_tokens=500).entail_pairs(pairs).probabilities
    alone = load(three_way, batch_tokens=1).entail_pairs(pairs[::-1]).probabilities[::-1]
    assert np.abs(together - alone).max() < 1e-6
    threads = [
        load_entailer(NliSettings(three_way, device="cpu", batch_tokens=100), workers=workers).entail_pairs(pairs)
        for workers in (1, 2)
    ]
    assert np.array_equal(threads[0].probabilities, threads[1].probabilities)


@given(st.lists(st.integers(1, 50), max_size=30), st.integers(1, 200))
def test_batches_hold_every_row_once_within_the_budget(lengths, tokens):
    batches = in_batches(lengths, tokens)
    assert sorted(place for batch in batches for place in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[place] for place in batch) <= tokens for batch in batches)
    longest = [max(lengths[place] for place in batch) for batch in batches]
    assert longest == sorted(longest, reverse=True)


def test_a_premise_is_tokenized_once(three_way, monkeypatch):
    entailer = load(three_way)
    tokenize, seen = entailer.backend.network.tokenize, []
    encode = tokenize._encode
    monkeypatch.setattr(tokenize, "_encode", lambda texts, **options: seen.extend(texts) or encode(texts, **options))
    entailer.entail([*PREMISES, PREMISES[0]], HYPOTHESES)
    assert sorted(seen) == sorted([*PREMISES, *HYPOTHESES])


@pytest.mark.parametrize("combine", ["maximum", "mean"])
def test_long_premises_are_read_in_windows(three_way, combine):
    words = [f"w{i % 57}" for i in range(100)]
    hypothesis = "w1 w2"  # 48 positions, 3 special tokens, 2 of the hypothesis: windows of 43
    said = load(three_way, combine=combine, overlap=0.25).entail([" ".join(words)], [hypothesis]).probabilities[0, 0]
    starts = (0, 28, 57)  # 43 - ceil(43 / 4) = 32 at most from one to the next: two steps, of 28.5
    pieces = one_by_one(three_way, [(" ".join(words[start : start + 43]), hypothesis) for start in starts])
    against, for_ = pieces[:, 0].max(), pieces[:, 2].max()
    over = max(1.0, against + for_)
    maximum = [against / over, max(0.0, 1 - against - for_), for_ / over]
    assert said == pytest.approx(maximum if combine == "maximum" else pieces.mean(0), abs=1e-6)


def test_a_two_way_model_knows_no_contradiction(classifier):
    folder = classifier(labels=("entailment", "not_entailment"))
    said = load(folder).entail(PREMISES, HYPOTHESES)
    entailed, other = (
        one_by_one(folder, [(a, b) for a in PREMISES for b in HYPOTHESES]).reshape(4, 3, 2).transpose(2, 0, 1)
    )
    assert said.probabilities[..., 2] == pytest.approx(entailed, abs=1e-6)
    assert said.probabilities[..., 1] == pytest.approx(other, abs=1e-6)
    assert not said.probabilities[..., 0].any()
    assert not said.knows_contradiction
    assert np.array_equal(said.labels, (entailed > 0.5).astype(int))


def test_declared_labels_count_more_than_those_of_the_configuration(classifier, change, three_way):
    unnamed = change(classifier(), id2label={0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, label2id=None)
    first = load(unnamed, labels=("CONTRADICTION", "neutral", "Entailment"))
    turned = load(three_way, labels=("entailment", "neutral", "contradiction"))
    named = load(three_way).entail(PREMISES, HYPOTHESES).probabilities
    assert np.array_equal(first.entail(PREMISES, HYPOTHESES).probabilities, named)
    assert np.array_equal(turned.entail(PREMISES, HYPOTHESES).probabilities, named[..., ::-1])
    assert turned.fingerprint != load(three_way).fingerprint


def test_the_fingerprint_is_of_all_that_decides_an_answer(three_way, classifier, tmp_path):
    plain = load(three_way).fingerprint
    assert len(plain) == 16
    copy = shutil.copytree(three_way, tmp_path / "copy")
    same = [load(str(copy)), load(three_way, threshold=0.9, batch_tokens=7, max_length=400)]  # it has 48 positions
    assert {entailer.fingerprint for entailer in same} == {plain}
    settings = [{"max_length": 40}, {"overlap": 0.5}, {"combine": "mean"}, {"dtype": "bfloat16"}]
    others = [load(three_way, **one).fingerprint for one in settings]
    other = load(classifier(hidden_act="relu")).fingerprint
    assert len({plain, other, *others}) == 6


@pytest.mark.parametrize("token", ["</s>", "<s>", "<pad>"])
def test_a_text_cannot_end_itself(three_way, token):
    entailer = load(three_way)
    assert token not in entailer.backend.network.tokenize._tokenizer.convert_ids_to_tokens(
        entailer.backend.network.tokenize([f"w1 {token} w2"], "premises")[0].tolist()
    )


def test_a_hypothesis_too_long_is_named(three_way):
    with pytest.raises(InputError) as error:
        load(three_way).entail(["w1"], ["w1", " ".join(["w2"] * 22)])
    assert str(error.value) == (
        "a hypothesis must leave half of the 48 tokens of a pair to the premise, but "
        "'w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 w2 ' takes 25 with special ones. "
        "Shorten it, or raise entailment.max_length where the model has positions for more."
    )


def test_texts_that_the_model_cannot_read_are_named(three_way):
    with pytest.raises(InputError) as error:
        load(three_way).entail(["w1 ไทย", "ไทย ไทย"], ["w1"])
    assert str(error.value) == (
        f"a model of entailment must know most tokens of what it reads, but 75% of the tokens of the premises are "
        f"unknown to '{three_way}'. Use a model that reads their language; entailment.on_unknown=warn goes on as it is."
    )
    with pytest.warns(UserWarning, match=r"^100% of the tokens of 'ไทย' are unknown to '.*'\. What it says of them"):
        load(three_way, on_unknown="warn").entail(["w1"], ["w2", "ไทย"])


def test_a_trained_model_is_right_about_the_rule_that_it_learned(classifier):
    """Contradicted: the premise has w0; entailed: it has not, and the hypothesis has w1; neutral: neither."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = classifier()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    network = AutoModelForSequenceClassification.from_pretrained(folder)
    network.init_weights()
    rng = np.random.default_rng(0)

    def pairs(count):
        labels, others = rng.integers(3, size=count), rng.integers(2, 40, size=(count, 4))
        firsts = [f"w{a} {'w0 ' if label == 0 else ''}w{b}" for label, (a, b, _, _) in zip(labels, others, strict=True)]
        seconds = [
            f"{'w1 ' if label == 2 else ''}w{c} w{d}" for label, (_, _, c, d) in zip(labels, others, strict=True)
        ]
        return firsts, seconds, labels

    optimizer = torch.optim.AdamW(network.parameters(), 3e-3)
    for _ in range(60):
        *texts, labels = pairs(48)
        network(**tokenizer(*texts, padding=True, return_tensors="pt"), labels=torch.from_numpy(labels)).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    network.save_pretrained(folder)
    *texts, labels = pairs(300)
    said = load(folder).entail_pairs(list(zip(*texts, strict=True)))
    assert (said.labels == labels - 1).mean() > 0.98
