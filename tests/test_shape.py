"""The shape of the code: no function takes more than seven parameters but those that callers from outside know."""

import ast
import importlib
from functools import cache
from pathlib import Path

import geobias

ROOT = Path(geobias.__file__).parent
MOST = 7
PUBLIC = ("corpora", "discriminant", "distances", "relations", "stats")
"""Rooms whose public names are used from notebooks and other packages: these have keywords where rooms have objects."""


def test_functions_take_few_parameters():
    many = {f"{path.relative_to(ROOT)}: {name}" for path, name in _crowded() if name not in _public(path)}
    assert not many


def test_the_public_ones_are_seen():
    # So that a walk that sees nothing is not taken for a house in order.
    assert {"load_table", "sinkhorn_divergence", "SamplesLoss", "relate_all"} <= {name for _, name in _crowded()}


def _public(path):
    room = path.relative_to(ROOT).parts[0]
    return importlib.import_module(f"geobias.{room}").__all__ if room in PUBLIC else ()


@cache
def _crowded():
    """(file, function) of those with more than `MOST` parameters; what makes an object goes by its class's name."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        owners = {id(part): node.name for node in nodes if isinstance(node, ast.ClassDef) for part in node.body}
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _parameters(node) > MOST:
                found.append((path, owners[id(node)] if node.name == "__init__" else node.name))
    return found


def _parameters(function):
    given = [one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    return len(given) - (given[:1] in (["self"], ["cls"]))
