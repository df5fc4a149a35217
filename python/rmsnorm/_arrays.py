"""Arrays of NumPy, PyTorch, JAX, CuPy and whatever else speaks DLPack."""

from __future__ import annotations

import functools
import sys
from typing import Any, Optional, Tuple

import numpy as np

# MLIR's element types, as the array libraries call them.
_NAMES = {
    "f64": "float64", "f32": "float32", "bf16": "bfloat16", "f16": "float16",
    "f8E4M3FN": "float8_e4m3fn", "f8E5M2": "float8_e5m2",
    "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8",
    "ui64": "uint64", "ui32": "uint32", "ui16": "uint16", "ui8": "uint8", "i1": "bool",
}  # fmt: skip
_ELEMENT_TYPES = {name: element_type for element_type, name in _NAMES.items()}
# DLPack's numbers for memory of CUDA: a device's, and managed.
_GPU_MEMORY = (2, 13)
_OF_ML_DTYPES = {"bfloat16", "float8_e4m3fn", "float8_e5m2"}


def library(x: Any) -> str:
    """The package that x is an array of: `numpy`, `torch`, `jax`, `cupy`, ..."""
    return _library(type(x))


@functools.lru_cache(maxsize=256)
def _library(type: type) -> str:
    if issubclass(type, np.ndarray):
        return "numpy"
    package = type.__module__.partition(".")[0]
    return "jax" if package == "jaxlib" else package


def element_type(dtype: Any, what: str = "dtype") -> str:
    """MLIR's name of a dtype: NumPy's, PyTorch's, a string of either or of MLIR.

    Raises TypeError for what no kernel takes.
    """
    name = getattr(dtype, "name", None) or str(dtype).rpartition(".")[2]
    if name in _NAMES:
        return name
    if name not in _ELEMENT_TYPES:
        try:
            name = np.dtype(dtype).name
        except TypeError:
            pass
    if name not in _ELEMENT_TYPES:
        raise TypeError(f"{what} is {name}: use one of {', '.join(_ELEMENT_TYPES)}")
    return _ELEMENT_TYPES[name]


def numpy_dtype(element_type: str) -> np.dtype:
    """Raises TypeError where it takes ml_dtypes and that is missing."""
    name = _NAMES[element_type]
    if name not in _OF_ML_DTYPES:
        return np.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(f"{name} arrays of NumPy take the package ml_dtypes: pip install ml_dtypes") from None
    return np.dtype(getattr(ml_dtypes, name))


def to_native(x: Any, what: str) -> Tuple[Any, Optional[str]]:
    """x as something with DLPack or a buffer, and its element type where neither can say it.

    No elements are copied, unless x is on a device that only its library reads.
    Raises TypeError for what is no array of numbers.
    """
    package = library(x)
    if package == "torch":
        if x.device.type not in ("cpu", "cuda"):
            raise TypeError(f"{what} is on device {x.device}: move it to a CPU or a CUDA GPU")
        if x.layout is not sys.modules["torch"].strided:
            raise TypeError(f"{what} has layout {x.layout}: convert it with .to_dense()")
        if x.requires_grad:
            x = x.detach()
        if x.is_neg():
            x = x.resolve_neg()
        if x.device.type == "cpu":  # With no stream to wait for, its __dlpack__ does the same in longer time.
            return sys.modules["torch"].utils.dlpack.to_dlpack(x), None
    elif package == "jax":
        x = np.asarray(x)
    elif not isinstance(x, np.ndarray) and not hasattr(x, "__dlpack__"):
        raise TypeError(f"{what} is {type(x).__name__}: pass an array of NumPy, or one that has __dlpack__")
    if not isinstance(x, np.ndarray):
        return x, None
    name, buffer_dtype = _to_buffer(x.dtype, what)
    return x if buffer_dtype is None else x.view(buffer_dtype), name


@functools.lru_cache(maxsize=256)
def _to_buffer(dtype: np.dtype, what: str) -> Tuple[str, Optional[np.dtype]]:
    """The element type of a dtype, and the dtype that stands for it where buffers have none."""
    if not dtype.isnative:
        raise TypeError(f"{what} is not in this machine's byte order: convert it with .astype('{dtype.name}')")
    unknown = dtype.name in _OF_ML_DTYPES or dtype == bool
    return element_type(dtype, what), np.dtype(f"u{dtype.itemsize}") if unknown else None


def empty(like: Any, shape: Tuple[int, ...], element_type: str) -> Any:
    """An array of the library, and on the device, of `like`; of NumPy for others."""
    package = library(like)
    if package == "torch":
        torch = sys.modules["torch"]
        return torch.empty(shape, dtype=getattr(torch, _NAMES[element_type]), device=like.device)
    if package == "cupy":
        return sys.modules["cupy"].empty(shape, numpy_dtype(element_type))
    return np.empty(shape, numpy_dtype(element_type))


def give(result: Any, like: Any) -> Any:
    """A result made by `empty`, as an array of the library of `like`."""
    if library(like) == "jax":
        return sys.modules["jax"].numpy.asarray(result)
    return result


def on_gpu(x: Any) -> bool:
    """Whether the elements are in the memory of a CUDA GPU."""
    if library(x) == "torch":
        return x.is_cuda
    place = getattr(x, "__dlpack_device__", None)
    return place is not None and place()[0] in _GPU_MEMORY
