"""The same rows by libraries for several chips, which have shared memory for them or
not: the same bits.

    long_rows.py LIBRARY.so...
"""

import ctypes
import sys

import numpy as np
from driver import Buffer, check, device

device(0)
for n in (300, 12280, 20000, 40000, 65536):
    random = np.random.default_rng(n)
    x, w = random.standard_normal((3, n), dtype=np.float32), random.standard_normal(n, dtype=np.float32)
    results = []
    for path in sys.argv[1:]:
        buffers = [Buffer(x), Buffer(w), Buffer(np.zeros_like(x))]
        check(ctypes.CDLL(path)._mlir_ciface_main(*(b.descriptor for b in buffers), None))
        results.append(buffers[2].get())
    wide = x.astype(np.float64)
    wanted = wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + 1e-6) * w
    print(f"{n}:", np.abs(results[0] - wanted).max() < 1e-5, all(np.array_equal(r, results[0]) for r in results))
