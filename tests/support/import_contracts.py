"""An import contract that import-linter does not ship: a package that needs only Python.

A list of forbidden libraries can never be complete. This contract therefore lists what is allowed:
a module imports only its own package and the standard library. Named standard modules (chance,
clocks) may be reserved for the package's *edge*. The core may then not import the edge either,
because it would reach them that way. A module of the edge may be allowed one named library. No
other module gets that library, and that module gets no other.

Configured in `pyproject.toml` under `[tool.importlinter]`.
"""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryOnly(Contract):
    """A contract that checks one package against the standard library and its own edge.

    Options: `package`, the package's name; `edge`, its modules that may use what `kept_for_edge`
    names; `libraries`, what else one of these modules may import, as `module -> library`.
    """

    type_name = "standard_library_only"

    package = fields.StringField()
    edge = fields.SetField(subfield=fields.StringField(), required=False)
    kept_for_edge = fields.SetField(subfield=fields.StringField(), required=False)
    libraries = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001 - the linter's signature
        """Return every direct import that the package must not make."""
        package = str(self.package)
        edge = set(self.edge or ())
        faults = [
            (importer, imported, why)
            for importer in sorted({package, *graph.find_descendants(package)})
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if (why := self._fault(package, edge, importer, imported))
        ]
        return ContractCheck(kept=not faults, metadata={"faults": faults})

    def _fault(self, package: str, edge: set[str], importer: str, imported: str) -> str:
        if imported.partition(".")[0] == package:
            crosses = imported in edge and importer not in edge
            return "the core may not lean on the edge" if crosses else ""
        library = imported.partition(".")[0]
        if library not in sys.stdlib_module_names:
            allowed = f"{importer} -> {library}" in set(self.libraries or ()) and importer in edge
            return "" if allowed else "is not in the standard library"
        if imported in set(self.kept_for_edge or ()) and importer not in edge:
            return "is kept for the edge: " + ", ".join(sorted(edge))
        return ""

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print one line per import."""
        for importer, imported, why in check.metadata["faults"]:
            output.print_error(f"{importer} -> {imported}: {why}", bold=False)
        output.new_line()
