"""Calls the library of norm.mlir through ctypes."""

import ctypes
import sys

import numpy as np


def descriptor(a):
    """The memref descriptor of an array, strides in elements."""
    words = [a.ctypes.data, a.ctypes.data, 0, *a.shape, *(s // a.itemsize for s in a.strides)]
    return (ctypes.c_int64 * len(words))(*words)


library = ctypes.CDLL(sys.argv[1])
random = np.random.default_rng(0)
x = random.standard_normal((7, 96)).astype(np.float16)
w = random.standard_normal(96).astype(np.float16)
y, n = np.empty_like(x), np.empty((), np.float32)
library._mlir_ciface_main(*(descriptor(a) for a in (x, w, y, n)))
x64 = x.astype(np.float64)
wanted = (x64 / np.sqrt(np.mean(x64 * x64, axis=1, keepdims=True) + 1e-6) * w).astype(np.float16)
print(n, np.mean(y == wanted) >= 0.98, np.allclose(y, wanted, rtol=1e-3))
