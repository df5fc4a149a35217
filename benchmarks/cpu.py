#!/usr/bin/env python3
"""Measures norms on the CPU beside other libraries and a copy of as many bytes.

Writes cpu.md and cpu.svg beside this file, and cpu.json, in which the figures of
several runs come together: each run measures what --case, --dtype and --shape
name and replaces those figures. Needs NumPy and a C compiler with OpenMP; peers
that are not installed are left out (see peers.py)."""

import argparse
import ctypes
import functools
import json
import math
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

# How long idle threads of OpenMP keep their core busy, in milliseconds: with the
# default, 200, they would slow down whoever comes next.
os.environ.setdefault("KMP_BLOCKTIME", "1")

import numpy as np
from cases import SOURCES, check, results_of
from peers import PEERS
from plot import write_bars

HERE = pathlib.Path(__file__).resolve().parent
SHAPES = ["1x4096", "8x4096", "64x4096", "2048x4096", "16384x1024", "4096x8192", "32768x128", "3000x5120"]
DTYPES = {"f32": np.float32, "bf16": np.uint16, "f16": np.float16}
OURS = "rmsnorm"
COPY = "copy"


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


def descriptor(a):
    """The memref descriptor of an array: two pointers, an offset, sizes, strides."""
    words = [a.ctypes.data, a.ctypes.data, 0, *a.shape, *(s // a.itemsize for s in a.strides)]
    return (ctypes.c_int64 * len(words))(*words)


def ours(compiler, folder, case, dtype, arrays):
    stem = pathlib.Path(folder) / f"{case}_{dtype}_{arrays[0].shape[1]}"
    if not stem.with_suffix(".so").exists():
        stem.with_suffix(".mlir").write_text(SOURCES[case](arrays[0].shape[1], dtype))
        subprocess.run([compiler, stem.with_suffix(".mlir"), "-o", stem.with_suffix(".so")], check=True)
    function = ctypes.CDLL(str(stem.with_suffix(".so")))._mlir_ciface_main
    return functools.partial(function, *[descriptor(a) for a in arrays])


def copies(folder, num_bytes):
    """Copies that read half of the bytes and write the other half."""
    library = pathlib.Path(folder) / "copy.so"
    if not library.exists():
        compiler = next(filter(None, map(shutil.which, ("clang-22", "clang", "gcc"))))
        subprocess.run([compiler, "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", HERE / "copy.c", "-o", library,
                        "-Wl,-rpath,/usr/lib/llvm-22/lib"], check=True)
    loaded, half = ctypes.CDLL(str(library)), num_bytes // 2
    source, target = aligned(np.ones(half, np.uint8)), aligned(np.zeros(half, np.uint8))
    pointers = ctypes.c_void_p(target.ctypes.data), ctypes.c_void_p(source.ctypes.data)

    def call(function):
        function(*pointers, ctypes.c_int64(half))
        return source, target  # Kept as long as the function is.

    names = ("copy_serial", "copy_parallel", "copy_past_caches")
    return {name: functools.partial(call, getattr(loaded, name)) for name in names}


def measure(contenders, seconds):
    """The least time of a call of each. They take turns, since the speed of a
    shared machine drifts; short calls are timed many at once. Each turn starts
    when the threads of the one before have gone to sleep, with calls that count
    for nothing, until its own have found their cores."""
    best, many = {}, {}
    for name, call in contenders.items():
        call()
        start = time.perf_counter()
        call()
        once = time.perf_counter() - start
        best[name], many[name] = once, max(1, int(2e-4 / max(once, 1e-7)))
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < 3 or time.perf_counter() < end:
        rounds += 1
        for name, call in contenders.items():
            time.sleep(0.02)
            start = time.perf_counter()
            while time.perf_counter() < start + 0.01:
                call()
            for _ in range(5 if best[name] < 0.01 else 1):
                start = time.perf_counter()
                for _ in range(many[name]):
                    call()
                best[name] = min(best[name], (time.perf_counter() - start) / many[name])
    return best


def bench(compiler, folder, case, dtype, shape, seconds):
    random = np.random.default_rng(0)
    rows, columns = map(int, shape.split("x"))
    inputs = [encode(random.standard_normal((rows, columns), dtype=np.float32), dtype)
              for _ in range(2 if case == "residual" else 1)]
    inputs.append(encode(random.standard_normal(columns, dtype=np.float32), dtype))
    results = [aligned(a) for a in results_of(case, (rows, columns), DTYPES[dtype])]
    contenders = {OURS: ours(compiler, folder, case, dtype, inputs + results)}
    contenders[OURS]()
    check(case, inputs, results, functools.partial(decode, dtype=dtype))
    for name, peer in PEERS.items():
        try:
            contenders[name] = peer(case, inputs, dtype)
            contenders[name]()
        except Exception as problem:  # A peer may fail in any way of its own.
            contenders.pop(name, None)
            print(f"  without {name}: {type(problem).__name__}: {str(problem).splitlines()[0] if str(problem) else ''}")
    num_bytes = sum(a.nbytes for a in inputs[:-1] + results)
    times = measure({**contenders, **copies(folder, num_bytes)}, seconds)
    figures = {name: times[name] for name in contenders}
    figures[COPY] = min(t for name, t in times.items() if name.startswith("copy_"))
    return {"bytes": num_bytes, "seconds": figures}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def best_peer(seconds):
    return min((t for name, t in seconds.items() if name not in (OURS, COPY)), default=None)


def table(entries, series):
    yield f"| | copy GB/s | {OURS} GB/s | {' | '.join(series)} | best peer / {OURS} |"
    yield f"|---|{'---|' * (3 + len(series))}"
    gains = []
    for group, entry in entries:
        seconds = entry["seconds"]
        copy, peer = seconds[COPY], best_peer(seconds)
        cells = [f"{seconds[n] * 1e6:.1f} ({copy / seconds[n]:.2f})" if n in seconds else "-" for n in series]
        gains += [peer / seconds[OURS]] if peer else []
        yield (f"| {group} | {entry['bytes'] / copy * 1e-9:.0f} | {entry['bytes'] / seconds[OURS] * 1e-9:.0f} | "
               f"{' | '.join(cells)} | {f'{gains[-1]:.2f}' if peer else '-'} |")
    if gains:
        yield ""
        yield (f"Beside the best peer of each line: {geometric_mean(gains):.2f} times as fast in the geometric mean, "
               f"{min(gains):.2f} at least.")


def processor():
    info = pathlib.Path("/proc/cpuinfo")
    fields = dict(line.split(":", 1) for line in info.read_text().splitlines() if ":" in line) if info.exists() else {}
    named = {key.strip(): value.strip() for key, value in fields.items()}
    widest = next((f for f in ("avx512f", "avx2", "sse2") if f in named.get("flags", "").split()), "")
    return " ".join(filter(None, [named.get("model name", "A CPU"), f"with {widest}" if widest else ""]))


def write_report(figures, folder):
    series = [OURS, *PEERS]
    threads = len(os.sched_getaffinity(0))
    lines = [f"# Norms on the CPU\n\n{processor()}, {threads} threads. Microseconds a call, called from Python in one process, least of",
             "many; in brackets the speed as a share of the fastest copy of as many bytes in the same run. Written by `cpu.py`;",
             "the cases are described in `peers.py`."]
    panels, groups = {}, []
    for case in SOURCES:
        entries = [(f"{dtype} {shape}", figures[f"{case} {dtype} {shape}"]) for dtype in DTYPES for shape in SHAPES
                   if f"{case} {dtype} {shape}" in figures]
        if entries:
            lines += [f"\n## {case}\n", *table(entries, series)]
    for dtype in DTYPES:
        for shape in SHAPES:
            if entry := figures.get(f"norm {dtype} {shape}"):
                groups += [shape] if shape not in groups else []
                panels.setdefault(dtype, {}).update({(name, shape): entry["seconds"][COPY] / entry["seconds"][name]
                                                     for name in series if name in entry["seconds"]})
    (folder / "cpu.md").write_text("\n".join(lines) + "\n\n![the norms as bars](cpu.svg)\n")
    write_bars(folder / "cpu.svg", "Norms: speed as a share of a streaming copy (dashed: 1.0)", panels, groups, series)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default=HERE.parent / "build/bin/rmsnorm-compile")
    parser.add_argument("--case", nargs="+", choices=SOURCES, default=list(SOURCES))
    parser.add_argument("--dtype", nargs="+", choices=DTYPES, default=list(DTYPES))
    parser.add_argument("--shape", nargs="+", default=SHAPES, metavar="ROWSxCOLUMNS")
    parser.add_argument("--seconds", type=float, default=2, help="for each case, type and shape")
    parser.add_argument("--output", type=pathlib.Path, default=HERE, help="folder for cpu.json, cpu.md and cpu.svg")
    options = parser.parse_args()
    stored = options.output / "cpu.json"
    figures = json.loads(stored.read_text()) if stored.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        for case in options.case:
            for dtype in options.dtype:
                for shape in options.shape:
                    entry = bench(options.compiler, folder, case, dtype, shape, options.seconds)
                    figures[f"{case} {dtype} {shape}"] = entry
                    seconds, peer = entry["seconds"], best_peer(entry["seconds"])
                    print(f"{case} {dtype} {shape}: {seconds[OURS] * 1e6:.1f} us, {seconds[COPY] / seconds[OURS]:.2f} of a copy"
                          + (f", best peer {peer / seconds[OURS]:.2f} times as long" if peer else ""), flush=True)
                    stored.write_text(json.dumps(figures, indent=1) + "\n")
                    write_report(figures, options.output)


if __name__ == "__main__":
    main()
