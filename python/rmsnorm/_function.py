"""Functions of a module, compiled and called on arrays."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _arrays, _native
from ._module import Module, Source

TARGETS = ("cpu", "cuda", "cuda-emulated")


class TensorType(NamedTuple):
    """What a function takes or returns."""

    dtype: str
    """MLIR's name of the element type, such as `bf16`."""
    shape: Tuple[Optional[int], ...]
    """None for a size that is open. A number has the shape ()."""

    def __str__(self) -> str:
        return f"{self.dtype}[{', '.join('?' if size is None else str(size) for size in self.shape)}]"


class Function:
    """A compiled function. Any number of threads may call it; the GIL is released meanwhile."""

    def __init__(self, module: Module, entry: Optional[str], target: str):
        if target not in TARGETS:
            raise ValueError(f"unknown target {target!r}: use {', '.join(TARGETS)}")
        self._native = _native.Function.compile(module._native, entry, target)
        self.target = target
        self.name: str = self._native.name
        self.arguments = tuple(TensorType(dtype, tuple(shape)) for dtype, shape in self._native.arguments)
        self._takes_numbers = any(type.shape == () for type in self.arguments)
        self.results = tuple(TensorType(dtype, tuple(shape)) for dtype, shape in self._native.results)

    def __call__(self, *inputs: Any, out: Union[None, Any, Tuple[Any, ...]] = None) -> Any:
        """Calls the function on arrays of the element types and shapes that it takes.

        Returns its result, or a tuple of several: new arrays of the library of
        the first input, or `out` (an array, or a tuple of them), which has to be
        contiguous and may share memory with inputs. Inputs that are not
        contiguous are copied first. Where the function takes a number, a Python
        number will do.

        Raises ValueError for wrong shapes, sizes that don't fit together and a
        wrong number of arguments, TypeError for wrong element types, devices and
        things that are no arrays.
        """
        if self._takes_numbers and len(inputs) == len(self.arguments):
            inputs = tuple(_number(x, type) for x, type in zip(inputs, self.arguments))
        like = inputs[0] if inputs else None
        results: Tuple[Any, ...] = ()

        def allocate(shapes: List[List[int]]) -> List[Any]:
            nonlocal results
            if out is None:
                results = tuple(_arrays.empty(like, tuple(s), type.dtype) for s, type in zip(shapes, self.results))
            else:
                results = tuple(out) if isinstance(out, (tuple, list)) else (out,)
                _check_writable(results)
            return [_arrays.to_native(y, f"result #{i}") for i, y in enumerate(results)]

        self._native.call([_arrays.to_native(x, f"argument #{i}") for i, x in enumerate(inputs)], allocate)
        if out is None:
            results = tuple(_arrays.give(y, like) for y in results)
        return results[0] if len(results) == 1 else results

    def __repr__(self) -> str:
        arguments, results = (", ".join(map(str, types)) for types in (self.arguments, self.results))
        return f"<rmsnorm.Function {self.name}({arguments}) -> {results} on {self.target}>"


def compile(source: Union[Source, Module], entry: Optional[str] = None, target: str = "cpu") -> Function:
    """Compiles one function of a module.

    `source` is a rmsnorm.Module, or what makes one: a path, text or bytes, with
    TOSA, linalg or rmsnorm ops on tensors. `entry` names the function; without,
    it is the only public one, or `main`. `target` is `cpu`, `cuda`, or
    `cuda-emulated`, which runs the GPU's code on the CPU and checks its accesses.
    A function for `cuda` works on arrays of the first GPU in place and copies
    those of this machine there and back; the others take this machine's alone.

    Raises ValueError for an unknown target, rmsnorm.Error for the rest.
    """
    return Function(source if isinstance(source, Module) else Module(source), entry, target)


def _number(x: Any, type: TensorType) -> Any:
    """A Python number as the array that stands for it; anything else as it is."""
    if type.shape == () and isinstance(x, (bool, int, float, np.generic)):
        return np.asarray(x).astype(_arrays.numpy_dtype(type.dtype))
    return x


def _check_writable(results: Tuple[Any, ...]) -> None:
    for i, y in enumerate(results):
        if _arrays.library(y) == "jax":
            raise TypeError(f"result #{i} is an array of JAX, which can't be written to: leave out= away")
        if _arrays.library(y) == "torch" and y.is_neg():
            raise ValueError(f"result #{i} is the negative of another tensor: pass a tensor of its own")
        if isinstance(y, np.ndarray) and not y.flags.writeable:
            raise ValueError(f"result #{i} is read-only: pass an array that can be written to")
