"""A norm for immediate use, its kernels compiled when first needed."""

from __future__ import annotations

import functools
import math
from typing import Any, Dict, NamedTuple, Optional, Tuple

from . import _arrays
from ._function import TARGETS, Function, compile


_INPUTS = ("f64", "f32", "bf16", "f16")
_OUTPUTS = (*_INPUTS, "f8E4M3FN", "f8E5M2")


_CHOICES = {
    "rounding": ("after_weight", "before_weight"),
    "epsilon_position": ("inside", "outside"),
    "statistic": ("mean", "sum"),
}


class _Call(NamedTuple):
    """A call as it was written, but for the number of rows: what a kernel is found by without looking closer."""

    rank: int
    row: Tuple[int, ...]
    columns: Tuple[Tuple[str, Tuple[int, ...]], ...]
    dtypes: Tuple[Tuple[str, Any], ...]
    result: Optional[str]
    choices: Tuple[Tuple[str, str], ...]
    numbers: Tuple[float, float, int, bool]
    target: str


class _Spec(NamedTuple):
    """Everything that a kernel depends on; sizes of rows alone, never how many there are."""

    rank: int
    row: Tuple[int, ...]
    dtypes: Tuple[Tuple[str, str], ...]
    weight: Optional[Tuple[int, ...]]
    bias: Optional[Tuple[int, ...]]
    attributes: str
    target: str


def norm(
    x: Any,
    weight: Any = None,
    bias: Any = None,
    *,
    eps: Optional[float] = 1e-6,
    weight_offset: float = 0.0,
    rounding: str = "after_weight",
    residual: Any = None,
    axes: int = 1,
    center: bool = False,
    epsilon_position: str = "inside",
    statistic: str = "mean",
    dtype: Any = None,
    target: Optional[str] = None,
    out: Any = None,
) -> Any:
    """Normalises the last `axes` dimensions of x by their root mean square.

        y = x / sqrt(mean(x ** 2) + eps) * (weight + weight_offset) + bias

    computed in f32 (f64 for f64). x, weight and bias have each its own type of
    f64, f32, bf16 and f16; weight and bias have the shape of x's last dimensions,
    `axes` or more. The result has the shape of x.

    eps: None is PyTorch's default, the machine epsilon of the compute type.
    weight_offset: 1.0 for Gemma's norm.
    rounding: `after_weight` rounds once, at the end (Gemma, torch's rms_norm);
        `before_weight` rounds the normalised value to x's type first (Llama).
    residual: an array like x. It is added first, the sum is rounded to x's type,
        and (y, sum) is returned.
    center: subtracts the mean first: LayerNorm.
    epsilon_position: `inside` of the root or `outside`.
    statistic: `mean` of the squares, or `sum` for the L2 norm.
    dtype: the result's element type; x's by default. f8 saturates.
    target: `cpu`, `cuda` or `cuda-emulated`; by default where x is. `cuda` takes
        arrays of this machine too and copies them there and back at each call;
        the others take no arrays of a GPU.
    out: an array for the result, or a tuple of two with `residual`.

    Raises ValueError for wrong shapes and attributes, TypeError for wrong types
    and devices, rmsnorm.Error for what a device refuses.
    No gradients flow through it: for those there is `rmsnorm.torch`.
    The kernels of the last 256 kinds of calls are kept; how many rows there are
    makes no new kind, and changes no bits of a row.
    """
    arrays = {"x": x, "residual": residual, "weight": weight, "bias": bias}
    arrays = {name: array for name, array in arrays.items() if array is not None}
    for name, array in arrays.items():
        if not hasattr(array, "dtype") or not hasattr(array, "shape"):
            raise TypeError(f"{name} is {type(array).__name__}: pass an array")
    if eps is None:
        eps = 2.0**-52 if _arrays.element_type(x.dtype) == "f64" else 2.0**-23
    for name, number in (("eps", eps), ("weight_offset", weight_offset)):
        if not hasattr(number, "__float__"):
            raise TypeError(f"{name} is {number!r}: pass a number")
    if not hasattr(axes, "__index__"):
        raise TypeError(f"axes is {axes!r}: pass an int")
    choices = (("rounding", rounding), ("epsilon_position", epsilon_position), ("statistic", statistic))
    for name, choice in choices:
        if choice not in _CHOICES[name]:
            raise ValueError(f"{name} is {choice!r}: use {' or '.join(map(repr, _CHOICES[name]))}")
    if target is not None and target not in TARGETS:
        raise ValueError(f"unknown target {target!r}: use {', '.join(TARGETS)}")
    shape = tuple(x.shape)
    if residual is not None and tuple(residual.shape) != shape:
        raise ValueError(f"residual has shape {tuple(residual.shape)}, but x {shape}")
    column_shapes = tuple((name, tuple(arrays[name].shape)) for name in ("weight", "bias") if name in arrays)
    trailing = max(axes, *(len(column) for _, column in column_shapes), 0)
    call = _Call(
        rank=len(shape),
        row=shape[-trailing:],
        columns=column_shapes,
        dtypes=tuple((name, array.dtype) for name, array in arrays.items()),
        result=None if dtype is None else _arrays.element_type(dtype),
        choices=choices,
        numbers=(float(eps), float(weight_offset), int(axes), bool(center)),
        target=target or ("cuda" if _arrays.on_gpu(x) else "cpu"),
    )
    return _kernel(_specify(call))(*arrays.values(), out=out)


@functools.lru_cache(maxsize=256)
def _specify(call: _Call) -> _Spec:
    """The kernel of a kind of calls, which is checked here."""
    dtypes = {name: _arrays.element_type(dtype, name) for name, dtype in call.dtypes}
    dtypes["y"] = call.result or dtypes["x"]
    eps, weight_offset, axes, center = call.numbers
    columns = dict(call.columns)
    _check(call.rank, call.row, columns, dtypes, axes)
    if "weight" not in columns and weight_offset != 0:
        raise ValueError(f"weight_offset is {weight_offset}, but there is no weight to add it to")
    return _Spec(
        rank=call.rank,
        row=call.row,
        dtypes=tuple(sorted(dtypes.items())),
        weight=columns.get("weight"),
        bias=columns.get("bias"),
        attributes=_attributes(call.choices, eps, weight_offset, axes, center),
        target=call.target,
    )


def _check(
    rank: int, row: Tuple[int, ...], columns: Dict[str, Tuple[int, ...]], dtypes: Dict[str, str], axes: int
) -> None:
    for name, dtype in dtypes.items():
        if name != "y" and dtype not in _INPUTS:
            raise TypeError(f"{name} has elements of {dtype}: pass {', '.join(_INPUTS)}")
    if dtypes["y"] not in _OUTPUTS:
        raise TypeError(f"dtype is {dtypes['y']}: use {', '.join(_OUTPUTS)}")
    if dtypes.get("residual", dtypes["x"]) != dtypes["x"]:
        raise TypeError(f"residual has elements of {dtypes['residual']}, but x of {dtypes['x']}")
    if not 1 <= axes <= rank:
        raise ValueError(f"axes is {axes}, but x has {rank} dimensions")
    for name, shape in columns.items():
        if not (axes <= len(shape) <= rank and shape == row[len(row) - len(shape) :]):
            raise ValueError(f"{name} has shape {shape}, but x ends in {row[-max(axes, len(shape)):]}")


def _attributes(
    choices: Tuple[Tuple[str, str], ...], eps: float, weight_offset: float, axes: int, center: bool
) -> str:
    if not (math.isfinite(eps) and eps >= 0):
        raise ValueError(f"eps is {eps}: it has to be finite and not negative")
    if not math.isfinite(weight_offset):
        raise ValueError(f"weight_offset is {weight_offset}: it has to be finite")
    attributes = [f"{name} = #rmsnorm.{name}<{choice}>" for name, choice in choices]
    attributes += [f"epsilon = {eps:.17e} : f64", f"weight_offset = {weight_offset:.17e} : f64"]
    attributes += [f"axes = {axes} : i64"] + ["center"] * center
    return ", ".join(attributes)


@functools.lru_cache(maxsize=256)
def _kernel(spec: _Spec) -> Function:
    return compile(_text(spec), target=spec.target)


def _text(spec: _Spec) -> str:
    """The module of one norm."""
    dtypes = dict(spec.dtypes)
    open_dims = spec.rank - len(spec.row)

    def tensor(dtype: str, shape: Tuple[Any, ...]) -> str:
        return f"tensor<{''.join(f'{size}x' for size in shape)}{dtype}>"

    shape = ("?",) * open_dims + spec.row
    types = {"x": tensor(dtypes["x"], shape)}
    if "residual" in dtypes:
        types["residual"] = types["x"]
    if spec.weight is not None:
        types["weight"] = tensor(dtypes["weight"], spec.weight)
    if spec.bias is not None:
        types["bias"] = tensor(dtypes["bias"], spec.bias)
    result = tensor(dtypes["y"], shape)

    lines = []
    for i in range(open_dims):
        lines += [f"%c{i} = arith.constant {i} : index", f"%d{i} = tensor.dim %x, %c{i} : {types['x']}"]
    row, results, values = "%x", [result], ["%y"]
    if "residual" in types:
        lines.append(f"%sum = arith.addf %x, %residual : {types['x']}")
        row, results, values = "%sum", [result, types["x"]], ["%y", "%sum"]
    lines.append(f"%init = tensor.empty({', '.join(f'%d{i}' for i in range(open_dims))}) : {result}")
    operands = " ".join(f"{name}(%{name} : {types[name]})" for name in ("weight", "bias") if name in types)
    lines += [
        f"%y = rmsnorm.norm ins({row} : {types['x']}) {operands} outs(%init : {result}) {{{spec.attributes}}} -> {result}",
        f"return {', '.join(values)} : {', '.join(results)}",
    ]
    arguments = ", ".join(f"%{name}: {type}" for name, type in types.items())
    body = "\n  ".join(lines)
    return f"func.func @norm({arguments}) -> ({', '.join(results)}) {{\n  {body}\n}}\n"
