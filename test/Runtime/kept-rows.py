"""Rows whose values are kept in a buffer from one pass to the next: norm and
quantisation, and a gated norm, in bf16.

Rows of any length, known before the run or not, of no elements and none at all.
A row has the same bits alone and in a batch; the numbers are NumPy's in float64
with the roundings of the IR."""

import argparse
import os
import subprocess
import sys

import numpy as np

EPSILON = 1.0e-06
ROWS = "affine_map<(i, j) -> (i, j)>"
ROW = "affine_map<(i, j) -> (i)>"

# y = norm(silu(z) * x): the gate, with its exp and two roundings, is needed twice.
GATED = """
  %g = linalg.generic {{indexing_maps = [{rows}, {rows}, {rows}], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %z : {x}, {x}) outs(%e : {x}) {{
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %one = arith.constant 1.0 : f32
    %0 = arith.extf %b : bf16 to f32
    %1 = arith.negf %0 : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.divf %0, %3 : f32
    %5 = arith.truncf %4 : f32 to bf16
    %6 = arith.mulf %5, %a : bf16
    linalg.yield %6 : bf16
  }} -> {x}
  %y = rmsnorm.norm ins(%g : {x}) outs(%e : {x}) {{epsilon = {epsilon} : f64}} -> {x}
  return %y : {x}"""

# q = round(y / scale) with scale = max|y| / 127 of each row of the norm.
QUANTISED = """
  %y = rmsnorm.norm ins(%x : {x}) outs(%e : {x}) {{epsilon = {epsilon} : f64}} -> {x}
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 127.0 : f32
  %least = arith.constant 1.0e-12 : f32
  %se = tensor.empty({m}) : {s}
  %s0 = linalg.fill ins(%zero : f32) outs(%se : {s}) -> {s}
  %max = linalg.generic {{indexing_maps = [{rows}, {row}], iterator_types = ["parallel", "reduction"]}}
      ins(%y : {x}) outs(%s0 : {s}) {{
  ^bb0(%v: bf16, %o: f32):
    %0 = arith.extf %v : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.maximumf %1, %o : f32
    linalg.yield %2 : f32
  }} -> {s}
  %scale = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      ins(%max : {s}) outs(%se : {s}) {{
  ^bb0(%v: f32, %o: f32):
    %0 = arith.divf %v, %limit : f32
    %1 = arith.maximumf %0, %least : f32
    linalg.yield %1 : f32
  }} -> {s}
  %qe = tensor.empty({mn}) : {q}
  %q = linalg.generic {{indexing_maps = [{rows}, {row}, {rows}], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %scale : {x}, {s}) outs(%qe : {q}) {{
  ^bb0(%v: bf16, %b: f32, %o: i8):
    %0 = arith.extf %v : bf16 to f32
    %1 = arith.divf %0, %b : f32
    %2 = math.roundeven %1 : f32
    %3 = arith.fptosi %2 : f32 to i8
    linalg.yield %3 : i8
  }} -> {q}
  return %q, %scale : {q}, {s}"""


def source(body, shape):
    def tensor(dims, element):
        return f"tensor<{'x'.join([*map(str, dims), element])}>"

    dynamic = "?" in shape
    types = {"x": tensor(shape, "bf16"), "q": tensor(shape, "i8"), "s": tensor(shape[:1], "f32")}
    x = types["x"]
    results = x if body is GATED else f"({types['q']}, {types['s']})"
    names = {"m": "%m" if dynamic else "", "mn": "%m, %n" if dynamic else "", "rows": ROWS, "row": ROW}
    sizes = f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : {x}
  %n = tensor.dim %x, %c1 : {x}""" if dynamic else ""
    return (f"func.func @main(%x: {x}{f', %z: {x}' if body is GATED else ''}) -> {results} {{{sizes}\n"
            f"  %e = tensor.empty({names['mn']}) : {x}{body.format(**types, **names, epsilon=f'{EPSILON:.1e}')}\n}}\n")


def bf16(v):
    _, exponent = np.frexp(v)
    step = np.ldexp(1.0, np.maximum(exponent, -125) - 8)
    return np.rint(v / step) * step


def norm(x):
    return bf16(x / np.sqrt((x * x).mean(-1, keepdims=True) + EPSILON))


def gated(x, z):
    return [norm(bf16(bf16(z / (1 + np.exp(-z))) * x))]


def quantised(x):
    y = norm(x)
    scale = np.maximum(np.abs(y).max(-1, initial=0) / 127, 1e-12)
    return [np.rint(y / scale[:, None]), scale]


def run(args, body, arrays, static):
    m, n = arrays[0].shape
    with open("rows.mlir", "w") as f:
        f.write(source(body, (m, n) if static else ("?", "?")))
    command = [args.run, "rows.mlir"]
    for i, a in enumerate(arrays):
        np.save(f"in{i}.npy", a)
        command.append(f"--input=in{i}.npy")
    results = ["y0.npy"] if body is GATED else ["y0.npy", "y1.npy"]
    subprocess.run(command + [f"--output={r}" for r in results], check=True)
    return [np.load(r) for r in results]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", default="rmsnorm-run")
    parser.add_argument("--dir", default=".")
    parser.add_argument("lengths", type=int, nargs="+")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    os.chdir(args.dir)
    random = np.random.default_rng(0)
    failures = 0
    for n in args.lengths:
        for m in (0, 1, 5) if n > 4096 else (0, 1, 700):
            for body, reference, count in ((GATED, gated, 2), (QUANTISED, quantised, 1)):
                arrays = [bf16(random.standard_normal((m, n))).astype(np.float32) for _ in range(count)]
                wanted = reference(*[a.astype(np.float64) for a in arrays])
                got = run(args, body, arrays, static=True)
                alike = run(args, body, arrays, static=False)
                what = f"{reference.__name__} {m}x{n}"
                # Sums in f32 may round a value to its neighbour now and then.
                for g, w in zip(got, wanted):
                    near = np.abs(g - w) <= (1 if g.dtype == np.int8 else 2.0**-7 * np.abs(w))
                    if g.shape != w.shape or not near.all() or (g.size and np.mean(np.abs(g - w) > 1e-6 * np.abs(w)) > 0.01):
                        print(f"{what}: not the reference's numbers")
                        failures += 1
                if any(not np.array_equal(a, b) for a, b in zip(got, alike)):
                    print(f"{what}: other bits where the shape is known at run time only")
                    failures += 1
                if m > 1:
                    alone = run(args, body, [a[m // 2:m // 2 + 1] for a in arrays], static=True)
                    if any(not np.array_equal(a[m // 2:m // 2 + 1], b) for a, b in zip(got, alone)):
                        print(f"{what}: other bits alone")
                        failures += 1
    print(f"{failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
