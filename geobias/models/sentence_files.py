"""sentence-transformers folders: modules.json and what it names are read as data; what we do not have is refused.

No code of a folder is run: module types are names to compare, activations come from a table, and weights are read as
numbers alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import torch
from torch import Tensor, nn

from geobias.errors import InputError, require
from geobias.models.sentence_modules import POOLINGS, Dense, Normalize, SentenceModules
from geobias.models.sources import locate, reading

MODULES = "modules.json"
_OURS = "sentence_transformers."
_KNOWN = ("Transformer", "Pooling", "Dense", "Normalize")
_ACTIVATIONS = {kind.__name__: kind for kind in (nn.Tanh, nn.ReLU, nn.GELU, nn.SiLU, nn.Sigmoid, nn.Identity)}
_OLD_POOLINGS = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}


def read_sentence_modules(model: str, revision: str | None) -> SentenceModules | None:
    """What a model's folder or hub repository says of sentence vectors; None where it says nothing.

    Raises
    ------
    InputError : it names a module, pooling, activation or setting that we do not have, lacks a file that it names, or
        one is torn.
    """
    files = _Files(model, revision)
    if files.path(MODULES) is None:
        return None
    with reading(model):
        return _modules(files)


def _modules(files: _Files) -> SentenceModules:
    modules = files.json(MODULES)
    kinds = [_kind(str(module.get("type")), files) for module in modules]
    if kinds[:2] != ["Transformer", "Pooling"] or not set(kinds[2:]) <= {"Dense", "Normalize"}:
        files.refuse(MODULES, f"names {', then '.join(kinds)}", "Transformer, then Pooling, then Dense or Normalize")
    if modules[0].get("path"):
        files.refuse(MODULES, f"has its network in '{modules[0]['path']}'", "a network beside modules.json")
    _check_network(files)
    poolings, include_prompt = _pooling(modules[1]["path"], files)
    steps = (_step(kind, module["path"], files) for kind, module in zip(kinds[2:], modules[2:], strict=True))
    config = files.json("config_sentence_transformers.json", {})
    return SentenceModules(
        poolings,
        include_prompt,
        tuple(steps),
        config.get("truncate_dim"),
        {name: text for name, text in (config.get("prompts") or {}).items() if text is not None},
        config.get("default_prompt_name"),
    )


@dataclass(frozen=True)
class _Files:
    """Files of a model, in a folder or from the hub's cache."""

    model: str
    revision: str | None

    def path(self, name: str) -> Path | None:
        transformers = require("transformers", extra="study", purpose="an encoder")
        place = locate(self.model)
        found = transformers.utils.cached_file(
            place,
            name,
            revision=self.revision,
            local_files_only=Path(place).is_dir(),
            _raise_exceptions_for_missing_entries=False,
            _raise_exceptions_for_connection_errors=False,
            _raise_exceptions_for_gated_repo=False,
        )
        return None if found is None else Path(found)

    def json(self, name: str, default: Any = None) -> Any:
        path = self.path(name)
        if path is None:
            if default is None:
                self.refuse(name, "is not there", "every file that modules.json names")
            return default
        return json.loads(path.read_text("utf-8"))

    def weights(self, folder: str) -> dict[str, Tensor]:
        """Numbers of one module, from safetensors or a file of tensors that runs nothing."""
        sealed, old = self.path(f"{folder}/model.safetensors"), self.path(f"{folder}/pytorch_model.bin")
        if sealed is not None:
            return require("safetensors.torch", extra="study", purpose="files of tensors").load_file(sealed)
        if old is not None:
            return torch.load(old, map_location="cpu", weights_only=True)
        self.refuse(f"{folder}/model.safetensors", "is not there", "every file that modules.json names")

    def refuse(self, name: str, does: str, must: str) -> NoReturn:
        raise InputError(
            f"a sentence-transformers folder must hold {must}",
            f"{name} of '{self.model}' {does}",
            f"Name another model; or take {MODULES} out of a copy of it to read its network alone.",
        )


def _kind(named: str, files: _Files) -> str:
    kind = named.rpartition(".")[2]
    if not named.startswith(_OURS) or kind not in _KNOWN:
        files.refuse(MODULES, f"names {named}", f"modules of {', '.join(_KNOWN)} alone")
    return kind


def _check_network(files: _Files) -> None:
    """Refuse a network that is not read as it is: lower-cased texts, or another output than its hidden states."""
    config = files.json("sentence_bert_config.json", {})
    for name, usual in (
        ("do_lower_case", False),
        ("transformer_task", "feature-extraction"),
        ("module_output_name", "token_embeddings"),
    ):
        if config.get(name, usual) != usual:
            files.refuse("sentence_bert_config.json", f"has {name}={config[name]}", f"{name}={usual}")


def _pooling(folder: str, files: _Files) -> tuple[tuple[str, ...], bool]:
    """(names of poolings, whether prompts are pooled)."""
    config = files.json(f"{folder}/config.json")
    old = tuple(name for key, name in _OLD_POOLINGS.items() if config.get(key))
    named = config.get("pooling_mode", old or ("mean",))
    names = (named,) if isinstance(named, str) else tuple(named)
    for name in names:
        if name not in POOLINGS:
            files.refuse(f"{folder}/config.json", f"names {name}", f"poolings of {', '.join(POOLINGS)} alone")
    return names, bool(config.get("include_prompt", True))


def _step(kind: str, folder: str, files: _Files) -> nn.Module:
    config = files.json(f"{folder}/config.json", {} if kind == "Normalize" else None)
    for name in ("module_input_name", "module_output_name"):
        if config.get(name) not in (None, "sentence_embedding"):
            files.refuse(f"{folder}/config.json", f"has {name}={config[name]}", f"{name}=sentence_embedding")
    if kind == "Normalize":
        return Normalize()
    widths = int(config["in_features"]), int(config["out_features"])
    step = Dense(nn.Linear(*widths, bias=config.get("bias", True)), _activation(config, folder, files))
    if config.get("use_residual"):
        step.residual = nn.Identity() if widths[0] == widths[1] else nn.Linear(*widths, bias=False)
    step.load_state_dict(files.weights(folder))
    return step.eval().requires_grad_(False)


def _activation(config: dict[str, Any], folder: str, files: _Files) -> nn.Module:
    named = config.get("activation_function", "torch.nn.modules.activation.Tanh")
    kind = named.rpartition(".")[2]
    if not named.startswith("torch.nn.") or kind not in _ACTIVATIONS:
        files.refuse(f"{folder}/config.json", f"names {named}", f"activations of {', '.join(_ACTIVATIONS)} alone")
    return _ACTIVATIONS[kind]()
