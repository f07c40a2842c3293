"""An encoder with random weights and the words it is given: for speed and tests where no trained one is at hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from geobias.errors import require

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def save_untrained(folder: Path, texts: Iterable[str], *, layers: int = 4, width: int = 512, heads: int = 8) -> str:
    """Save a BERT of this shape, with the words of `texts` as its vocabulary, to a folder that `load_encoder` reads."""
    import torch

    transformers = require("transformers", extra="study", purpose="an encoder")
    folder.mkdir(parents=True, exist_ok=True)
    words = sorted({word for text in texts for word in text.lower().split() if word.isalnum()})
    tokenizer = _tokenizer({word: place for place, word in enumerate([*SPECIAL, *words])})
    named = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), SPECIAL, strict=True))
    transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **named).save_pretrained(folder)
    shape = {"num_hidden_layers": layers, "hidden_size": width, "num_attention_heads": heads}
    config = transformers.BertConfig(vocab_size=tokenizer.get_vocab_size(), intermediate_size=4 * width, **shape)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        transformers.BertModel(config).save_pretrained(folder)
    return str(folder)


def _tokenizer(vocabulary: dict[str, int]) -> Any:
    """BERT's: lower case, words apart, [CLS] before and [SEP] after."""
    tokenizers = require("tokenizers", extra="study", purpose="an encoder")
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    ends = [(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")]
    made.post_processor = tokenizers.processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return made
