"""The kernels of gpu_sources.py as Triton's users write them, with the same
roundings; compiled without a GPU."""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.language.extra import libdevice

TYPES = {"f32": "fp32", "bf16": "bf16", "f16": "fp16"}
WARPS = (1, 2, 4, 8, 16)


@triton.jit
def norm(X, W, Y, eps, N: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < N
    x = tl.load(X + row * N + columns, inside, other=0.0).to(tl.float32)
    w = tl.load(W + columns, inside, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, 0) / N + eps)
    tl.store(Y + row * N + columns, (x * scale * w).to(Y.dtype.element_ty), inside)


@triton.jit
def residual(X, R, W, Y, S, eps, N: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < N
    x = tl.load(X + row * N + columns, inside, other=0.0).to(tl.float32)
    r = tl.load(R + row * N + columns, inside, other=0.0).to(tl.float32)
    w = tl.load(W + columns, inside, other=0.0).to(tl.float32)
    s = (x + r).to(S.dtype.element_ty)
    tl.store(S + row * N + columns, s, inside)
    wide = s.to(tl.float32)
    scale = tl.rsqrt(tl.sum(wide * wide, 0) / N + eps)
    tl.store(Y + row * N + columns, (wide * scale * w).to(Y.dtype.element_ty), inside)


@triton.jit
def int8(X, W, Q, S, eps, N: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < N
    x = tl.load(X + row * N + columns, inside, other=0.0).to(tl.float32)
    w = tl.load(W + columns, inside, other=0.0).to(tl.float32)
    y = x * tl.rsqrt(tl.sum(x * x, 0) / N + eps) * w
    s = tl.math.div_rn(tl.max(tl.abs(y), 0), 127.0)
    tl.store(S + row, s)
    tl.store(Q + row * N + columns, libdevice.rint(tl.math.div_rn(y, s)).to(tl.int8), inside)


KERNELS = {
    "norm": (norm, lambda t: {"X": t, "W": t, "Y": t}),
    "residual": (residual, lambda t: {"X": t, "R": t, "W": t, "Y": t, "S": t}),
    "int8": (int8, lambda t: {"X": t, "W": t, "Q": "*i8", "S": "*fp32"}),
}


def compile_kernel(name, dtype, columns, warps, fused):
    """The bytes of the cubin for sm_90, every pointer aligned to 16 bytes. Where
    `fused`, products and sums may be, which is another rounding."""
    function, pointers = KERNELS[name]
    pointers = pointers("*" + TYPES[dtype])
    signature = {**pointers, "eps": "fp32", "N": "constexpr", "BLOCK": "constexpr"}
    block = triton.next_power_of_2(columns)
    source = ASTSource(fn=function, signature=signature, constexprs={"N": columns, "BLOCK": block},
                       attrs={(i,): [["tt.divisibility", 16]] for i in range(len(pointers))})
    return triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": warps, "enable_fp_fusion": fused}).asm["cubin"]
