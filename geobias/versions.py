"""Versions of what numbers depend on, as installed."""

from __future__ import annotations

import importlib.metadata
import platform
from functools import cache

from geobias import __version__

_PACKAGES = (
    "torch",
    "numpy",
    "scipy",
    "pandas",
    "scikit-learn",
    "transformers",
    "accelerate",
    "tokenizers",
    "geomloss",
    "pykeops",
)


def versions() -> dict[str, str]:
    """Package -> version, with Python's and the kind of machine; what is not installed is left out."""
    return {"geobias": __version__, "python": platform.python_version(), "machine": platform.machine(), **_installed()}


@cache  # asked at every part and shard; a process goes on with the packages that it began with
def _installed() -> dict[str, str]:
    found = {}
    for package in _PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def other_versions(before: dict[str, str]) -> str:
    """What was of another version before, in words; "" where nothing was.

    >>> other_versions({**versions(), "geobias": "0.0.9"})
    'geobias 0.0.9'
    """
    now = versions()
    return ", ".join(f"{name} {version}" for name, version in before.items() if now.get(name) != version)
