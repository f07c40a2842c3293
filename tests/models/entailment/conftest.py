"""Tiny classifiers of pairs with random weights, and tokenizers that put pairs together in several ways."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

WORDS = ("<pad>", "<unk>", "<s>", "</s>", *(f"w{i}" for i in range(60)), "a", "b")
THREE = ("CONTRADICTION", "neutral", "Entailment")
BERT = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
BART = {
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
}
SHAPES = {
    "Bert": ("bert", BERT),
    "Roberta": ("roberta", BERT | {"type_vocab_size": 1}),
    "DebertaV2": (
        "bert",
        BERT | {"relative_attention": True, "pos_att_type": ["p2c", "c2p"], "position_biased_input": False},
    ),
    "DistilBert": ("bert", {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}),
    "Electra": ("bert", BERT | {"embedding_size": 32}),
    "ModernBert": ("roberta", BERT | {"cls_token_id": 2, "sep_token_id": 3, "local_attention": 8}),
    "Bart": ("roberta", BART),
    "T5": ("t5", {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 1, "num_heads": 4, "decoder_start_token_id": 0}),
    "GPT2": ("plain", {"n_embd": 32, "n_layer": 2, "n_head": 4}),
    "Llama": ("plain", BERT),
    "XLNet": ("xlnet", {"d_model": 32, "n_layer": 2, "n_head": 4, "d_inner": 64}),
}
TEMPLATES = {
    "bert": "<s> $A </s> $B:1 </s>:1",
    "roberta": "<s> $A </s> </s> $B </s>",
    "t5": "$A </s> $B </s>",
    "xlnet": "$A </s> $B:1 </s>:1 <s>:2",
    "plain": "$A $B",
}


def tokenizer(style: str) -> Any:
    """Words apart, with special tokens by a template."""
    import tokenizers
    from transformers import PreTrainedTokenizerFast

    places = {word: place for place, word in enumerate(WORDS)}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(places, unk_token="<unk>"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    ends = [(token, places[token]) for token in ("<s>", "</s>")]
    pair = TEMPLATES[style]
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single=pair.split(" $B")[0], pair=pair, special_tokens=ends
    )
    names = ["input_ids", "token_type_ids", "attention_mask"]
    if style not in ("bert", "xlnet"):
        names.remove("token_type_ids")
    special = {"pad_token": "<pad>", "unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    return PreTrainedTokenizerFast(tokenizer_object=made, model_input_names=names, **special)


def save_classifier(folder: Path, kind: str = "Bert", labels: tuple[str, ...] = THREE, **more: Any) -> str:
    """A classifier of pairs with random weights, large enough to have opinions; at most 48 positions."""
    import transformers

    style, shape = SHAPES[kind]
    tokenizer(style).save_pretrained(folder)
    positions = {} if kind in ("T5", "XLNet") else {"max_position_embeddings": 48 + 2 * (kind == "Roberta")}
    tokens = {"vocab_size": len(WORDS), "pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3}
    names = {"id2label": dict(enumerate(labels)), "label2id": {name: place for place, name in enumerate(labels)}}
    config = getattr(transformers, f"{kind}Config")(**tokens, **positions, **names, **shape | more)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        network = getattr(transformers, f"{kind}ForSequenceClassification")(config)
        for values in network.parameters():
            values.data.mul_(3)
    network.save_pretrained(folder)
    return str(folder)


def change_config(folder: str, **entries: Any) -> str:
    """Other entries in a model's config.json; None takes one out."""
    path = Path(folder) / "config.json"
    config = json.loads(path.read_text()) | entries
    path.write_text(json.dumps({name: value for name, value in config.items() if value is not None}))
    return folder


@pytest.fixture(scope="session")
def three_way(tmp_path_factory) -> str:
    """The folder of a random BERT whose outputs are contradiction, neutral, entailment."""
    return save_classifier(tmp_path_factory.mktemp("three"))


@pytest.fixture
def classifier(tmp_path) -> Callable[..., str]:
    """`save_classifier`, in a new folder for every call."""
    return lambda *kind, **more: save_classifier(tmp_path / f"model{len(list(tmp_path.iterdir()))}", *kind, **more)


@pytest.fixture
def change() -> Callable[..., str]:
    """`change_config`."""
    return change_config
