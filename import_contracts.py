"""A contract of import-linter's for this house: a room is entered by its door."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class Doors(Contract):
    """A file is imported by the files of its own package, and of packages within it; all others import the package.

    So what a package's `__init__` does not name may be renamed without a look at the other rooms. Packages within a
    package have doors of their own, which others may come in by. What lies in `house` itself is open to all.
    """

    house = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        files = [name for name in graph.find_descendants(self.house) if not graph.find_children(name)]
        entered = [
            (importer, name)
            for name in sorted(files)
            for importer in sorted(graph.find_modules_that_directly_import(name))
            if not f"{importer}.".startswith(name.rpartition(".")[0] + ".")
        ]
        return ContractCheck(kept=not entered, metadata={"entered": entered})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, name in check.metadata["entered"]:
            door = name.rpartition(".")[0]
            output.print_error(
                f"{importer} imports {name}, which lies behind {door}: import it from there.", bold=False
            )
