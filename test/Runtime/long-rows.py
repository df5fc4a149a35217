"""Norms of rows that no block of a GPU holds in registers, with what is around them.

Rows that fit into shared memory are read once, others again; both compute the same.
Compared with float64 that rounds where the model does. A row has the same bits whether
its length is known before the run or not.
"""

import argparse
import os
import subprocess
import sys

import numpy as np

EPSILON = 1.0e-06


def bf16(x):
    bits = np.asarray(x, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)


# Per kind: the body of a function of %x and %w, and what it returns.
NORM = "%y = rmsnorm.norm ins(%{x} : {t}) weight(%w : {v}) outs(%e : {t}) {{epsilon = 1.0e-06 : f64{center}}} -> {t}\n"
ROWS = """#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
"""
INT8 = NORM + """  %zero = arith.constant 0.0 : f32
  %es = tensor.empty(%m) : tensor<?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %largest = linalg.generic {{indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%y : {t}) outs(%start : tensor<?xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %0 = math.absf %a : f32
    %1 = arith.maximumf %0, %o : f32
    linalg.yield %1 : f32
  }} -> tensor<?xf32>
  %eq = tensor.empty({sizes}) : {q}
  %q = linalg.generic {{indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %largest : {t}, tensor<?xf32>) outs(%eq : {q}) {{
  ^bb0(%a: f32, %b: f32, %o: i8):
    %c = arith.constant 127.0 : f32
    %d = arith.constant -128.0 : f32
    %s = arith.divf %b, %c : f32
    %0 = arith.divf %a, %s : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.maximumf %1, %d : f32
    %3 = arith.minimumf %2, %c : f32
    %4 = arith.fptosi %3 : f32 to i8
    linalg.yield %4 : i8
  }} -> {q}
"""
RESIDUAL = "%s = linalg.add ins(%x, %x : {t}, {t}) outs(%e : {t}) -> {t}\n  " + NORM
# Two rows of different types are read again, and the sum is nobody's result.
SUM = """%s = linalg.generic {{indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %r : {t}, {r}) outs(%e : {t}) {{
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %0 = arith.extf %b : bf16 to f32
    %1 = arith.addf %a, %0 : f32
    linalg.yield %1 : f32
  }} -> {t}
  """ + NORM
KINDS = {
    "norm": ("f32", NORM, "%y : {t}", "{t}"),
    "center": ("f32", NORM, "%y : {t}", "{t}"),
    "residual": ("bf16", RESIDUAL, "%y, %s : {t}, {t}", "({t}, {t})"),
    "sum": ("f32", SUM, "%y : {t}", "{t}"),
    "int8": ("f32", INT8, "%q : {q}", "{q}"),
}


def source(kind, n, static):
    type, body, returned, results = KINDS[kind]
    columns = n if static else "?"
    sizes = "%m" if static else "%m, %n"
    names = dict(t=f"tensor<?x{columns}x{type}>", v=f"tensor<{columns}x{type}>", q=f"tensor<?x{columns}xi8>",
                 r=f"tensor<?x{columns}xbf16>", sizes=sizes, center=", center" if kind == "center" else "", x="s" if kind in ("residual", "sum") else "x",
                 more=", %r: tensor<?x{}xbf16>".format(columns) if kind == "sum" else "")
    return ROWS + ("func.func @main(%x: {t}, %w: {v}{more}) -> " + results + """ {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : {t}
  %n = tensor.dim %x, %c1 : {t}
  %e = tensor.empty({sizes}) : {t}
  """ + body + "  return " + returned + "\n}}\n").format(**names)


def wanted(kind, x, w, r):
    if kind == "sum":
        x = x + r
    if kind == "residual":
        x = bf16(2 * x)
    wide = x.astype(np.float64)
    if kind == "center":
        wide -= wide.mean(-1, keepdims=True)
    y = wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + EPSILON) * w
    if kind == "residual":
        return [bf16(y), x]
    if kind == "int8":
        return [np.rint(y / (np.abs(y).max(-1, keepdims=True) / 127))]
    return [y]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", default="rmsnorm-run")
    parser.add_argument("--target", default="cuda-emulated")
    parser.add_argument("--dir", default=".")
    parser.add_argument("lengths", type=int, nargs="+")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    path = os.path.join(args.dir, "row")
    failures = []
    for kind in KINDS:
        for n in args.lengths:
            random = np.random.default_rng(n)
            x = bf16(random.standard_normal((3, n)) + 0.5)
            w = bf16(random.uniform(-2, 2, n))
            r = bf16(random.standard_normal((3, n)))
            np.save(path + ".x.npy", x)
            np.save(path + ".w.npy", w)
            np.save(path + ".r.npy", r)
            expected = wanted(kind, x, w, r)
            outputs = [f"{path}.{i}.npy" for i in range(len(expected))]
            before = None
            for static in (True, False):
                with open(path + ".mlir", "w") as f:
                    f.write(source(kind, n, static))
                subprocess.run([args.run, path + ".mlir", f"--target={args.target}", f"--input={path}.x.npy",
                                f"--input={path}.w.npy", *([f"--input={path}.r.npy"] if kind == "sum" else []),
                                *(f"--output={o}" for o in outputs)], check=True)
                results = [np.load(o) for o in outputs]
                for got, want in zip(results, expected):
                    # What rounds to few bits may now and then round the other way.
                    error = np.abs(got - want) / (1 if kind == "int8" else np.abs(want) + 1)
                    most = {"int8": 1, "residual": 2.0**-8}.get(kind, 2.0**-20)
                    if error.max() > most or (error > 2.0**-20).mean() > 1e-3:
                        failures.append(f"{kind} {n} {'static' if static else 'dynamic'}: off by {error.max()}")
                if before and not all(np.array_equal(a, b) for a, b in zip(before, results)):
                    failures.append(f"{kind} {n}: static and dynamic rows have other bits")
                before = results
    print("\n".join(failures) or "all right")
    sys.exit(bool(failures))


main()
