"""Calls the library of strided.mlir on buffers that are no plain arrays."""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
random = np.random.default_rng(0)


def descriptor(a):
    """The memref descriptor of an array, strides in elements."""
    words = [a.ctypes.data, a.ctypes.data, 0, *a.shape, *(s // a.itemsize for s in a.strides)]
    return (ctypes.c_int64 * len(words))(*words)


def call(name, *arrays):
    getattr(library, f"_mlir_ciface_{name}")(*(descriptor(a) for a in arrays))


def guarded(shape, type, strides):
    """An array of these strides (in elements) amid -7s, one element off any alignment."""
    extent = 1 + sum((n - 1) * s for n, s in zip(shape, strides))
    memory = np.full(extent + 129, -7, type)
    first = 65
    while (memory.ctypes.data // memory.itemsize + first) % 32 != 1:
        first -= 1
    view = np.lib.stride_tricks.as_strided(memory[first:], shape, [s * memory.itemsize for s in strides])
    return memory, view


def untouched(memory, view):
    view[...] = -7
    return bool((memory == -7).all())


def reference(x, w):
    """In float64; the types' own rounding is left to the tolerance."""
    x, w = x.astype(np.float64), w.astype(np.float64)
    return x / np.sqrt((x * x).mean(-1, keepdims=True)) * w


memory = np.array([1, 9, 3, 9, 5, 9, 7, 9], np.float32)
y = np.zeros((1, 4), np.float32)
call("every_second", memory[None, ::2], y)
print("every second:", np.allclose(y, [[0.2182179, 0.6546537, 1.0910895, 1.5275252]], rtol=1e-6))

failures = []
LAYOUTS = {"rows": [(n + 3, 1) for n in (1, 5, 64, 769)], "any": [(3 * 769, 3), (1, 7), (2, 14), (769 * 2, 2)]}
for type, digits in (("f32", 22), ("f16", 10)):
    dtype = np.dtype(type.replace("f", "float"))
    for name, layouts in LAYOUTS.items():
        for (outer, inner), n in [(l, n) for l in layouts for n in (1, 5, 64, 769)]:
            if name == "rows" and outer < n or inner == 1 and outer == 0:
                continue
            rows = 7 if inner >= 7 or outer >= n * inner else inner
            source, x = guarded((rows, n), dtype, (outer, inner))
            column, w = guarded((n,), dtype, (inner,))
            target, y = guarded((rows, n), dtype, (outer, inner))
            x[...], w[...] = random.standard_normal(x.shape), random.standard_normal(n)
            call(f"{name}_{type}", x, w, y)
            if not np.allclose(y, reference(x, w), rtol=2.0**-digits, atol=2.0**-digits) or not untouched(target, y):
                failures.append((type, name, rows, n, outer, inner))
print("strides:", failures or "right")

for n in (64, 128, 8192):
    x, w = random.standard_normal((3, n)).astype(np.float16), random.standard_normal(n).astype(np.float16)
    aligned = np.empty_like(x)
    call(f"shifted_{n}", x, w, aligned)
    (_, x1), (_, w1), (target, y1) = (guarded(a.shape, np.float16, [s // 2 for s in a.strides]) for a in (x, w, x))
    x1[...], w1[...] = x, w
    call(f"shifted_{n}", x1, w1, y1)
    print(f"shifted {n}:", y1.tobytes() == aligned.tobytes(), untouched(target, y1))

x = random.standard_normal((300, 769)).astype(np.float32)
want = reference(x, np.ones(769))
call("in_place", x)
print("in place:", np.allclose(x, want, rtol=1e-6, atol=1e-6))
