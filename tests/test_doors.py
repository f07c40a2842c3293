"""Heavy libraries that are imported by name, which the import linter does not see, come in by their doors too."""

import re
from pathlib import Path

import pytest

import geobias

ROOT = Path(geobias.__file__).parent
DOORS = {
    "matplotlib": "report/",
    "jinja2": "report/page.py",
    "sklearn": "models/",
    "datasets": "corpora/",
    "transformers": "models/",
}


@pytest.mark.parametrize("library", DOORS)
def test_a_library_is_required_behind_its_door_alone(library):
    wanted = re.compile(rf'require\(\s*"{library}[".]')
    asking = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if wanted.search(path.read_text())]
    assert asking
    assert all(path.startswith(DOORS[library]) for path in asking)
