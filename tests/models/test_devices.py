"""Devices: what is asked for, or what the machine can do, said once."""

from __future__ import annotations

import pytest
import torch

from geobias.errors import InputError
from geobias.models import EncoderSettings, load_encoder
from geobias.models.devices import batch_tokens, computing_dtype, resolve_device


def test_half_precision_on_a_cpu_becomes_float32_with_one_warning(tiny_folder):  # E12
    settings = EncoderSettings(model=str(tiny_folder), max_length=20, dtype="float16", device="cpu")
    with pytest.warns(UserWarning, match="encoder.dtype=float16 is slow or wrong on cpu") as told:
        encoder = load_encoder(settings)
    assert len(told) == 1
    assert encoder.identity["dtype"] == "float32"
    plain = load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu"))
    half, whole = (one.encode(one.tokenize(["w1 w2 w3"]))[0].points for one in (encoder, plain))
    assert (half - whole).abs().max() < 1e-2


def test_half_precision_stays_on_cuda_and_bfloat16_everywhere(recwarn):
    assert computing_dtype("float16", torch.device("cuda")) == "float16"
    assert computing_dtype("bfloat16", torch.device("cpu")) == "bfloat16"
    assert not recwarn.list


def test_batches_are_as_asked_or_as_the_device_likes_them():
    assert batch_tokens(100, torch.device("cpu")) == 100
    assert batch_tokens(None, torch.device("cpu")) < batch_tokens(None, torch.device("cuda"))
    with pytest.raises(InputError, match="encoder.batch_tokens must be at least 1, but it is 0"):
        batch_tokens(0, torch.device("cpu"))


def test_an_absent_device_is_named_with_the_mend():
    with pytest.raises(
        InputError, match="encoder.device must be a device of this machine, but 'cuda:77' cannot be used"
    ):
        resolve_device("cuda:77")


def test_a_launched_process_takes_its_own_gpu(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert resolve_device("auto") == torch.device("cuda", 0)
    monkeypatch.setenv("LOCAL_RANK", "1")
    assert resolve_device("auto") == torch.device("cuda", 1)
