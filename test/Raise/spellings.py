"""Writes a norm in every combination of spellings, raises all, and runs some.

Each has to become one op, as it is written and after stock passes have fused its
parts, dropped its unit dimensions or made its ops generic. The numbers of a
sample are compared with NumPy in float64.
"""

import argparse
import itertools
import os
import re
import subprocess
import sys

import numpy as np

M, N, EPSILON = 6, 8, 0.125
SHAPE, KEPT, ROWS = f"1x{M}x{N}", f"1x{M}x1", f"1x{M}"

SQUARES = ["mul", "powf", "fpowi", "square", "negated"]
MEANS = ["quotient", "product", "of scaled squares", "of scaled factors"]
EPSILONS = ["splat", "scalar", "element", "of the sum", "start of the sum"]
INVERSES = ["rsqrt", "quotient of one", "divisor", "power", "reciprocal"]
ORDERS = ["(x * r) * w", "x * (r * w)", "(x * w) * r"]
CENTRES = [False, True]
PASSES = [
    [],
    ["--linalg-fuse-elementwise-ops"],
    ["--linalg-fold-unit-extent-dims"],
    ["--convert-elementwise-to-linalg", "--linalg-generalize-named-ops", "--linalg-fuse-elementwise-ops", "--canonicalize", "--cse"],
]


class Function:
    def __init__(self):
        self.lines, self.next = [], 0

    def add(self, text, shape):
        """A line with a result; `T` in it is the tensor of `shape`."""
        self.next += 1
        self.lines.append(f"%{self.next} = " + text.replace("T", f"tensor<{shape}xf32>"))
        return f"%{self.next}"

    def constant(self, value, shape):
        return self.add(f"arith.constant dense<{value}> : T", shape)

    def op(self, name, *operands, shape):
        return self.add(f"{name} {', '.join(operands)} : T", shape)

    def named(self, name, operand, shape):
        empty = self.add("tensor.empty() : T", shape)
        return self.add(f"{name} ins({operand} : T) outs({empty} : T) -> T", shape)

    def body(self, operand, shape, *ops):
        """A generic op whose body is `ops`; the last is yielded."""
        empty = self.add("tensor.empty() : T", shape)
        map_ = "affine_map<(d0, d1, d2) -> (d0, d1, d2)>"
        text = f"linalg.generic {{indexing_maps = [{map_}, {map_}], iterator_types = [{', '.join(['%sparallel%s' % (chr(34), chr(34))] * 3)}]}}"
        lines = "\n".join(ops)
        return self.add(f"{text} ins({operand} : T) outs({empty} : T) {{\n^bb0(%in: f32, %out: f32):\n{lines}\nlinalg.yield %body : f32\n}} -> T", shape)

    def total(self, operand, epsilon, value):
        start = self.constant(value if epsilon == "start of the sum" else 0.0, ROWS)
        sums = self.add(
            f"linalg.reduce {{ arith.addf }} ins({operand} : tensor<{SHAPE}xf32>) outs({start} : T) dimensions = [2]", ROWS)
        if epsilon == "of the sum":
            sums = self.op("arith.addf", sums, self.constant(value, ROWS), shape=ROWS)
        return self.add(f"tensor.expand_shape {sums} [[0], [1, 2]] output_shape [1, {M}, 1] : tensor<{ROWS}xf32> into T", KEPT)

    def mean(self, operand, how, epsilon=None):
        if how == "of scaled factors":
            return self.total(operand, epsilon, EPSILON)
        if how == "of scaled squares":
            scaled = self.op("arith.divf", operand, self.constant(float(N), SHAPE), shape=SHAPE)
            return self.total(scaled, epsilon, EPSILON)
        value, name = (float(N), "arith.divf") if how == "quotient" else (1.0 / N, "arith.mulf")
        return self.op(name, self.total(operand, epsilon, N * EPSILON), self.constant(value, KEPT), shape=KEPT)

    def spread(self, operand, dims, shape):
        """`operand`, which has dimensions `dims` of the row space, over all of it."""
        empty = self.add("tensor.empty() : T", SHAPE)
        if dims == "(d0, d1, 0)":
            rows = self.add(f"tensor.collapse_shape {operand} [[0], [1, 2]] : tensor<{shape}xf32> into T", ROWS)
            return self.add(f"linalg.broadcast ins({rows} : tensor<{ROWS}xf32>) outs({empty} : T) dimensions = [2]", SHAPE)
        return self.add(f"linalg.broadcast ins({operand} : tensor<{shape}xf32>) outs({empty} : T) dimensions = [0, 1]", SHAPE)


def square(f, x, how, mean):
    if mean == "of scaled factors":  # x * (x / N)
        return f.op("arith.mulf", x, f.op("arith.divf", x, f.constant(float(N), SHAPE), shape=SHAPE), shape=SHAPE)
    if how == "mul":
        return f.op("arith.mulf", x, x, shape=SHAPE)
    if how == "negated":
        negated = f.op("arith.negf", x, shape=SHAPE)
        return f.op("arith.mulf", negated, negated, shape=SHAPE)
    if how == "powf":
        return f.op("math.powf", x, f.constant(2.0, SHAPE), shape=SHAPE)
    if how == "fpowi":
        return f.body(x, SHAPE, "%two = arith.constant 2 : i64", "%body = math.fpowi %in, %two : f32, i64")
    return f.named("linalg.square", x, SHAPE)


def add_epsilon(f, v, how):
    if how == "splat":
        return f.op("arith.addf", v, f.constant(EPSILON, KEPT), shape=KEPT)
    if how == "scalar":
        return f.body(v, KEPT, f"%e = arith.constant {EPSILON} : f32", "%body = arith.addf %e, %in : f32")
    element = f.add(f"arith.constant dense<{EPSILON}> : tensor<f32>", "")
    return f.body(v, KEPT, f"%e = tensor.extract {element}[] : tensor<f32>", "%body = arith.addf %in, %e : f32")


def write(name, squared, mean, epsilon, inverse, order, centre):
    f = Function()
    x = "%x"
    if centre:
        m = f.spread(f.mean(x, "quotient"), "(d0, d1, 0)", KEPT)
        x = f.op("arith.subf", x, m, shape=SHAPE)
    v = f.mean(square(f, x, squared, mean), mean, epsilon)
    if "sum" not in epsilon:
        v = add_epsilon(f, v, epsilon)
    scale = "arith.mulf"
    if inverse == "rsqrt":
        r = f.op("math.rsqrt", v, shape=KEPT)
    elif inverse == "power":
        r = f.op("math.powf", v, f.constant(-0.5, KEPT), shape=KEPT)
    else:
        r = f.op("math.sqrt", v, shape=KEPT)
        if inverse == "quotient of one":
            r = f.op("arith.divf", f.constant(1.0, KEPT), r, shape=KEPT)
        elif inverse == "reciprocal":
            r = f.named("linalg.reciprocal", r, KEPT)
        else:
            scale = "arith.divf"
    r = f.spread(r, "(d0, d1, 0)", KEPT)
    w = f.spread("%w", "(d2)", str(N))
    if order == "(x * r) * w":
        y = f.op("arith.mulf", f.op(scale, x, r, shape=SHAPE), w, shape=SHAPE)
    elif order == "(x * w) * r":
        y = f.op(scale, f.op("arith.mulf", x, w, shape=SHAPE), r, shape=SHAPE)
    else:
        rw = f.op("arith.divf", w, r, shape=SHAPE) if scale == "arith.divf" else f.op("arith.mulf", r, w, shape=SHAPE)
        y = f.op("arith.mulf", x, rw, shape=SHAPE)
    body = "\n".join(f.lines)
    tensor = f"tensor<{SHAPE}xf32>"
    return f"func.func @{name}(%x: {tensor}, %w: tensor<{N}xf32>) -> {tensor} {{\n{body}\nreturn {y} : {tensor}\n}}\n"


def check_raised(path, functions, passes):
    run = subprocess.run(["rmsnorm-opt", path, *passes, "--rmsnorm-raise"], capture_output=True, text=True, check=True)
    wrong = 0
    for text in re.split(r"(?=func\.func @)", run.stdout)[1:]:
        norms = text.count("rmsnorm.norm ")
        left = re.search(r"math\.(rsqrt|sqrt|powf)|linalg\.(reduce|reciprocal)", text)
        if norms != 1 or left:
            wrong += 1
            name = re.match(r"func\.func @(\w+)", text)[1]
            print(f"{functions[name]} after {passes}: {norms} norms{', left: ' + left[0] if left else ''}")
    return wrong


def check_numbers(path, functions, name, x, w):
    out = f"{path}.{name}.npy"
    subprocess.run(["rmsnorm-run", path, f"--entry={name}", f"--input={path}.x.npy", f"--input={path}.w.npy", f"--output={out}"], check=True)
    d = x.astype(np.float64)
    if functions[name][-1]:
        d = d - d.mean(-1, keepdims=True)
    expected = d / np.sqrt((d * d).mean(-1, keepdims=True) + EPSILON) * w
    error = np.abs(np.load(out) - expected).max()
    if error > 4.0e-6:
        print(f"{functions[name]}: off by {error}")
    return error > 4.0e-6


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True)
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    combinations = itertools.product(SQUARES, MEANS, EPSILONS, INVERSES, ORDERS, CENTRES)
    combinations = [c for c in combinations if c[1] != "of scaled factors" or c[0] == "mul"]
    functions = {f"f{i}": spelling for i, spelling in enumerate(combinations)}
    texts = {name: write(name, *spelling) for name, spelling in functions.items()}
    path = os.path.join(args.dir, "all.mlir")
    with open(path, "w") as file:
        file.write("".join(texts.values()))
    wrong = sum(check_raised(path, functions, passes) for passes in PASSES)
    rng = np.random.default_rng(0)
    x = rng.normal(1.0, 2.0, (1, M, N)).astype(np.float32)
    w = rng.normal(size=N).astype(np.float32)
    sample = list(functions)[:: 97]
    path = os.path.join(args.dir, "sample.mlir")
    with open(path, "w") as file:
        file.write("".join(texts[name] for name in sample))
    np.save(f"{path}.x.npy", x)
    np.save(f"{path}.w.npy", w)
    wrong += sum(check_numbers(path, functions, name, x, w) for name in sample)
    print(f"{len(functions)} spellings, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
