"""The room imports with torch and numpy alone."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ["transformers", "hydra", "pandas", "sklearn", "scipy", "geomloss", "pykeops", "matplotlib"]


def test_importing_loads_torch_and_numpy_and_nothing_heavy() -> None:
    code = (
        "import sys, geobias.distances, geobias.discriminant; geobias.distances.available_backends(); "
        f"print([name for name in ['torch', 'numpy', *{HEAVY}] if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['torch', 'numpy']"
