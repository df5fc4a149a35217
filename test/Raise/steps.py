"""Norms that round each step to 16 bits, in every spelling that the op knows.

Each has to become one op, and its result is compared bit by bit with NumPy, which
takes the same steps and rounds after each. In 16 bits a product with 1/N is not
the quotient by N, and a quotient by the root no product with its reciprocal.
"""

import argparse
import itertools
import os
import subprocess
import sys

import numpy as np

M, N = 9, 6
EPSILON = 0.125
MEANS = ["quotient", "product"]
ROOTS = ["power", "rsqrt", "reciprocal", "divide"]
CENTRES = [False, True]
TYPE, KEPT, ROW = f"tensor<{M}x{N}xTT>", f"tensor<{M}x1xTT>", f"tensor<1x{N}xTT>"


def round_to(kind, values):
    """f64 to f16 or bf16 and back, to nearest even."""
    if kind == "f16":
        return values.astype(np.float16).astype(np.float64)
    bits = values.astype(np.float32).view(np.uint32)
    bits = bits + 0x7FFF + ((bits >> 16) & 1)
    return (bits & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)


def write(mean, root, centre):
    lines = []

    def add(name, text):
        lines.append(f"%{name} = {text}")

    def sums(name, x):
        add(f"{name}s", f"tosa.reduce_sum %{x} {{axis = 1 : i32}} : ({TYPE}) -> {KEPT}")
        op = "arith.mulf" if mean == "product" else "arith.divf"
        add(name, f"{op} %{name}s, %{mean} : {KEPT}")

    add("product", f"arith.constant dense<{1 / N}> : {KEPT}")
    add("quotient", f"arith.constant dense<{float(N)}> : {KEPT}")
    add("eps", f"arith.constant dense<{EPSILON}> : {KEPT}")
    add("shift", '"tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>')
    x = "x"
    if centre:
        sums("m", "x")
        add("d", f"tosa.sub %x, %m : ({TYPE}, {KEPT}) -> {TYPE}")
        x = "d"
    add("q", f"arith.mulf %{x}, %{x} : {TYPE}")
    sums("v", "q")
    add("e", f"arith.addf %v, %eps : {KEPT}")
    if root == "power":
        add("half", f"arith.constant dense<-0.5> : {KEPT}")
        add("r", f"math.powf %e, %half : {KEPT}")
    elif root == "rsqrt":
        add("r", f"math.rsqrt %e : {KEPT}")
    else:
        add("root", f"math.sqrt %e : {KEPT}")
        add("r", f"tosa.reciprocal %root : ({KEPT}) -> {KEPT}")
    if root == "divide":
        empty = f"tensor.empty() : {TYPE}"
        add("o", empty)
        maps = "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>"
        add("n", f'linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}} '
                 f"ins(%{x}, %root : {TYPE}, {KEPT}) outs(%o : {TYPE}) {{\n"
                 f"^bb0(%a: TT, %b: TT, %out: TT):\n%c = arith.divf %a, %b : TT\nlinalg.yield %c : TT\n}} -> {TYPE}")
    else:
        add("n", f"tosa.mul %{x}, %r, %shift : ({TYPE}, {KEPT}, tensor<1xi8>) -> {TYPE}")
    add("y", f"tosa.mul %n, %w, %shift : ({TYPE}, {ROW}, tensor<1xi8>) -> {TYPE}")
    body = "\n".join(lines)
    return f"func.func @main(%x: {TYPE}, %w: {ROW}) -> {TYPE} {{\n{body}\nreturn %y : {TYPE}\n}}\n"


def reference(kind, x, w, mean, root, centre):
    def rnd(values):
        return round_to(kind, np.asarray(values, np.float64))

    def means(values):
        # tosa.reduce_sum adds bf16 up in f32, and f16 in f16.
        total = rnd(values.sum(-1, keepdims=True)) if kind == "bf16" else np.zeros((M, 1))
        for i in range(N if kind == "f16" else 0):
            total = rnd(total + values[:, i : i + 1])
        return rnd(total / N) if mean == "quotient" else rnd(total * rnd(1 / N))

    d = rnd(x - means(x)) if centre else x
    v = rnd(means(rnd(d * d)) + EPSILON)
    if root == "power":
        n = rnd(d * rnd(1 / np.sqrt(v)))
    elif root in ("rsqrt", "reciprocal"):
        n = rnd(d * rnd(1 / rnd(np.sqrt(v))))
    else:
        n = rnd(d / rnd(np.sqrt(v)))
    return rnd(n * w)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--target", default="cpu")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    rng = np.random.default_rng(0)
    wrong = 0
    for kind, mean, root, centre in itertools.product(["bf16", "f16"], MEANS, ROOTS, CENTRES):
        x = round_to(kind, rng.normal(0.5, 2.0, (M, N)))
        w = round_to(kind, rng.normal(1.0, 0.5, (1, N)))
        path = os.path.join(args.dir, f"{kind}-{mean}-{root}-{centre}")
        with open(f"{path}.mlir", "w") as file:
            file.write(write(mean, root, centre).replace("TT", kind))
        raised = subprocess.run(["rmsnorm-opt", f"{path}.mlir", "--rmsnorm-raise"], capture_output=True, text=True, check=True).stdout
        norms = raised.count("rmsnorm.norm ")
        if norms != 1 or "weight(" not in raised:
            print(f"{path}: {norms} norms")
            wrong += 1
            continue
        for name, values in (("x", x), ("w", w)):
            np.save(f"{path}.{name}.npy", values.astype(np.float32))
        subprocess.run(["rmsnorm-run", f"{path}.mlir", f"--target={args.target}", f"--input={path}.x.npy",
                        f"--input={path}.w.npy", f"--output={path}.y.npy"], check=True)
        y = np.load(f"{path}.y.npy").astype(np.float64)
        differing = (y != reference(kind, x, w, mean, root, centre)).sum()
        if differing:
            print(f"{path}: {differing} of {M * N} elements differ")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
