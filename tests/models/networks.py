"""Tiny random networks of many shapes, saved to folders with one vocabulary, and what transformers makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from geobias.models import EncoderSettings

WORDS = [f"w{i}" for i in range(60)]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = [*SPECIAL, *WORDS, "a"]
_SIZE = {"vocab_size": len(VOCABULARY), "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
_BERT = {**_SIZE, "intermediate_size": 32, "max_position_embeddings": 40, "pad_token_id": 0}
_LLAMA = {**_BERT, "num_attention_heads": 4, "num_key_value_heads": 2, "bos_token_id": 2, "eos_token_id": 3}
_T5 = {"vocab_size": len(VOCABULARY), "d_model": 16, "d_kv": 8, "num_heads": 2, "d_ff": 32, "num_layers": 2}
_BART = {"encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 2, "decoder_attention_heads": 2}
_BART |= {"vocab_size": len(VOCABULARY), "d_model": 16, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32}

BIDIRECTIONAL = {
    "Bert": _BERT,
    "Roberta": {**_BERT, "type_vocab_size": 1},
    "DistilBert": {"vocab_size": len(VOCABULARY), "dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 32},
    "MPNet": _BERT,
    "Electra": {**_BERT, "embedding_size": 8},
    "ModernBert": {
        **_BERT,
        "local_attention": 8,
        "global_attn_every_n_layers": 2,
        "cls_token_id": 2,
        "sep_token_id": 3,
    },
}
CAUSAL = {
    "GPT2": {"vocab_size": len(VOCABULARY), "n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 40},
    "Llama": _LLAMA,
    "Qwen2": {**_LLAMA, "vocab_size": len(SPECIAL) + 256},
}
HALVES = {"T5": {**_T5, "num_decoder_layers": 3, "pad_token_id": 0}, "Bart": {**_BART, "pad_token_id": 0}}
SHAPES = {**BIDIRECTIONAL, **CAUSAL, **HALVES}


def build(name: str, kind: str = "Model", **more: Any) -> Any:
    """A network of a shape with random weights, all of them larger than transformers draws, so that they matter."""
    import transformers

    torch.manual_seed(0)
    network = getattr(transformers, name + kind)(getattr(transformers, name + "Config")(**SHAPES[name], **more)).eval()
    with torch.no_grad():
        for weights in network.parameters():
            if weights.dim() > 1:
                weights.mul_(5.0 if name not in HALVES or name == "Bart" else 1.0)
    return network


def save(folder: Path, network: Any, *, specials: bool = True, padding_side: str = "right") -> EncoderSettings:
    """Save it with a tokenizer of words, or of bytes for Qwen2; [CLS] comes before and [SEP] after if `specials`."""
    from tokenizers import processors
    from transformers import PreTrainedTokenizerFast

    backend = _of_bytes() if network.config.model_type == "qwen2" else _of_words()
    if specials:
        ends = [("[CLS]", 2), ("[SEP]", 3)]
        backend.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    named = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=backend, padding_side=padding_side, **named).save_pretrained(folder)
    network.save_pretrained(folder)
    return EncoderSettings(model=str(folder), max_length=20, device="cpu")


def _of_words() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers

    made = Tokenizer(models.WordLevel({word: i for i, word in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    return made


def _of_bytes() -> Any:
    """As Qwen2's own class wants it, which transformers takes whatever a folder says."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    pieces = [*SPECIAL, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    made = Tokenizer(models.BPE({piece: i for i, piece in enumerate(pieces)}, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return made


def saved(folder: Path, name: str, **more: Any) -> EncoderSettings:
    """A shape of `SHAPES` in a folder; decoders have a tokenizer that adds nothing."""
    return save(folder, build(name), specials=name not in CAUSAL, **more)


def by_transformers(network: Any, ids: list[int]) -> list[torch.Tensor]:
    """Hidden states of all layers (length, d) of one text, alone and without padding."""
    network = network.get_encoder() if network.config.is_encoder_decoder else network
    with torch.inference_mode():
        return [states[0] for states in network(torch.tensor([ids]), output_hidden_states=True).hidden_states]
