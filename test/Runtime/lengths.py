"""Norms of rows of any length, known before the run or not.

A row has the same bits alone and in a batch, and if what makes it is fused with
the norm. On a GPU it also has the same bits
whether its length is known to the compiler or not. Sums in f32 are compared with
float64; sums in f16 with the sum in the order of the row, each step rounded.
"""

import argparse
import os
import subprocess
import sys

import numpy as np

EPSILON = 1.0e-06


ADD = """
  %s = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%x : {x}) outs(%e : {x}) {{
  ^bb0(%v: {type}, %o: {type}):
    %zero = arith.constant -0.0 : {type}
    %sum = arith.addf %v, %zero : {type}
    linalg.yield %sum : {type}
  }} -> {x}"""


def source(type, n, rows, static, attributes, fused):
    shape = f"{rows}x{n}" if static else "?x?"
    x, w = f"tensor<{shape}x{type}>", f"tensor<{n if static else '?'}x{type}>"
    dims = "" if static else (
        f"%c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
        f"  %m = tensor.dim %x, %c0 : {x}\n  %n = tensor.dim %x, %c1 : {x}\n"
    )
    return (
        f"func.func @main(%x: {x}, %w: {w}) -> {x} {{\n  {dims}"
        f"  %e = tensor.empty({'' if static else '%m, %n'}) : {x}{ADD.format(x=x, type=type) if fused else ''}\n"
        f"  %y = rmsnorm.norm ins(%{'s' if fused else 'x'} : {x}) weight(%w : {w}) outs(%e : {x}) {{{attributes}}} -> {x}\n"
        f"  return %y : {x}\n}}\n"
    )


class Norm:
    def __init__(self, args, type, n, attributes=f"epsilon = {EPSILON:.1e} : f64"):
        self.args, self.type, self.n, self.attributes = args, type, n, attributes

    def run(self, x, w, static, fused=False):
        path = os.path.join(self.args.dir, "length")
        with open(path + ".mlir", "w") as f:
            f.write(source(self.type, self.n, len(x), static, self.attributes, fused))
        np.save(path + ".x.npy", x)
        np.save(path + ".w.npy", w)
        command = [self.args.run, path + ".mlir", f"--target={self.args.target}"]
        command += [f"--input={path}.x.npy", f"--input={path}.w.npy", f"--output={path}.y.npy"]
        subprocess.run(command, check=True)
        return np.load(path + ".y.npy")


def in_f32(x, w):
    wide = x.astype(np.float64)
    return wide / np.sqrt(np.mean(wide * wide, axis=-1, keepdims=True) + EPSILON) * w


def in_f16(x, w):
    """Every step rounds to f16; a sum goes from the first element to the last."""
    f16 = np.float16
    x, w = x.astype(f16), w.astype(f16)
    total = np.cumsum(x * x, axis=-1, dtype=f16)[:, -1:]
    mean = total / f16(x.shape[1]) + f16(EPSILON)
    root = (1 / np.sqrt(mean.astype(np.float64))).astype(f16)
    return (x * root * w).astype(np.float64)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", default="rmsnorm-run")
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    parser.add_argument("--type", default="f32")
    parser.add_argument("--order", action="store_true", help="sum in f16 in the order of the row")
    parser.add_argument("lengths", type=int, nargs="+")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    failures = []

    def expect(condition, what):
        if not condition:
            failures.append(what)

    for n in args.lengths:
        random = np.random.default_rng(n)
        x = random.standard_normal((5, n)).astype(np.float32)
        w = random.uniform(-2, 2, n).astype(np.float32)
        attributes = f"epsilon = {EPSILON:.1e} : f64" + (", compute_type = f16" if args.order else "")
        norm = Norm(args, args.type, n, attributes)
        fixed, dynamic = norm.run(x, w, True), norm.run(x, w, False)
        for name, y, static in (("static", fixed, True), ("dynamic", dynamic, False)):
            alone = norm.run(x[3:4], w, static)
            expect(np.array_equal(alone[0], y[3]), f"{name} {n}: a row alone has other bits")
            fused = norm.run(x, w, static, fused=True)
            expect(np.array_equal(fused, y), f"{name} {n}: an addition in front gives other bits")
        if args.target != "cpu" or args.order:
            expect(np.array_equal(fixed, dynamic), f"{n}: static and dynamic rows have other bits")
        if args.order:
            expect(np.array_equal(fixed, in_f16(x, w)), f"{n}: not the sum in order")
        elif args.type == "f32":
            wanted = in_f32(x, w)
            error = np.max(np.abs(fixed - wanted) / np.spacing(np.abs(wanted).astype(np.float32)))
            expect(error <= 16, f"{n}: off by {error} ulp")
            equal = np.full((1, n), 0.1, np.float32)
            off = np.abs(norm.run(equal, np.ones(n, np.float32), False) - in_f32(equal, 1))
            expect(np.max(off) <= 16 * 2.0**-24, f"{n}: equal elements are off by {np.max(off)}")
    empty = np.zeros((2, 0), np.float32)
    norm = Norm(args, args.type, 0)
    expect(norm.run(empty, empty[0], False).shape == (2, 0), "rows without elements")
    print("\n".join(failures) or "all right")
    sys.exit(bool(failures))


main()
