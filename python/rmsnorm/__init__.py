"""RMS normalisation compiled by MLIR: whole modules, functions, and norms at once.

    y = rmsnorm.norm(x, weight, eps=1e-6)            # compiled when first needed
    f = rmsnorm.compile("model.mlir", entry="main")  # f(x, w) on arrays
    m = rmsnorm.Module("model.mlir").raise_norms()   # print(m), m.norms, m.run(...)

`rmsnorm.torch` has an operator for PyTorch, `rmsnorm.torch_mlir` finds the norms
of a `torch.nn.Module`. Arrays are NumPy's (bf16 and f8 by ml_dtypes) or of
anything else that speaks DLPack, such as PyTorch, JAX and CuPy.
"""

from ._function import Function, TensorType, compile
from ._module import Module, Norm
from ._native import Error
from ._norm import norm

__all__ = ["Error", "Function", "Module", "Norm", "TensorType", "compile", "norm"]
__version__ = "0.1.0"
Error.__module__ = __name__
