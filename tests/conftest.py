"""Fixtures that every room's tests may use."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("HF_HUB_OFFLINE", "1")
# No test is timed: a loaded machine would fail it. A property that no test gives a number of its own is tried on 40
# cases: those that matter are named as examples, and 100 cost more than half of the time of small tests.
settings.register_profile("untimed", deadline=None, max_examples=40)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first: where processes share the suite, none is left with a long one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the checkout; tests on it are skipped where it is missing."""
    path = Path(__file__).resolve().parents[2] / "shared"
    if not path.is_dir():
        pytest.skip("the real data (../shared) are not beside this checkout")
    return path


@pytest.fixture(scope="session")
def ten_scripts() -> dict[str, dict[str, list[str]]]:
    """By language: three "texts", and two "close" ones, different words that differ by a mark or little more."""
    return json.loads((Path(__file__).parent / "ten_scripts.json").read_text("utf-8"))
