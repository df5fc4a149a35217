"""Functions that are no instructions, beside NumPy's in wider floats (and math.erf)
for random and extreme arguments: none is off by more than 4 ulp, and infinities,
NaN and the sign of zero are where they should be.
"""

import argparse
import math
import os
import subprocess
import sys

import numpy as np

WIDE = np.longdouble
FUNCTIONS = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "tanh": np.tanh, "erf": np.vectorize(math.erf), "log": np.log, "log2": np.log2,
    "log10": np.log10, "log1p": np.log1p, "powf": np.power,
}
TYPES = {"f64": np.float64, "f32": np.float32}


def module(type):
    body = ""
    for name in FUNCTIONS:
        operands = "%a, %b" if name == "powf" else "%a"
        body += (f"  %{name} = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = [\"parallel\"]}} "
                 f"ins(%x, %y : tensor<?x{type}>, tensor<?x{type}>) outs(%e : tensor<?x{type}>) {{\n"
                 f"  ^bb0(%a: {type}, %b: {type}, %o: {type}):\n    %r = math.{name} {operands} : {type}\n"
                 f"    linalg.yield %r : {type}\n  }} -> tensor<?x{type}>\n")
    types = ", ".join([f"tensor<?x{type}>"] * len(FUNCTIONS))
    return (f"#id = affine_map<(i) -> (i)>\nfunc.func @main(%x: tensor<?x{type}>, %y: tensor<?x{type}>) -> ({types}) {{\n"
            f"  %c0 = arith.constant 0 : index\n  %d = tensor.dim %x, %c0 : tensor<?x{type}>\n  %e = tensor.empty(%d) : tensor<?x{type}>\n"
            f"{body}  return {', '.join('%' + n for n in FUNCTIONS)} : {types}\n}}\n")


def arguments(dtype, random):
    """Pairs: the first of all magnitudes, the second such that powers are neither zero
    nor infinite; then every pair of special numbers."""
    info = np.finfo(dtype)
    n = 1000
    parts = [random.standard_normal(n), random.standard_normal(n) * 30, random.uniform(-750, 750, n), 1 + random.standard_normal(n) / 1000,
             random.uniform(0.4, 3, n), random.standard_normal(n) * 1e-5,
             np.ldexp(random.uniform(0.5, 1, 3 * n), random.integers(info.minexp - info.nmant, info.maxexp, 3 * n)) * random.choice([1, 1, -1], 3 * n)]
    with np.errstate(all="ignore"):
        x = np.concatenate(parts).astype(dtype)
        y = (random.uniform(-1, 1, len(x)) * info.maxexp * 0.7 / np.log(np.abs(x).astype(WIDE))).astype(dtype)
        y[::5] = np.round(y[::5])
    ends = np.array([0, info.smallest_subnormal, info.tiny, info.eps, 0.46875, 0.5, 1, 1 + info.eps, 1 - info.epsneg, 2, 3, 6, 8, 10,
                     info.maxexp, np.log(info.max), -np.log(info.tiny), 1000, 2.0**info.nmant + 1, info.max, np.inf, np.nan])
    special = np.concatenate([ends, -ends]).astype(dtype)
    return np.concatenate([x, np.repeat(special, len(special))]), np.concatenate([y, np.tile(special, len(special))])


def problem(got, want, dtype, signed):
    """What is wrong, and where; or None, and the largest error. Zeros have a sign where
    `signed`."""
    with np.errstate(all="ignore"):
        rounded = want.astype(dtype)
        step = np.spacing(np.minimum(np.abs(rounded), np.finfo(dtype).max))
        error = np.abs(got.astype(WIDE) - want) / step
    if not np.array_equal(np.isnan(got), np.isnan(want)):
        return "NaN is elsewhere", np.isnan(got) != np.isnan(want)
    # What is about as large as the largest number may be that or infinite.
    with np.errstate(all="ignore"):
        edge = np.abs(np.abs(want) / WIDE(np.finfo(dtype).max) - 1) < 8 * np.finfo(dtype).eps
    wrong = ~np.isnan(want) & ~edge & np.where(np.isfinite(rounded), ~(error <= 4), got != rounded)
    if wrong.any():
        return f"off by up to {error[wrong].max()} ulp", wrong
    wrong = (want == 0) & (np.signbit(got) != np.signbit(want)) & signed
    return ("the sign of zero", wrong) if wrong.any() else (None, np.nanmax(np.where(np.isfinite(rounded) & ~edge, error, 0)))


parser = argparse.ArgumentParser()
parser.add_argument("--target", default="cpu")
parser.add_argument("--dir", default=".")
parser.add_argument("--verbose", action="store_true")
args = parser.parse_args()
os.makedirs(args.dir, exist_ok=True)
os.chdir(args.dir)
failed = False
for type, dtype in TYPES.items():
    x, y = arguments(dtype, np.random.default_rng(0))
    np.save("x.npy", x)
    np.save("y.npy", y)
    with open(f"{type}.mlir", "w") as file:
        file.write(module(type))
    outputs = [f"--output={name}.npy" for name in FUNCTIONS]
    subprocess.run(["rmsnorm-run", f"{type}.mlir", f"--target={args.target}", "--input=x.npy", "--input=y.npy", *outputs], check=True)
    for name, function in FUNCTIONS.items():
        with np.errstate(all="ignore"):
            wide = [x.astype(WIDE)] + ([y.astype(WIDE)] if name == "powf" else [])
            want = function(*wide).astype(WIDE)
        # Upstream's polynomial for erf in f32 has +0 at -0.
        what, where = problem(np.load(f"{name}.npy"), want, dtype, signed=(name, type) != ("erf", "f32"))
        if what:
            failed = True
            i = np.flatnonzero(where)[0]
            print(f"{name} in {type}: {what}, as at {x[i]!r}, {y[i]!r}: {np.load(f'{name}.npy')[i]!r}")
        elif args.verbose:
            print(f"{name} in {type}: {where:.2f} ulp")
sys.exit(int(failed))
