"""What keeps Triton's kernels from a card is said, on a pretended card."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

import pytest
import torch

from geobias_kernels import cuda


@pytest.mark.parametrize(
    ("capability", "versions", "why"),
    [
        ((7, 5), {"triton": "3.7.1"}, "the device has compute capability 7.5, but the kernels need 8.0 or later"),
        ((12, 0), {"triton": "3.3.0"}, "triton before 3.4 makes no kernels for compute capability 12.0. Install a "),
        ((12, 1), {"pytorch-triton": "3.3.1+git"}, "triton before 3.4 makes no kernels for compute capability 12.1. "),
        ((12, 0), {"triton": "3.4.0"}, None),
        ((12, 0), {}, None),
        ((10, 0), {"triton": "3.3.0"}, None),
        ((9, 0), {"triton": "3.10.0"}, None),
    ],
)
def test_cards_and_versions(
    capability: tuple[int, int], versions: dict[str, str], why: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda: capability)
    monkeypatch.setattr(cuda.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(cuda, "version", version)
    found = cuda.obstacle()
    assert found is None if why is None else (found or "").startswith(why)
