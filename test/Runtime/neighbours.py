"""Norms with their neighbours: the fused kernel against its parts and NumPy.

Each file of test/Inputs/neighbours has a function for each part and `main`, which
calls them one after the other. `main` becomes one loop over rows (test/Rows/neighbours.test);
the parts alone hand their results on through memory, with the same bits.
"""

import argparse
import os
import re
import subprocess
import sys

import numpy as np

# The dataflow of each file: main's inputs, the parts (name, arguments, results), main's results.
NORM = [("norm", "x w", "n")]
FILES = {
    "residual": ("x r w", [("add", "x r", "s"), ("norm", "s w", "y")], "s y"),
    "residual_f32": ("x r w", [("add", "x r", "s"), ("norm", "s w", "y")], "s y"),
    "gate_after_silu": ("x w z", NORM + [("gate", "n z", "y")], "y"),
    "gate_after_sigmoid": ("x w z", NORM + [("gate", "n z", "y")], "y"),
    "gate_after_gelu": ("x w z", NORM + [("gate", "n z", "y")], "y"),
    "gate_before": ("x z w", [("gate", "x z", "n"), ("norm", "n w", "y")], "y"),
    "int8_per_token": ("x w", NORM + [("quantise", "n", "q scale")], "q scale"),
    "tosa_int8_per_token": ("x w", NORM + [("quantise", "n", "q scale")], "q scale"),
    "f8_per_token": ("x w", NORM + [("quantise", "n", "q scale")], "q scale"),
    "residual_int8": ("x r w", [("add", "x r", "s"), ("norm", "s w", "n"), ("quantise", "n", "q scale")], "s q scale"),
    "int8_static": ("x w scale", NORM + [("quantise", "n scale", "q")], "q"),
    "sandwich": ("x r w1 w2", [("norm", "x w1", "a"), ("add", "a r", "s"), ("norm", "s w2", "y")], "s y"),
    "two_norms": ("x w1 w2", [("norm", "x w1", "a"), ("norm", "x w2", "b")], "a b"),
    "int8_per_group": ("x w", NORM + [("quantise", "n", "q scale")], "q scale"),
    "f8_per_group": ("x w", NORM + [("quantise", "n", "q scale")], "q scale"),
    "norm_of_group_norms": ("x v w", [("groups", "x v", "n"), ("norm", "n w", "y")], "y"),
    "heads": ("x w f", NORM + [("heads", "n f", "y")], "y"),
    "modulate": ("X c d", [("norm", "X", "n"), ("modulate", "n c d", "y")], "y"),
    "int8_flat_rows": ("X w", [("norm", "X w", "n"), ("quantise", "n", "q scale")], "q scale"),
    "groups": ("x z w", [("gate", "x z", "a"), ("norm", "a", "n"), ("scale", "n w", "y")], "y"),
}


def bf16(v):
    """The nearest bf16, ties to even."""
    _, exponent = np.frexp(v)
    step = np.ldexp(1.0, np.maximum(exponent, -125) - 8)
    return np.rint(v / step) * step


def norm(x, w=None, offset=0.0):
    n = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)
    return bf16(n if w is None else n * (w + offset))


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def erf(z):
    import math

    return np.vectorize(math.erf)(z)


def int8(n, scale):
    return np.clip(np.rint(n / scale), -128, 127)


def e4m3(v):
    _, exponent = np.frexp(v)
    step = np.ldexp(1.0, np.maximum(exponent, -5) - 4)
    return np.clip(np.rint(v / step) * step, -448, 448)


def per_token(n, limit):
    return np.maximum(np.abs(n).max(-1) / limit, 1e-12)


def reference(name, x=None, r=None, w=None, z=None, w1=None, w2=None, scale=None, v=None, f=None, X=None, c=None, d=None):
    """main's results in float64, rounded where the IR rounds."""
    if name.startswith("residual"):
        s = x + r if name == "residual_f32" else bf16(x + r)
        n = norm(s, w)
        return [s, int8(n, per_token(n, 127)[:, None]), per_token(n, 127)] if name == "residual_int8" else [s, n]
    if name.startswith("gate_after"):
        gate = {"silu": lambda: z * sigmoid(z), "sigmoid": lambda: sigmoid(z), "gelu": lambda: 0.5 * z * (1 + erf(z / np.sqrt(2)))}
        return [bf16(norm(x, w) * gate[name.removeprefix("gate_after_")]())]
    if name == "gate_before":
        return [norm(bf16(x * z * sigmoid(z)), w)]
    if name.endswith(("per_token", "per_group")):
        n = norm(x, w)
        if name.endswith("group"):
            n = n.reshape(len(x), -1, 64)
        s = per_token(n, 127 if "int8" in name else 448)
        q = int8(n, s[..., None]) if "int8" in name else e4m3(n / s[..., None])
        return [q.reshape(x.shape), s[..., None] if name == "f8_per_group" else s]
    if name == "modulate":
        centred = X - X.mean(-1, keepdims=True)
        return [bf16(bf16(norm(centred) * bf16(c + 1)[:, None]) + d[:, None])]
    if name == "int8_flat_rows":
        n = norm(X, w).reshape(-1, X.shape[-1])
        return [int8(n, per_token(n, 127)[:, None]), per_token(n, 127)]
    if name == "norm_of_group_norms":
        return [norm(norm(x.reshape(len(x), -1, 64), v).reshape(x.shape), w)]
    if name == "heads":
        return [bf16(norm(x, w).reshape(len(x), -1, 64).swapaxes(0, 1) * f[:, None, None])]
    if name == "int8_static":
        return [int8(norm(x, w), scale)]
    if name == "sandwich":
        s = bf16(norm(x, w1, 1.0) + r)
        return [s, norm(s, w2, 1.0)]
    if name == "two_norms":
        return [norm(x, w1), norm(x, w2)]
    a = bf16(x * z * sigmoid(z)).reshape(len(x), 5, 32)
    return [bf16(norm(a).reshape(x.shape) * w)]


def is_rounded(file, name):
    """Whether a result has fewer bits than it is computed in."""
    return name != "scale" and (file, name) != ("residual_f32", "s")


def spacing(file, name, result, want):
    """The distance of neighbours in a result's type, of which one may lie on the
    other side of a rounding; a few of them where nothing is rounded."""
    if not is_rounded(file, name):
        return np.abs(want) * 2.0**-20
    if result.dtype == np.int8:
        return 1.0
    bits = 3 if file.startswith("f8") else 7
    return np.maximum(np.abs(want), 2.0**-6 if bits == 3 else 2.0**-126) * 2.0**-bits


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--dir", default=".")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    random = np.random.default_rng(0)

    def make(columns):
        """Values for every name of an input, in rows of so many columns."""
        rows = (7, columns)
        values = {v: bf16(random.standard_normal(rows) * np.exp(random.uniform(-3, 3, (7, 1)))) for v in "xrz"}
        values |= {v: bf16(random.uniform(-2, 2, columns)) for v in ("w", "w1", "w2")}
        values["x"][3] = values["r"][3] = 0
        values["scale"] = np.array(0.017, np.float32).astype(np.float64)
        values["X"] = bf16(random.standard_normal((2, 5, columns)))
        values |= {v: bf16(random.standard_normal((2, columns))) for v in "cd"}
        values["v"] = bf16(random.uniform(-2, 2, 64))
        values["f"] = random.uniform(-2, 2, columns // 64).astype(np.float32).astype(np.float64)
        return values

    def call(file, entry, arguments, results):
        path = lambda v: os.path.join(args.dir, v + ".npy")
        command = ["rmsnorm-run", os.path.join(args.inputs, file + ".mlir"), f"--entry={entry}", f"--target={args.target}"]
        command += [f"--input={path(v)}" for v in arguments.split()]
        subprocess.run(command + [f"--output={path(v)}" for v in results.split()], check=True)
        return [np.load(path(v)) for v in results.split()]

    failures = 0
    for file, (arguments, parts, results) in FILES.items():
        with open(os.path.join(args.inputs, file + ".mlir")) as text:
            values = make(int(re.search(r"x(\d+)xbf16>", text.read())[1]))
        for v in arguments.split():
            np.save(os.path.join(args.dir, v + ".npy"), values[v].astype(np.float32))
        fused = call(file, "main", arguments, results)
        for part in parts:
            call(file, *part)
        alone = [np.load(os.path.join(args.dir, v + ".npy")) for v in results.split()]
        wanted = reference(file, **{v: values[v] for v in arguments.split()})
        for name, a, b, want in zip(results.split(), fused, alone, wanted):
            if a.tobytes() != b.tobytes():
                failures += 1
                print(f"{file}: {name} has other bits when it is fused")
            error = np.abs(a - want)
            slack = 0
            if file == "gate_after_gelu":
                # erf(z) in f32 has the error of a one, beside which 1 + erf(z) is small where z is far below zero.
                slack = np.abs(norm(values["x"], values["w"]) * values["z"]) * 2.0**-23
            differing = (error > slack).mean()
            if (error > 1.001 * spacing(file, name, a, want) + slack).any() or (is_rounded(file, name) and differing > 0.01):
                failures += 1
                print(f"{file}: {name} is off by {error.max()}, {differing:.3f} of the elements differ")
    sys.exit(failures != 0)


main()
