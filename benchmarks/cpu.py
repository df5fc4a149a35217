#!/usr/bin/env python3
"""Measures norms on the CPU beside other libraries and a copy of as many bytes.

Writes cpu.md and cpu.svg beside this file. Needs NumPy and a C compiler with
OpenMP; peers that are not installed are left out (see peers.py)."""

import argparse
import ctypes
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import time

# How long idle threads of OpenMP keep their core busy, in milliseconds: with the
# default, 200, they would slow down whoever comes next.
os.environ.setdefault("KMP_BLOCKTIME", "1")

import numpy as np
from peers import EPSILON, PEERS
from plot import write_bars

HERE = pathlib.Path(__file__).resolve().parent
SHAPES = [(1, 4096), (8, 4096), (64, 4096), (2048, 4096), (16384, 1024), (4096, 8192), (32768, 128), (3000, 5120)]
DTYPES = {"f32": np.float32, "bf16": np.uint16, "f16": np.float16}
OURS = "rmsnorm"


def source(dtype, columns):
    x, w = f"tensor<?x{columns}x{dtype}>", f"tensor<{columns}x{dtype}>"
    return f"""func.func @norm(%x: {x}, %w: {w}) -> {x} {{
      %c0 = arith.constant 0 : index
      %m = tensor.dim %x, %c0 : {x}
      %e = tensor.empty(%m) : {x}
      %y = rmsnorm.norm ins(%x : {x}) weight(%w : {w}) outs(%e : {x}) {{epsilon = {EPSILON:.1e} : f64}} -> {x}
      return %y : {x}
    }}"""


def aligned(values):
    """A copy of `values` at a page, where all contenders find it."""
    space = np.empty(values.nbytes + 4096, np.uint8)
    start = -space.ctypes.data % 4096
    copy = space[start:start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def encode(values, dtype):
    if dtype != "bf16":
        return aligned(values.astype(DTYPES[dtype]))
    bits = values.view(np.uint32)
    return aligned(((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16))


def decode(values, dtype):
    return (values.astype(np.uint32) << 16).view(np.float32) if dtype == "bf16" else values.astype(np.float32)


def descriptor(array):
    rank = array.ndim

    class MemRef(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]

    strides = [s // array.itemsize for s in array.strides]
    sizes, strides = (ctypes.c_int64 * rank)(*array.shape), (ctypes.c_int64 * rank)(*strides)
    return MemRef(array.ctypes.data, array.ctypes.data, 0, sizes, strides)


def ours(compiler, folder, x, weight, y, dtype):
    stem = pathlib.Path(folder) / f"norm_{dtype}_{x.shape[1]}"
    if not stem.with_suffix(".so").exists():
        stem.with_suffix(".mlir").write_text(source(dtype, x.shape[1]))
        subprocess.run([compiler, stem.with_suffix(".mlir"), "-o", stem.with_suffix(".so")], check=True)
    function = ctypes.CDLL(str(stem.with_suffix(".so")))._mlir_ciface_norm
    memrefs = [descriptor(a) for a in (x, weight, y)]
    arguments = [ctypes.byref(m) for m in memrefs]
    return lambda: (function(*arguments), memrefs)[0]


def copies(folder, x, y):
    library = pathlib.Path(folder) / "copy.so"
    if not library.exists():
        compiler = next(filter(None, map(shutil.which, ("clang-22", "clang", "gcc"))))
        subprocess.run([compiler, "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", HERE / "copy.c", "-o", library,
                        "-Wl,-rpath,/usr/lib/llvm-22/lib"], check=True)
    loaded, arguments = ctypes.CDLL(str(library)), (ctypes.c_void_p(y.ctypes.data), ctypes.c_void_p(x.ctypes.data),
                                                    ctypes.c_int64(x.nbytes))
    names = ("copy_serial", "copy_parallel", "copy_past_caches")
    return {name: (lambda f=getattr(loaded, name): f(*arguments)) for name in names}


def measure(contenders, seconds):
    """The least time of a call of each. They take turns, since the speed of a
    shared machine drifts; short calls are timed many at once. Each turn starts
    when the threads of the one before have gone to sleep."""
    best, many = {}, {}
    for name, call in contenders.items():
        call()
        start = time.perf_counter()
        call()
        many[name] = max(1, int(2e-4 / max(time.perf_counter() - start, 1e-7)))
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < 5 or time.perf_counter() < end:
        rounds += 1
        for name, call in contenders.items():
            time.sleep(0.004)
            call()
            for _ in range(5 if best.get(name, 1) < 0.02 else 1):
                start = time.perf_counter()
                for _ in range(many[name]):
                    call()
                elapsed = (time.perf_counter() - start) / many[name]
                best[name] = min(best.get(name, elapsed), elapsed)
    return best


def bench(compiler, folder, shape, dtype, seconds):
    random = np.random.default_rng(0)
    x = encode(random.standard_normal(shape, dtype=np.float32), dtype)
    weight = encode(random.standard_normal(shape[1], dtype=np.float32), dtype)
    y = aligned(np.zeros_like(x))
    contenders = {OURS: ours(compiler, folder, x, weight, y, dtype)}
    contenders[OURS]()
    wide = decode(x[:8], dtype).astype(np.float64)
    expected = wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + EPSILON) * decode(weight, dtype)
    np.testing.assert_allclose(decode(y[:8], dtype), expected, rtol=1e-5 if dtype == "f32" else 1e-2, atol=1e-6)
    for name, peer in PEERS.items():
        try:
            contenders[name] = peer(x, weight, y, dtype)
            contenders[name]()
        except Exception as problem:  # A peer may fail in any way of its own.
            contenders.pop(name, None)
            print(f"  without {name}: {type(problem).__name__}: {str(problem).splitlines()[0] if str(problem) else ''}")
    target = aligned(np.zeros_like(x))
    times = measure({**contenders, **copies(folder, x, target)}, seconds)
    copy = min(t for name, t in times.items() if name.startswith("copy_"))
    return {name: times[name] for name in contenders}, copy, 2 * x.nbytes


def processor():
    info = pathlib.Path("/proc/cpuinfo")
    names = [l.split(":")[1].strip() for l in info.read_text().splitlines() if l.startswith("model name")] if info.exists() else []
    return names[0] if names else platform.processor()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default=HERE.parent / "build/bin/rmsnorm-compile")
    parser.add_argument("--seconds", type=float, default=2, help="for each shape and type")
    parser.add_argument("--output", type=pathlib.Path, default=HERE, help="folder for cpu.md and cpu.svg")
    options = parser.parse_args()
    series = [OURS, *PEERS]
    panels, lines = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for dtype in DTYPES:
            panels[dtype] = {}
            for shape in SHAPES:
                times, copy, size = bench(options.compiler, folder, shape, dtype, options.seconds)
                group = f"{shape[0]}x{shape[1]}"
                panels[dtype].update({(name, group): copy / t for name, t in times.items()})
                cells = [f"{times[n] * 1e6:.1f} ({copy / times[n]:.2f})" if n in times else "-" for n in series]
                lines.append(f"| {dtype} {group} | {size / copy * 1e-9:.0f} | {size / times[OURS] * 1e-9:.0f} | {' | '.join(cells)} |")
                print(lines[-1], flush=True)
    threads = len(os.sched_getaffinity(0))
    text = [f"# Norms on the CPU\n\n{processor()}, {threads} threads. Microseconds a call, called from Python in one process, least of many; in",
            "brackets the speed as a share of the fastest copy of as many bytes in the same run. Written by `cpu.py`.\n",
            f"| | copy GB/s | {OURS} GB/s | {' | '.join(series)} |", f"|---|{'---|' * (2 + len(series))}", *lines]
    (options.output / "cpu.md").write_text("\n".join(text) + "\n\n![the same as bars](cpu.svg)\n")
    groups = [f"{m}x{n}" for m, n in SHAPES]
    write_bars(options.output / "cpu.svg", "Speed as a share of a streaming copy (dashed: 1.0)", panels, groups, series)


if __name__ == "__main__":
    main()
