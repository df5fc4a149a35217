"""The norms of public frontends as ops, on inputs and results of the frontends.

test/Inputs/presets holds x, w, b and y of each, float32 whatever the type. A
16-bit result must have 98 % of its elements bit-equal and none more than a unit
in the last place away; a float32 one lies within 16 units of the frontend's,
measured at the element or at its row's mean magnitude.
"""

import argparse
import os
import subprocess
import sys

import numpy as np

# name: x's shape and type, operands beside x with their shapes, attributes, and
# the result's shape and type where they are not x's.
PRESETS = {
    "llama": ("2x5x96xbf16", {"w": "96xbf16"}, "epsilon = 1.0e-06 : f64, rounding = #rmsnorm.rounding<before_weight>"),
    "gemma": ("2x5x96xbf16", {"w": "96xbf16"}, "epsilon = 1.0e-06 : f64, weight_offset = 1.0 : f64"),
    "olmo2": ("2x5x96xbf16", {"w": "96xbf16"}, "epsilon = 1.0e-06 : f64"),
    "torch": ("3x97xf32", {"w": "97xf32"}, "epsilon = 1.0e-06 : f64"),
    "cohere": ("2x5x96xbf16", {"w": "96xbf16"}, "center, epsilon = 1.0e-05 : f64"),
    "layernorm": ("3x96xf32", {"w": "96xf32", "b": "96xf32"}, "center, epsilon = 1.0e-05 : f64"),
    "l2": ("3x96xf32", {}, "epsilon = 1.0e-06 : f64, statistic = #rmsnorm.statistic<sum>"),
    "paper": ("3x96xf32", {"w": "96xf32"}, "epsilon = 1.0e-08 : f64, epsilon_position = #rmsnorm.epsilon_position<outside>"),
    "partial": ("3x96xbf16", {"w": "96xbf16"}, "epsilon = 1.0e-06 : f64, statistic_size = 24 : i64"),
    "t5": ("2x5x96xbf16", {"w": "96xf32"}, "epsilon = 1.0e-06 : f64", "2x5x96xf32"),
    "t5_f16": ("2x5x96xf16", {"w": "96xf16"}, "epsilon = 1.0e-06 : f64, rounding = #rmsnorm.rounding<before_weight>"),
    "torch_f16": ("3x97xf16", {"w": "97xf16"}, "epsilon = 1.0e-06 : f64"),
    "torch_default_epsilon": ("3x97xf32", {"w": "97xf32"}, "epsilon = 1.1920929e-07 : f64"),
    "torch_f64": ("3x97xf64", {"w": "97xf64"}, "epsilon = 2.220446049250313e-16 : f64"),
    "layernorm_bf16": ("3x96xbf16", {"w": "96xbf16", "b": "96xbf16"}, "center, epsilon = 1.0e-05 : f64"),
    "phonon": (
        "2x5x96xbf16",
        {"w": "96xbf16", "b": "96xbf16"},
        "accumulator_type = f32, center, compute_type = bf16, epsilon = 1.0e-05 : f64, "
        "root = #rmsnorm.root<reciprocal>, statistic = #rmsnorm.statistic<wide_mean>, statistic_type = f32",
    ),
    "onnxruntime_f16": ("3x97xf16", {"w": "97xf16"}, "epsilon = 1.0e-06 : f64"),
    "two_axes": ("3x4x32xf32", {"w": "4x32xf32"}, "axes = 2 : i64, epsilon = 1.0e-06 : f64"),
}
# What the significand of a type lacks against float32's.
DROPPED_BITS = {"bf16": 16, "f16": 13}
KEYWORD = {"w": "weight", "b": "bias"}


def source(x, operands, attributes, y):
    arguments = ", ".join([f"%x: tensor<{x}>"] + [f"%{o}: tensor<{t}>" for o, t in operands.items()])
    scales = " ".join(f"{KEYWORD[o]}(%{o} : tensor<{t}>)" for o, t in operands.items())
    return (
        f"func.func @main({arguments}) -> tensor<{y}> {{\n  %e = tensor.empty() : tensor<{y}>\n"
        f"  %y = rmsnorm.norm ins(%x : tensor<{x}>) {scales} outs(%e : tensor<{y}>) {{{attributes}}} -> tensor<{y}>\n"
        f"  return %y : tensor<{y}>\n}}\n"
    )


def compare(got, want, type):
    """What is wrong with `got`, or None."""
    wide = np.float64 if type == "f64" else np.float32
    scale = np.abs(want) if type in DROPPED_BITS else np.maximum(np.abs(want), np.abs(want).mean(-1, keepdims=True))
    ulp = np.spacing(scale.astype(wide)).astype(np.float64) * 2.0 ** DROPPED_BITS.get(type, 0)
    error = np.abs(got.astype(np.float64) - want) / ulp
    if type in DROPPED_BITS and ((error > 0).mean() > 0.02 or error.max() > 1):
        return f"{(error > 0).mean():.3f} of the elements differ, by up to {error.max():.1f} ulp"
    return f"{error.max():.1f} ulp" if error.max() > 16 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--dir", default=".")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)

    failed = False
    for name, (x, operands, attributes, *y) in PRESETS.items():
        y = y[0] if y else x
        file, output = (os.path.join(args.dir, f"{name}{end}") for end in (".mlir", ".npy"))
        with open(file, "w") as f:
            f.write(source(x, operands, attributes, y))
        inputs = [f"--input={os.path.join(args.inputs, f'{name}.{o}.npy')}" for o in ("x", *operands)]
        subprocess.run(["rmsnorm-run", file, f"--target={args.target}", f"--output={output}", *inputs], check=True)
        want = np.load(os.path.join(args.inputs, f"{name}.y.npy"))
        problem = compare(np.load(output), want, y.split("x")[-1])
        if problem:
            failed = True
            print(f"{name}: {problem}")
    sys.exit(int(failed))


main()
