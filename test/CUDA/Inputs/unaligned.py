"""Norms whose buffers begin anywhere: the same bits as where they are aligned.

    unaligned.py source             prints the module
    unaligned.py LIBRARY.so         calls what it compiles to
"""

import ctypes
import itertools
import sys

TYPES = {"f32": "float32", "f16": "float16", "bf16": "uint16"}
LENGTHS = (64, 128, 8192)


def source():
    for type, n in itertools.product(TYPES, LENGTHS):
        x, w = f"tensor<3x{n}x{type}>", f"tensor<{n}x{type}>"
        print(f"""func.func @norm_{type}_{n}(%x: {x}, %w: {w}) -> {x} {{
  %e = tensor.empty() : {x}
  %y = rmsnorm.norm ins(%x : {x}) weight(%w : {w}) outs(%e : {x}) {{epsilon = 1.0e-06 : f64}} -> {x}
  return %y : {x}
}}""")


def call(path):
    import numpy as np
    from driver import Buffer, check, device

    library = ctypes.CDLL(path)
    device(0)
    for type, n in itertools.product(TYPES, LENGTHS):
        random = np.random.default_rng(n)
        arrays = [random.standard_normal((3, n)), random.standard_normal(n), np.zeros((3, n))]
        if type == "bf16":
            arrays = [a.astype(np.float32).view(np.uint32) >> 16 for a in arrays]
        arrays = [a.astype(TYPES[type]) for a in arrays]
        results = []
        for shifts in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)):
            buffers = [Buffer(a.copy(), shift) for a, shift in zip(arrays, shifts)]
            check(getattr(library, f"_mlir_ciface_norm_{type}_{n}")(*(b.descriptor for b in buffers), None))
            results.append(buffers[2].get().tobytes())
        print(f"{type} {n}:", len(set(results)) == 1 and any(results[0]))


source() if sys.argv[1] == "source" else call(sys.argv[1])
