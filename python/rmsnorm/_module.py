"""Modules of MLIR: read, raised, printed, put through any pipeline."""

from __future__ import annotations

import html
import os
from typing import NamedTuple, Optional, Union

from . import _native

Source = Union[str, bytes, "os.PathLike[str]"]


class Norm(NamedTuple):
    """A norm that a module holds."""

    where: str
    """Its place in the source, `file:line:column`, or empty."""
    op: str
    """The op as MLIR prints it, with everything that changes the numbers."""


class Module:
    """An MLIR module. It never changes: what transforms it returns another one.

    `source` is a path (`.mlir`, `.mlirbc`, `-` for the standard input), text, or
    bytes (text or bytecode). Raises rmsnorm.Error, with place and reason, if it
    can't be parsed, and FileNotFoundError if a path leads nowhere.
    """

    remarks: list[str]
    """What the last pipeline remarked on."""

    def __init__(self, source: Source):
        self.remarks = []
        if isinstance(source, bytes):
            self._native = _native.Module.parse(source, "module")
        elif isinstance(source, str) and not _is_path(source):
            self._native = _native.Module.parse(source.encode(), "module")
        elif isinstance(source, (str, os.PathLike)):
            path = os.fspath(source)
            if path != "-" and not os.path.exists(path):
                raise FileNotFoundError(f"no file {path!r} to read a module from")
            self._native = _native.Module.read(path)
        else:
            raise TypeError(f"a module is read from a path, a str or bytes, not from {type(source).__name__}")

    def run(self, pipeline: str) -> Module:
        """The module after a pipeline in MLIR's textual form.

        Any pass of this project and of MLIR: `m.run("rmsnorm-cpu-pipeline")`,
        `m.run("rmsnorm-decompose,func.func(canonicalize)")`. Raises rmsnorm.Error
        if the pipeline can't be parsed or a pass fails.
        """
        native, remarks = self._native.run(pipeline)
        result = Module.__new__(Module)
        result._native, result.remarks = native, remarks
        return result

    def raise_norms(self, *, report: bool = False, allow_widening: bool = False) -> Module:
        """The module with its written-out norms as single ops.

        With `report` the result's `remarks` say why an inverse root became part
        of no norm; with `allow_widening` norms that round each step to 16 bits
        compute in f32 instead.
        """
        options = f"report={int(report)} allow-widening={int(allow_widening)}"
        return self.run(f"rmsnorm-raise{{{options}}}")

    @property
    def norms(self) -> list[Norm]:
        """The norms that the module holds as ops."""
        return [Norm(*norm) for norm in self._native.norms()]

    def emit(self, stage: str, *, target: str = "cpu", chip: Optional[str] = None, cpu: Optional[str] = None) -> bytes:
        """The module compiled ahead of time, as a file of that extension would hold it.

        `stage`: `.mlir` (after the target's pipeline); for `cpu` `.ll`, `.o`,
        `.so`; for `cuda` `.ptx`, `.cubin`, `.fatbin` for `chip` (sm_90). `cpu` is
        LLVM's name of a CPU; this machine's by default.
        """
        return self._native.emit(stage, target, chip, cpu)

    def __str__(self) -> str:
        return str(self._native)

    def __repr__(self) -> str:
        norms = len(self.norms)
        return f"<rmsnorm.Module with {norms} norm{'s' * (norms != 1)}: print() shows it>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def _is_path(source: str) -> bool:
    return source == "-" or source.endswith((".mlir", ".mlirbc")) or ("\n" not in source and os.path.exists(source))
