"""Runs norms of many types, sizes and attributes and compares them with NumPy.

The reference is computed in float64 (float64 norms in longdouble) and rounds
where the op does, and nowhere else. `--target` is rmsnorm-run's, so every target
can be held to the same numbers.
"""

import argparse
import itertools
import os
import subprocess
import sys

import numpy as np

# Bits of the significand and the smallest exponent of a normal number.
FORMATS = {"f64": (53, -1022), "f32": (24, -126), "f16": (11, -14), "bf16": (8, -126)}

VARIANTS = [
    dict(),
    dict(weight=True),
    dict(weight=True, offset=1.0),
    dict(weight=True, bias=True),
    dict(weight=True, before=True),
    dict(weight=True, bias=True, before=True),
    dict(bias=True),
]

SIZES = [1, 3, 64, 96, 97, 4096]
EPSILON = 1.0e-06


def ulp(values, type):
    digits, smallest = FORMATS[type]
    _, exponent = np.frexp(values)
    return np.ldexp(np.ones_like(values), np.maximum(exponent, smallest + 1) - digits)


def rounded(values, type):
    """The nearest value of `type`, ties to even; exact for normal sizes."""
    if type == "f64":
        return values.astype(np.float64).astype(values.dtype)
    step = ulp(values, type)
    return np.rint(values / step) * step


def reference(x, w, b, variant, type):
    """The result, and how far off one rounding the other way may bring it."""
    scale = 1 / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + x.dtype.type(EPSILON))
    before = variant.get("before", False)
    step = (lambda v: rounded(v, type)) if before else (lambda v: v)
    y = step(x * scale)
    slack = ulp(y, type) if before else 0
    largest = np.abs(y)
    if w is not None:
        w = w + w.dtype.type(variant.get("offset", 0.0))
        y = step(y * w)
        slack = slack * np.abs(w) + (ulp(y, type) if before else 0)
        largest = np.maximum(largest * np.abs(w), np.abs(y))
    if b is not None:
        y = step(y + b)
        largest = np.maximum(largest, np.abs(y))
    result = rounded(y, type)
    return result, slack + ulp(result, type), ulp(largest, type)


def source(type, n, rows, variant):
    """The MLIR of one norm; `rows` is a number or `?`."""
    x, column = f"tensor<{rows}x{n}x{type}>", f"tensor<{n}x{type}>"
    arguments, operands = [f"%x: {x}"], f"ins(%x : {x})"
    for name in ("weight", "bias"):
        if variant.get(name):
            arguments.append(f"%{name}: {column}")
            operands += f" {name}(%{name} : {column})"
    attributes = [f"epsilon = {EPSILON:.1e} : f64"]
    if variant.get("offset"):
        attributes.append(f"weight_offset = {variant['offset']} : f64")
    if variant.get("before"):
        attributes.append("rounding = #rmsnorm.rounding<before_weight>")
    dim = "%c0 = arith.constant 0 : index\n  %d = tensor.dim %x, %c0 : " + x + "\n  "
    empty = f"{dim}%e = tensor.empty(%d) : {x}" if rows == "?" else f"%e = tensor.empty() : {x}"
    return (
        f"func.func @main({', '.join(arguments)}) -> {x} {{\n  {empty}\n"
        f"  %y = rmsnorm.norm {operands} outs(%e : {x}) {{{', '.join(attributes)}}} -> {x}\n"
        f"  return %y : {x}\n}}\n"
    )


def check(actual, wanted, slack, step, type):
    """What is wrong with `actual`, or None."""
    if actual.shape != wanted.shape:
        return f"has shape {actual.shape}, not {wanted.shape}"
    error = np.abs(actual - wanted)
    if not np.all(np.isfinite(actual)):
        return "is not finite"
    if type in ("f16", "bf16"):
        same = np.mean(error == 0) if error.size else 1.0
        # A row of few elements has few ties to lose: one may differ.
        if same < 0.98 and np.sum(error != 0) > 1:
            return f"has only {same:.3f} of its elements right"
        return None if np.all(error <= slack) else f"is off by {np.max(error / slack)} ulp"
    limit = 16
    return None if np.all(error <= limit * step) else f"is off by {np.max(error / step)} ulp"


def run(args, type, n, rows, dynamic, variant):
    wide = np.longdouble if type == "f64" else np.float64
    file = np.float64 if type == "f64" else np.float32
    random = np.random.default_rng([n, rows, VARIANTS.index(variant)])
    x = random.standard_normal((rows, n)) * np.exp(random.uniform(-4, 4, (rows, 1)))
    x[rows - 1 :] *= 0 if rows == 5 else 1
    w = random.uniform(-2, 2, n) if variant.get("weight") else None
    b = random.uniform(-1, 1, n) if variant.get("bias") else None

    path = os.path.join(args.dir, type)
    command = [args.run, path + ".mlir", f"--target={args.target}", f"--output={path}.y.npy"]
    with open(path + ".mlir", "w") as f:
        f.write(source(type, n, "?" if dynamic else rows, variant))
    operands = []
    for i, operand in enumerate((x, w, b)):
        if operand is not None:
            np.save(f"{path}.{i}.npy", operand.astype(file))
            command.append(f"--input={path}.{i}.npy")
            operand = rounded(operand.astype(file).astype(wide), type)
        operands.append(operand)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip()
    actual = np.load(path + ".y.npy")
    if actual.dtype != file:
        return f"is a file of {actual.dtype}"
    return check(actual.astype(wide), *reference(*operands, variant, type), type)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", default="rmsnorm-run")
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    parser.add_argument("--types", default=",".join(FORMATS))
    parser.add_argument("--all", action="store_true", help="every variant at every size")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)

    failures = runs = 0
    for type in args.types.split(","):
        shapes = list(itertools.product(SIZES, (0, 1, 5), (False, True)))
        cases = [(s, v) for s in shapes for v in VARIANTS]
        if not args.all:
            # Every shape with some variant, and every variant at some shape.
            cases = [(s, VARIANTS[i % len(VARIANTS)]) for i, s in enumerate(shapes)]
            cases += [((97, 5, True), v) for v in VARIANTS]
        for (n, rows, dynamic), variant in cases:
            problem = run(args, type, n, rows, dynamic, variant)
            runs += 1
            if problem:
                failures += 1
                print(f"{rows}x{n}x{type}{' dynamic' if dynamic else ''} {variant}: {problem}")
    print(f"{runs - failures} of {runs} right")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
