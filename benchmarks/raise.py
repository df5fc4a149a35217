#!/usr/bin/env python3
"""Times --rmsnorm-raise on modules of about 20,000 ops.

raise.py [--bin build/bin] [--ops 20000]

The modules: norms one after the other, as a model has them; elementwise ops and
matmuls without a norm; long chains of elementwise ops that end in reductions and
roots, which a matcher could walk up again and again; and one body with many
scalars. Prints the ops of each, the time of the pass (`-mlir-timing`), and the
norms that it found.
"""
import argparse
import os
import re
import subprocess
import tempfile

TYPE, ROW = "tensor<8x64xf32>", "tensor<8xf32>"


def elementwise(result, op, *operands):
    return f"%{result} = {op} {', '.join('%' + o for o in operands)} : {TYPE}"


def norm(i, x):
    return [
        elementwise(f"q{i}", "arith.mulf", x, x),
        f"%s{i} = linalg.reduce {{arith.addf}} ins(%q{i} : {TYPE}) outs(%zero : {ROW}) dimensions = [1]",
        f"%m{i} = arith.divf %s{i}, %n : {ROW}",
        f"%v{i} = arith.addf %m{i}, %eps : {ROW}",
        f"%r{i} = math.rsqrt %v{i} : {ROW}",
        f"%b{i} = linalg.broadcast ins(%r{i} : {ROW}) outs(%e : {TYPE}) dimensions = [1]",
        elementwise(f"y{i}", "arith.mulf", x, f"b{i}"),
    ]


def norms(count):
    lines, x = [], "x"
    for i in range(count // 8):
        lines += norm(i, x) + [elementwise(f"a{i}", "arith.addf", f"y{i}", x)]
        x = f"a{i}"
    return lines, x


def no_norms(count):
    lines, x = [], "x"
    for i in range(count // 4):
        lines += [
            elementwise(f"p{i}", "arith.mulf", x, "x"),
            elementwise(f"o{i}", "math.sqrt", f"p{i}"),
            elementwise(f"d{i}", "arith.divf", f"o{i}", f"p{i}"),
            f"%a{i} = linalg.matmul ins(%d{i}, %w : {TYPE}, tensor<64x64xf32>) outs(%x : {TYPE}) -> {TYPE}",
        ]
        x = f"a{i}"
    return lines, x


def chains(count):
    """Every product looks like the last of a norm, and none is one."""
    lines, x = [], "x"
    for i in range(count // 40):
        for j in range(33):
            lines.append(elementwise(f"c{i}_{j}", "arith.mulf", x, x if j % 2 else "x"))
            x = f"c{i}_{j}"
        lines += norm(i, "z")[:-1]
        lines.append(elementwise(f"y{i}", "arith.mulf", x, f"b{i}"))
        x = f"y{i}"
    return lines, x


def body(count):
    lines = [
        "%a = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], "
        f'iterator_types = ["parallel", "parallel"]}} ins(%x : {TYPE}) outs(%e : {TYPE}) {{',
        "^bb0(%in: f32, %out: f32):",
        "%k0 = arith.mulf %in, %in : f32",
    ]
    for i in range(1, count):
        op = "math.rsqrt" if i % 3 == 0 else "arith.mulf"
        operands = f"%k{i - 1}" if i % 3 == 0 else f"%k{i - 1}, %k{i // 2}"
        lines.append(f"%k{i} = {op} {operands} : f32")
    return lines + [f"linalg.yield %k{count - 1} : f32", f"}} -> {TYPE}"], "a"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--ops", type=int, default=20000)
    args = parser.parse_args()
    for build in (norms, no_norms, chains, body):
        lines, result = build(args.ops)
        head = [
            f"func.func @main(%x: {TYPE}, %z: {TYPE}, %w: tensor<64x64xf32>) -> {TYPE} {{",
            f"%zero = arith.constant dense<0.0> : {ROW}",
            f"%n = arith.constant dense<64.0> : {ROW}",
            f"%eps = arith.constant dense<1.0e-6> : {ROW}",
            f"%e = tensor.empty() : {TYPE}",
        ]
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write("\n".join(head + lines + [f"return %{result} : {TYPE}", "}"]))
            file.flush()
            run = subprocess.run(
                [os.path.join(args.bin, "rmsnorm-opt"), file.name, "--rmsnorm-raise", "-mlir-timing", "-mlir-timing-display=list"],
                capture_output=True, text=True, check=True)
        seconds = re.search(r"^\s*([0-9.]+) .*RaisePass", run.stderr, re.M) or re.search(r"^\s*([0-9.]+) .*Raise", run.stderr, re.M)
        found = run.stdout.count("rmsnorm.norm ")
        print(f"{build.__name__:9} {len(lines):6} ops {float(seconds[1]):7.3f} s  {found} norms")


if __name__ == "__main__":
    main()
