"""The module of the tutorial, and what PyTorch computes with it.

Writes add_norm.mlir and add_norm.{x,residual,y,sum}.npy beside this file (bf16
values held in float32). Needs torch and torch-mlir; the tests need only what it
wrote.
"""

import pathlib

import numpy as np
import torch
from torch_mlir import fx


class AddNorm(torch.nn.Module):
    """A residual add and the RMSNorm after it, as Llama has them."""

    def __init__(self, dim: int, eps: float = 1e-5):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(dim))
        self.eps = eps

    def forward(self, x, residual):
        hidden = x + residual
        wide = hidden.float()
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.eps)
        return self.weight * wide.to(hidden.dtype), hidden


torch.manual_seed(0)
module = AddNorm(512).bfloat16().eval()
x, residual = (torch.randn(7, 512, dtype=torch.bfloat16) for _ in range(2))
rows = torch.export.Dim("rows")
exported = fx.export_and_import(
    module, x, residual, output_type="linalg-on-tensors", func_name="main",
    dynamic_shapes={"x": {0: rows}, "residual": {0: rows}},
)  # fmt: skip

here = pathlib.Path(__file__).parent
(here / "add_norm.mlir").write_text(str(exported) + "\n")
with torch.no_grad():
    y, total = module(x, residual)
for name, tensor in {"x": x, "residual": residual, "y": y, "sum": total}.items():
    np.save(here / f"add_norm.{name}.npy", tensor.float().numpy())
