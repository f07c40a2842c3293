"""Tiny random models that speak: GPT-2, Llama and T5 shapes with one byte-level vocabulary, saved to folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from geobias.models.generation import HfResponder, HfSettings, load_responder
from geobias.models.prompting import Message, Prompt

TEMPLATE = (
    "{% for message in messages %}<|start|>{{ message['role'] }}\n{{ message['content'] }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
SIZE = 300


def tokenizer(*, template: str | None = None):
    """One token a byte, so that every text can be read; end of text, and the marks of turns."""
    import tokenizers
    import transformers

    letters = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    special = ["<pad>", "</s>", "<|start|>", "<|end|>"]
    vocabulary = {token: place for place, token in enumerate([*special, *letters, *(f"<{i}>" for i in range(40))])}
    made = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocabulary, merges=[]))
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = tokenizers.decoders.ByteLevel()
    made.add_special_tokens(special)
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="</s>")
    fast.add_special_tokens({"additional_special_tokens": ["<|start|>", "<|end|>"]})
    fast.chat_template = template
    return fast


def config(kind: str):
    import transformers

    ends = {"eos_token_id": 1, "pad_token_id": 0, "bos_token_id": None, "vocab_size": SIZE}
    if kind == "gpt2":
        return transformers.GPT2Config(n_embd=32, n_layer=2, n_head=4, n_positions=256, **ends)
    if kind == "t5":
        shape = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
        return transformers.T5Config(**shape, decoder_start_token_id=0, tie_word_embeddings=False, **ends)
    shape = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    return transformers.LlamaConfig(**shape, num_key_value_heads=2, max_position_embeddings=256, **ends)


@pytest.fixture(scope="session")
def folder_of(tmp_path_factory) -> Callable[..., Path]:
    """kind, template -> a folder with such a model, whose logits are far enough apart to end now and then."""
    import transformers

    made: dict[tuple, Path] = {}

    def make(kind: str, template: str | None = None) -> Path:
        if (kind, template) not in made:
            folder = tmp_path_factory.mktemp(kind)
            tokenizer(template=template).save_pretrained(folder)
            torch.manual_seed(0)
            head = transformers.AutoModelForSeq2SeqLM if kind == "t5" else transformers.AutoModelForCausalLM
            network = head.from_config(config(kind))
            for values in network.parameters():
                if values.ndim > 1:
                    values.data.normal_(0, 0.25)
            network.save_pretrained(folder)
            made[kind, template] = folder
        return made[kind, template]

    return make


@pytest.fixture(scope="session")
def responder_of(folder_of) -> Callable[..., HfResponder]:
    """kind, template, settings -> a responder of such a model."""
    made: dict[tuple, HfResponder] = {}

    def make(kind: str, template: str | None = None, **settings) -> HfResponder:
        key = (kind, template, *sorted(settings.items()))
        if key not in made:
            model = str(folder_of(kind, template))
            made[key] = load_responder(HfSettings(model=model, device="cpu", **settings))  # type: ignore[assignment]
        return made[key]

    return make


def prompt(text: str, **fields: str) -> Prompt:
    return Prompt((Message("user", text),), fields=fields)


PROMPTS = [
    prompt("Is it right to whistle in a library, or is it not?"),
    prompt("Is it right to whistle in a lift?"),
    prompt("Hi"),
    prompt("Ça va, 你好? 🙂"),
    prompt("Is it right to whistle in a library, or is it not, and who would say so?"),
]
