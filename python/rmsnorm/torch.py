"""The norm as an operator of PyTorch, which `torch.compile` keeps as one node.

    import rmsnorm.torch
    y = torch.ops.rmsnorm.norm(x, weight, eps=1e-6)
    y, sum = torch.ops.rmsnorm.add_norm(x, residual, weight, eps=1e-6)

Both can be differentiated with respect to x, residual and weight, which have to
be on one device, a CPU or the first GPU. What the arguments mean, and what is
raised, is documented at `rmsnorm.norm`.
"""

from typing import Optional, Tuple

import torch
from torch import Tensor

from . import _norm


@torch.library.custom_op("rmsnorm::norm", mutates_args=(), device_types=("cpu", "cuda"))
def norm(
    x: Tensor,
    weight: Optional[Tensor] = None,
    *,
    eps: float = 1e-6,
    weight_offset: float = 0.0,
    rounding: str = "after_weight",
) -> Tensor:
    """The norm of x's last dimension, in x's dtype."""
    _check_devices(x=x, weight=weight)
    return _norm.norm(x, weight, eps=eps, weight_offset=weight_offset, rounding=rounding)


@torch.library.custom_op("rmsnorm::add_norm", mutates_args=(), device_types=("cpu", "cuda"))
def add_norm(
    x: Tensor,
    residual: Tensor,
    weight: Optional[Tensor] = None,
    *,
    eps: float = 1e-6,
    weight_offset: float = 0.0,
    rounding: str = "after_weight",
) -> Tuple[Tensor, Tensor]:
    """The norm of x + residual, and that sum, rounded to x's dtype."""
    _check_devices(x=x, residual=residual, weight=weight)
    return _norm.norm(x, weight, eps=eps, weight_offset=weight_offset, rounding=rounding, residual=residual)


def _check_devices(x: Tensor, **others: Optional[Tensor]) -> None:
    """`rmsnorm.norm` would copy what is elsewhere, at every call."""
    for name, other in others.items():
        if other is not None and other.device != x.device:
            raise TypeError(f"x is on device {x.device}, but {name} is on {other.device}: move one of them")


@norm.register_fake
def _(x, weight=None, **_):
    _check_devices(x, weight=weight)
    return torch.empty_like(x, memory_format=torch.contiguous_format)


@add_norm.register_fake
def _(x, residual, weight=None, **_):
    _check_devices(x, residual=residual, weight=weight)
    return tuple(torch.empty_like(x, memory_format=torch.contiguous_format) for _ in range(2))


def _gradients(ctx, grad: Tensor, row: Tensor, weight: Optional[Tensor]) -> Tuple[Tensor, Optional[Tensor]]:
    """Of the row that was normalised, and of the weight; in f32, f64 for f64.

    With n = row * r and g = grad * (weight + offset), the row's is
    r * (g - n * mean(g * n)) and the weight's the sum of grad * n over the rows.
    """
    compute = torch.float64 if row.dtype == torch.float64 else torch.float32
    row32, grad32 = row.to(compute), grad.to(compute)
    r = torch.rsqrt(row32.square().mean(-1, keepdim=True) + ctx.eps)
    n = row32 * r
    if weight is None:
        g, grad_weight = grad32, None
    else:
        g = grad32 * (weight.to(compute) + ctx.weight_offset)
        rows = tuple(range(grad.dim() - weight.dim()))
        grad_weight = (grad32 * n).sum(rows).to(weight.dtype) if rows else (grad32 * n).to(weight.dtype)
    return r * (g - n * (g * n).mean(-1, keepdim=True)), grad_weight


def _save_norm(ctx, inputs, keyword_only_inputs, output):
    x, weight = inputs
    ctx.eps, ctx.weight_offset = keyword_only_inputs["eps"], keyword_only_inputs["weight_offset"]
    ctx.save_for_backward(x, weight)


def _norm_backward(ctx, grad):
    x, weight = ctx.saved_tensors
    grad_x, grad_weight = _gradients(ctx, grad, x, weight)
    return grad_x.to(x.dtype), grad_weight


def _save_add_norm(ctx, inputs, keyword_only_inputs, output):
    ctx.eps, ctx.weight_offset = keyword_only_inputs["eps"], keyword_only_inputs["weight_offset"]
    ctx.save_for_backward(output[1], inputs[2])


def _add_norm_backward(ctx, grad, grad_sum):
    row, weight = ctx.saved_tensors
    grad_row, grad_weight = _gradients(ctx, grad, row, weight)
    grad_row = (grad_row + grad_sum).to(row.dtype)
    return grad_row, grad_row, grad_weight


norm.register_autograd(_norm_backward, setup_context=_save_norm)
add_norm.register_autograd(_add_norm_backward, setup_context=_save_add_norm)
