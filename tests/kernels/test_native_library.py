"""The library is found, refused where it does not fit, and runs the instruction set that is asked for."""

from __future__ import annotations

import ctypes

import pytest
import torch

from geobias_kernels import native, native_library
from geobias_kernels.native import NativeProblem

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)


def potentials(level: str | None = None) -> torch.Tensor:
    points = torch.randn(50, 20, generator=torch.Generator().manual_seed(0))
    given = NativeProblem(points, None, torch.full((50,), 0.02), None, (400.0, 10.0, 0.01))
    return native.solve([given], level=level)[0].after[0]


def test_a_record_has_every_field_where_the_library_looks() -> None:
    """A C structure has no fields of its own in Python, so sizes and places are those of one of the same types."""
    kinds = {"u": ctypes.c_size_t, "i": ctypes.c_int64, "f": ctypes.c_double}
    fields = native_library.RECORD.fields or {}
    mirrored = [(n, ctypes.c_int32 if t.itemsize == 4 else kinds[t.kind]) for n, (t, *_) in fields.items()]
    structure = type("Problem", (ctypes.Structure,), {"_fields_": mirrored})
    assert [place for _, place, *_ in fields.values()] == [getattr(structure, name).offset for name in fields]
    assert native_library.RECORD.itemsize == ctypes.sizeof(structure)
    assert native_library.record(d=3, p=2)[fields and list(fields).index("d")] == 3
    assert sum(native_library.record(d=3, p=2)) == 5


def test_a_level_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    best, baseline = potentials(), potentials("baseline")
    level = native_library.instruction_set()
    monkeypatch.setenv(native_library.LEVEL_VARIABLE, "baseline")
    assert native_library.instruction_set() == "baseline"
    assert torch.equal(potentials(), baseline)
    assert torch.equal(potentials(level), best)
    monkeypatch.setenv(native_library.LEVEL_VARIABLE, "avx3")
    native_library._library.cache_clear()
    try:
        assert str(native_library.obstacle()).endswith("here, not 'avx3' as GEOBIAS_NATIVE_LEVEL asks")
    finally:
        native_library._library.cache_clear()


def test_a_library_of_another_version_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_library, "INTERFACE", native_library.INTERFACE + 1)
    native_library._library.cache_clear()
    try:
        assert native_library.obstacle() == "was built from another version of geobias"
        with pytest.raises(RuntimeError, match="the native library was built from another version of geobias"):
            native_library.instruction_set()
    finally:
        native_library._library.cache_clear()
