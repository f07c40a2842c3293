"""Wheels are made of setup.py's own list, ask nothing of the system that it may lack, and hold the library by a name
that every Python finds. The compiler is not needed for that; the last test runs where it is."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import shutil
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.utils import parse_wheel_filename

import geobias_kernels

# Of setuptools' advice on packages; its class is one within another, which workers of pytest cannot name to each other.
pytestmark = pytest.mark.filterwarnings("ignore")

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "build_wheels"
VERSIONS = st.tuples(st.just(2), st.integers(0, 60)) | st.tuples(st.just(2), st.integers(0, 60), st.integers(0, 20))


def loaded() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("build_wheels", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("build_wheels", loader))
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


script = loaded()


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script goes to the checkout, the test comes back."""
    monkeypatch.chdir(ROOT)


def command(machine: str) -> list[str]:
    (extension,) = script.described(machine).ext_modules
    return script.compile_command(extension, machine, Path("exports"), Path("library.so"))


@pytest.mark.parametrize("machine", script.MACHINES)
def test_all_sources_are_compiled_for_the_machine(machine: str) -> None:
    words = command(machine)
    assert {word for word in words if word.endswith(".cpp")} == {
        str(path.relative_to(ROOT)) for path in (ROOT / "kernels" / "native").glob("*.cpp")
    }
    assert words[words.index("-target") + 1] == f"{machine}-linux-gnu.2.17"


def test_there_is_one_list_of_flags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flag that setup.py gains is the compiler's, and the script names none that decides values or speed."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "geobias", tmp_path / "geobias", ignore=shutil.ignore_patterns("__pycache__"))
    text = (ROOT / "setup.py").read_text()
    assert '"-O3"' in text
    (tmp_path / "setup.py").write_text(text.replace('"-O3"', '"-O3", "-fgained"'))
    before = command("x86_64")
    monkeypatch.setattr(script, "ROOT", tmp_path)
    after = command("x86_64")
    assert after == [word for old in before for word in ([old, "-fgained"] if old == "-O3" else [old])]
    own = [word for word in before if word.startswith("-") and word in SCRIPT.read_text()]
    assert own == ["-m", "-target", "-shared", "-fPIC", "-s", "-o"]


@given(st.lists(VERSIONS, max_size=5))
def test_later_glibc_is_found(versions: list[tuple[int, ...]]) -> None:
    strings = [f"GLIBC_{'.'.join(map(str, version))}" for version in versions]
    late = sorted({version for version in versions if version > (2, 17)})
    library = "\0".join(["\x7fELF", "libc.so.6", "ld-linux-x86-64.so.2", *strings, ""]).encode()
    assert script.asked_beyond(library) == [f"glibc {'.'.join(map(str, version))}" for version in late]


def test_what_the_compiler_here_makes_is_refused() -> None:
    """A library that g++ made as pip does asks for the C++ runtime of this system."""
    folder = Path(geobias_kernels.__file__).parent
    built = next(folder.glob(f"_native{importlib.machinery.EXTENSION_SUFFIXES[0]}"), None)
    if built is None or b"\0libstdc++.so.6\0" not in built.read_bytes():
        pytest.skip("no library that g++ has built")
    assert "libstdc++" in script.asked_beyond(built.read_bytes())


def test_the_wheel_holds_what_is_declared_and_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the compiler stands what writes a library that asks for nothing."""
    copying = "import pathlib, sys; pathlib.Path(sys.argv[2]).write_bytes(pathlib.Path(sys.argv[1]).read_bytes())"
    stands_in = [sys.executable, "-c", copying]
    monkeypatch.setattr(script, "compile_command", lambda e, m, exports, library: [*stands_in, exports, library])
    there = set(ROOT.iterdir())
    script.build("aarch64", tmp_path)
    assert set(ROOT.iterdir()) == there
    (wheel,) = tmp_path.iterdir()
    *_, tags = parse_wheel_filename(wheel.name)
    assert set(map(str, tags)) == {"py3-none-manylinux_2_17_aarch64"}
    with zipfile.ZipFile(wheel) as found:
        names = {name for name in found.namelist() if ".dist-info/" not in name}
        about = message_from_string(next(found.read(n).decode() for n in found.namelist() if n.endswith("/WHEEL")))
        assert found.read("geobias_kernels/_native.so").decode() == script.EXPORTS
    assert about["Root-Is-Purelib"] == "false"
    assert about.get_all("Tag") == ["py3-none-manylinux_2_17_aarch64"]
    assert {name for name in names if name.endswith(".so")} <= {
        f"geobias_kernels/_native{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES
    }
    sources = {*(ROOT / "geobias").rglob("*.py"), *(ROOT / "kernels" / "geobias_kernels").rglob("*.py")}
    assert {name for name in names if name.endswith(".py") and not name.startswith("geobias/conf/")} == {
        str(path.relative_to(ROOT)).removeprefix("kernels/") for path in sources
    }


def test_a_library_that_asks_for_more_makes_no_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writing = r"import pathlib, sys; pathlib.Path(sys.argv[1]).write_bytes(b'\0libstdc++.so.6\0GLIBC_2.34\0')"
    monkeypatch.setattr(script, "compile_command", lambda e, m, x, library: [sys.executable, "-c", writing, library])
    with pytest.raises(SystemExit, match="the library for x86_64 asks for glibc 2.34, libstdc"):
        script.build("x86_64", tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang is not installed")
@pytest.mark.parametrize("machine", script.MACHINES)
def test_libraries_are_made_and_show_their_functions_alone(machine: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, SCRIPT, "--to", tmp_path, machine], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as found:
        library = found.read("geobias_kernels/_native.so")
    assert library[:4] == b"\x7fELF"
    assert int.from_bytes(library[18:20], "little") == {"x86_64": 62, "aarch64": 183}[machine]
    assert b"\0geobias_run\0" in library
    assert b"\0__cxa_throw\0" not in library
