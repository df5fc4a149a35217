"""The norms of a torch.nn.Module, found through torch-mlir.

    found = rmsnorm.torch_mlir.find_norms(model, torch.ones(1, 8, dtype=torch.long))
    print(found)
"""

from __future__ import annotations

import html
from typing import Any, NamedTuple

from ._module import Module, Norm


class Found(NamedTuple):
    """What was found in a model."""

    module: Module
    """The model after raising."""
    norms: list[Norm]
    remarks: list[str]
    """For every inverse root that is part of no norm, why."""

    def __str__(self) -> str:
        lines = [f"{len(self.norms)} norm{'s' * (len(self.norms) != 1)} found"]
        lines += [f"  {norm.op}" for norm in self.norms]
        lines += [f"  left: {remark}" for remark in self.remarks]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def export(module: Any, *inputs: Any, dialect: str = "linalg", **options: Any) -> Module:
    """The forward function of a torch.nn.Module as MLIR, called `main`.

    `inputs` are examples of its arguments; `dialect` is `linalg` or `tosa`.
    `options` go to torch_mlir.fx.export_and_import, such as `dynamic_shapes`.
    Raises ImportError where torch-mlir is missing.
    """
    if dialect not in ("linalg", "tosa"):
        raise ValueError(f"dialect is {dialect!r}: use 'linalg' or 'tosa'")
    try:
        from torch_mlir import fx
    except ImportError as error:
        raise ImportError("exporting a torch.nn.Module takes torch-mlir: pip install torch-mlir") from error
    output = {"linalg": "linalg-on-tensors", "tosa": "tosa"}[dialect]
    exported = fx.export_and_import(module, *inputs, output_type=output, func_name="main", **options)
    return Module(exported.operation.get_asm(enable_debug_info=False).encode())


def find_norms(module: Any, *inputs: Any, dialect: str = "linalg", **options: Any) -> Found:
    """Exports a torch.nn.Module as `export` does, and raises its norms."""
    raised = export(module, *inputs, dialect=dialect, **options).raise_norms(report=True)
    return Found(raised, raised.norms, raised.remarks)
