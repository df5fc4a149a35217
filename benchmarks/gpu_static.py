#!/usr/bin/env python3
"""Compares the machine code of norms for sm_90 with Triton's, without a GPU.

Writes gpu_static.md beside this file. Of Triton, which is left out where it is not
installed, the number of warps with the fewest instructions per element counts.
Also passes every kernel through ptxas for other chips."""

import argparse
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

from gpu_sources import SOURCES
from sass import analyse

HERE = pathlib.Path(__file__).resolve().parent
DTYPES = ("f32", "bf16", "f16")
COLUMNS = (128, 1024, 2048, 4096, 5120, 8192)
CHIPS = ("sm_80", "sm_90", "sm_100", "sm_120")


def compile_ours(compiler, folder, kind, dtype, columns, chip, stage):
    stem = folder / f"{kind}-{dtype}-{columns}"
    stem.with_suffix(".mlir").write_text(SOURCES[kind](dtype, columns))
    output = stem.with_suffix(stage)
    subprocess.run([compiler, stem.with_suffix(".mlir"), "--target=cuda", f"--chip={chip}", "-o", output], check=True)
    return output


def ours(compiler, folder, kind, dtype, columns):
    for chip in CHIPS:
        if chip != "sm_90":
            compile_ours(compiler, folder, kind, dtype, columns, chip, ".cubin")
    ptx = compile_ours(compiler, folder, kind, dtype, columns, "sm_90", ".ptx").read_text()
    # Lanes of a row along x, rows along y.
    sizes = [int(n) for n in re.search(r"\.(?:max|req)ntid ([\d, ]+)", ptx)[1].split(",")] + [1]
    cubin = compile_ours(compiler, folder, kind, dtype, columns, "sm_90", ".cubin")
    return analyse(cubin, sizes[0] * sizes[1], sizes[1])


def triton_best(folder, kind, dtype, columns, fused):
    """Triton's kernel with the fewest instructions per element, and its warps."""
    if not importlib.util.find_spec("triton"):
        return None, None
    from triton_norms import WARPS, compile_kernel

    found = []
    for warps in WARPS:
        path = folder / "triton.cubin"
        path.write_bytes(compile_kernel(kind, dtype, columns, warps, fused))
        found.append((analyse(path, 32 * warps), warps))
    return min(found, key=lambda pair: (pair[0].spills > 0, pair[0].per_element(columns)))


def accesses(counts):
    return " + ".join(f"{n}x{bits}" for bits, n in counts.items()) or "-"


def cells(kernel, columns):
    if not kernel:
        return ["-"] * 7
    return [f"{kernel.per_element(columns):.2f}", str(kernel.instructions), str(kernel.registers),
            f"{kernel.spills}/{kernel.stack}", f"{accesses(kernel.loads)}, {accesses(kernel.stores)}", str(kernel.barriers),
            f"{kernel.occupancy():.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default=HERE.parent / "build/bin/rmsnorm-compile")
    parser.add_argument("--kinds", nargs="*", default=list(SOURCES), choices=list(SOURCES))
    parser.add_argument("--dtypes", nargs="*", default=DTYPES, choices=DTYPES)
    parser.add_argument("--columns", nargs="*", type=int, default=COLUMNS)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "gpu_static.md")
    options = parser.parse_args()
    header = ["per element", "instructions", "registers", "spills/stack", "loads, stores (count x bits)", "barriers", "occupancy"]
    names = ["block", *header, "warps", *(f"Triton: {h}" for h in header), "ratio", "ratio to fused"]
    lines = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kind in options.kinds:
            lines += [f"\n## {kind}\n", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
            for dtype in options.dtypes:
                for columns in options.columns:
                    kernel = ours(options.compiler, folder, kind, dtype, columns)
                    peer, warps = triton_best(folder, kind, dtype, columns, fused=False)
                    fused, _ = triton_best(folder, kind, dtype, columns, fused=True)
                    ratios = [f"{kernel.per_element(columns) / p.per_element(columns):.2f}" if p else "-" for p in (peer, fused)]
                    row = [f"{kernel.threads} threads, {kernel.rows} rows", *cells(kernel, columns), str(warps or "-"),
                           *cells(peer, columns), *ratios]
                    lines.append(f"| {dtype} {columns} | {' | '.join(row)} |")
                    print(f"{kind} {dtype} {columns}: {row[1]} an element, Triton {row[9]} (ratios {' and '.join(ratios)})", flush=True)
    text = f"""# Machine code of norms for sm_90, before it runs

Written by `gpu_static.py`. Instructions per element are the kernel's SASS instructions, without the padding behind
its end, times the threads of a block over the elements of its rows; code that is seldom executed (a division's path
for subnormal numbers) is counted too. Loads and stores are those of global memory, as a thread executes them.
Occupancy follows from registers, shared memory and threads. Triton is its best of 1 to 16 warps, with
the row length known when it is compiled and the same roundings, which takes `enable_fp_fusion=False`; a `ratio` below 1
means that we have fewer instructions. `ratio to fused` compares with what Triton makes where it may turn products and
sums into fused multiply-adds, which we do for the squares of a norm alone.
Every kernel also passed ptxas for {', '.join(CHIPS)}.
"""
    options.output.write_text(text + "\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
