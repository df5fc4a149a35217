"""Calls the functions of in_place.mlir, whose results take the places of inputs.

    in_place.py LIBRARY [FOLDER-OF-TEST/CUDA/INPUTS]    (the folder for a library for GPUs)
"""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
if len(sys.argv) > 2:
    sys.path.insert(0, sys.argv[2])
    import driver

    driver.device(0)


def call(name, *arrays):
    """Calls the function, after which the arrays hold what the buffers do."""
    function = getattr(library, f"_mlir_ciface_{name}")
    if len(sys.argv) > 2:
        buffers = [driver.Buffer(a) for a in arrays]
        driver.check(function(*(b.descriptor for b in buffers), None))
        for buffer in buffers:
            buffer.get()
        return
    words = [[a.ctypes.data, a.ctypes.data, 0, *a.shape, *(s // a.itemsize for s in a.strides)] for a in arrays]
    function(*((ctypes.c_int64 * len(w))(*w) for w in words))


def norm(x, w=1.0):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w


def close(*pairs):
    return all(np.allclose(a, b, rtol=2e-6, atol=1e-6) for a, b in pairs)


random = np.random.default_rng(0)
# On a CPU the last is larger than caches, where results are written past them.
for rows in (1, 7, 300 if len(sys.argv) > 2 else 40000):
    x, r = (random.standard_normal((rows, 160)).astype(np.float32) for _ in "xr")
    w = random.standard_normal(160).astype(np.float32)
    wide_x, wide_r = x.astype(np.float64), r.astype(np.float64)
    s = wide_x + wide_r
    y, total = x.copy(), r.copy()
    call("add_norm", y, total, w)
    print("add_norm", close((total, s), (y, norm(s, w))))
    y = x.copy()
    call("twice", y, w)
    print("twice", close((y, norm(2 * wide_x, w))))
    y, total, z = x.copy(), r.copy(), np.zeros(160, np.float32)
    call("needed", y, total, z)
    print("needed", close((total, s), (y, norm(s) * wide_r)) and np.allclose(z, wide_r.sum(0), atol=2e-3 * rows**0.5))
    y = x.copy()
    call("itself", y, w)
    print("itself", close((y, norm(wide_x, w))))
    y = x.copy()
    call("gated", y, r)
    print("gated", close((y, norm(wide_r / (1 + np.exp(-wide_r)) * wide_x))))
