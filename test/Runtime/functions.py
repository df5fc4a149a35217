"""Compares functions around a norm with NumPy in float64.

    functions.py FILE.mlir TARGET FOLDER
"""

import math
import os
import subprocess
import sys

import numpy as np

source, target, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
x = np.random.default_rng(0).standard_normal((3, 96)).astype(np.float32) * 3
x[0, 0] = np.nan
x[1, :3] = 80, -95, 0
for name, value in (("x", x), ("w", np.ones(96, np.float32))):
    np.save(os.path.join(folder, name + ".npy"), value)
files = [f"--{'output' if n == 'y' else 'input'}={os.path.join(folder, n)}.npy" for n in "xwy"]
subprocess.run(["rmsnorm-run", source, f"--target={target}", *files], check=True)
got = np.load(os.path.join(folder, "y.npy"))

g = x.astype(np.float64)
v = g / np.sqrt(np.mean(g * g, axis=-1, keepdims=True) + 1e-6)
a = np.abs(v)
with np.errstate(over="ignore", invalid="ignore"):
    sigmoid = g / (1 + np.exp(-g))
want = sigmoid * (np.tanh(v) + np.vectorize(math.erf)(v) + np.sqrt(a) + np.log1p(a))
assert np.array_equal(np.isnan(got), np.isnan(want)), "NaN is where it should be"
assert np.nanmax(np.abs(got - want) / np.maximum(np.abs(want), 1e-6)) < 1e-5
