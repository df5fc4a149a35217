"""Compares the two compilations of tiled-numbers.mlir with float64 and each other."""

import sys

import numpy as np

base = sys.argv[1]
e = np.exp(np.load(f"{base}.npy").astype(np.float64))
d = e - e.mean(-1, keepdims=True)
rstd = 1 / np.sqrt((d * d).mean(-1) + 1e-5)
for form in ("tiled", "rows"):
    assert np.allclose(np.load(f"{base}.{form}.npy"), -d * rstd[:, None], rtol=2e-6, atol=2e-6), form
    assert np.allclose(np.load(f"{base}.{form}.rstd.npy"), rstd, rtol=2e-6), form
assert np.load(f"{base}.tiled.npy").tobytes() == np.load(f"{base}.rows.npy").tobytes()
