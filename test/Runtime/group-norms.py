"""A norm whose groups are normalised themselves: the sums of a group are those of a row of its length.

The fused function against its two parts, bit for bit, and against NumPy in float64.
"""

import argparse
import os
import subprocess

import numpy as np

# Elements of a row and of a group, their type, and whether the row's length is in it.
CASES = [
    (3072, 96, "f32", True),
    (3072, 96, "f32", False),
    (1536, 512, "bf16", True),
    (4096, 128, "f32", False),
    (40320, 192, "f32", True),
    (4000, 2000, "f32", False),
    (96, 24, "f16", True),
    (20480, 64, "bf16", False),
]

MODULE = """
func.func @rows(%x: {row}) -> {row} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : {row}
  %n = tensor.dim %x, %c1 : {row}
  %i = tensor.empty({row_sizes}) : {row}
  %y = rmsnorm.norm ins(%x : {row}) outs(%i : {row}) {{epsilon = 1.0e-06 : f64}} -> {row}
  return %y : {row}
}}
func.func @groups(%x: {row}, %w: {weight}) -> {row} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant {g} : index
  %m = tensor.dim %x, %c0 : {row}
  %n = tensor.dim %x, %c1 : {row}
  %count = arith.divui %n, %size : index
  %i = tensor.empty({group_sizes}) : {row3}
  %cut = tensor.expand_shape %x [[0], [1, 2]] output_shape [%m, {count}, {g}] : {row} into {row3}
  %y = rmsnorm.norm ins(%cut : {row3}) weight(%w : {weight}) outs(%i : {row3}) {{center, epsilon = 1.0e-06 : f64}} -> {row3}
  %flat = tensor.collapse_shape %y [[0], [1, 2]] : {row3} into {row}
  return %flat : {row}
}}
func.func @main(%x: {row}, %w: {weight}) -> {row} {{
  %n = func.call @rows(%x) : ({row}) -> {row}
  %y = func.call @groups(%n, %w) : ({row}, {weight}) -> {row}
  return %y : {row}
}}
"""


def module(n, g, type, is_static):
    length, count = (n, n // g) if is_static else ("?", "?")
    return MODULE.format(
        g=g, row=f"tensor<?x{length}x{type}>", row3=f"tensor<?x{count}x{g}x{type}>", weight=f"tensor<{g}x{type}>",
        row_sizes="%m" if is_static else "%m, %n", group_sizes="%m" if is_static else "%m, %count", count=count if is_static else "%count",
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    path = lambda name: os.path.join(args.dir, name)
    random = np.random.default_rng(0)
    for case in CASES:
        n, g, type, _ = case
        with open(path("main.mlir"), "w") as file:
            file.write(module(*case))
        # Numbers of few digits, which every type has.
        x = np.round(random.standard_normal((5, n)) * 32 + 8) / 16
        w = np.round(random.uniform(-2, 2, g) * 16) / 16
        np.save(path("x.npy"), x.astype(np.float32))
        np.save(path("w.npy"), w.astype(np.float32))

        def call(entry, arguments, result):
            command = ["rmsnorm-run", path("main.mlir"), f"--entry={entry}", f"--target={args.target}"]
            command += [f"--input={path(v)}.npy" for v in arguments] + [f"--output={path(result)}.npy"]
            subprocess.run(command, check=True)
            return np.load(path(result) + ".npy")

        fused = call("main", ["x", "w"], "y")
        rows = call("rows", ["x"], "n").astype(np.float64)
        alone = call("groups", ["n", "w"], "z")
        assert fused.tobytes() == alone.tobytes(), f"{case} has other bits when it is fused"
        cut = rows.reshape(5, -1, g)
        cut = cut - cut.mean(-1, keepdims=True)
        exact = (cut / np.sqrt((cut * cut).mean(-1, keepdims=True) + 1e-6) * w).reshape(x.shape)
        digits = {"f32": 19, "f16": 11, "bf16": 8}[type]
        np.testing.assert_allclose(fused, exact, rtol=1.01 * 2.0**-digits, atol=1e-5, err_msg=str(case))


main()
